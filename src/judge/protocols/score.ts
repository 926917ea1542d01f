/** Judges that score each response by itself (TICK, checklist study, G-Eval, CAMIEval); of two the higher score wins. */
import { gradeResponse, type Grade } from '../../../agents/grade-response.ts';
import { planEvaluation } from '../../../agents/plan-evaluation.ts';
import { rateResponse } from '../../../agents/rate-response.ts';
import { scoreDimensions, type DimensionScore } from '../../../agents/score-dimensions.ts';
import { scoreResponse, type ScoreResponseInput, type WholeScore } from '../../../agents/score-response.ts';
import type { Checklist } from '../../domain/checklist.ts';
import type { Aids, Comparison, NamedResponse, ResponseScore } from '../../domain/comparison.ts';
import type { Scale } from '../../domain/scale.ts';
import { reasonsIn, unscored, valuesOf, type Outcome } from '../../domain/outcome.ts';
import { questionInFull } from '../../llm/agent-kit/question.ts';
import { provenanceOf, type AgentModel, type Sample } from '../../llm/define-agent.ts';
import { mean } from '../../metrics/mean.ts';
import { isBlank } from '../../text/model-protocol.ts';
import { contextWarnings, EMPTY_RESPONSE } from '../judge.ts';
import { pairNames, type PairNames } from '../pair-names.ts';
import { requireModel } from '../require-model.ts';
import { sampled } from '../sampled.ts';
import { tallyScores } from '../tally-scores.ts';
import { dimensionsFor, knownTask, metricsFor, NO_AIDS, prepared, referenceFor, weakWarnings } from './prepare-aids.ts';
import { boundsFor, comparing, higher } from './protocol.ts';
import { withOwnPrompt, type OwnPrompt } from './own-prompt.ts';
import { inForm } from './prompt-form.ts';
import { CONTRAST_DIMENSIONS } from './protocol-options.ts';
import type { ComparisonProtocol, ProtocolWork, ResponseScorer, ScoringProtocol } from './protocol.ts';

const COMMON = { needsModel: true, judgesItems: false, scale: [1, 5] } as const;

export const score: ScoringProtocol = {
  ...COMMON,
  title: 'scores of the whole',
  takes: ['reference', 'analysis', 'scale'],
  usesChecklist: false,
  prepare: async (work, checklist) => {
    if (work.how.scale !== null) return grader(work, work.how.scale, null);
    return weigher('score', work, checklist);
  },
};

/** TICK: the checklist, where there is one, is weighed and not answered. */
async function weigher(form: string, work: ProtocolWork, checklist: Checklist | null): Promise<ResponseScorer> {
  const shown = { reference: await referenceFor(work), guide: questionsOf(checklist) };
  return scorer(form, work, { ...shown, analysis: work.judging.analysis });
}

/** The study's judge without a checklist, on the scale that it has with one. */
export const scoreWithoutChecklist: ScoringProtocol = {
  ...score,
  takes: [],
  prepare: async (work) => scorer('score-without-checklist', work, { reference: null, guide: null, analysis: true }),
};

export const checkThenScore: ScoringProtocol = {
  ...score,
  title: 'scores from 1 to 5 with the checklist as a guide',
  takes: ['reference', 'analysis', 'selective'],
  without: score,
  usesChecklist: true,
  prepare: (work, checklist) => weigher('check-then-score', work, checklist),
};

export const checklistScore: ScoringProtocol = {
  ...checkThenScore,
  title: 'scores from 1 to 5 after each item of the checklist is answered',
  takes: ['selective'],
  without: scoreWithoutChecklist,
  prepare: async (work, checklist) =>
    scorer('checklist-score', work, {
      reference: null,
      guide: questionsOf(checklist),
      guideUse: 'answer',
      analysis: false,
    }),
};

export const gEval: ScoringProtocol = {
  ...COMMON,
  title: 'scores from 1 to 5 by steps of evaluation, weighed by token probabilities',
  takes: ['reference'],
  usesChecklist: false,
  prepare: async (work) => {
    const { run, task } = work;
    const [steps, reference] = await Promise.all([
      planEvaluation.ask(requireModel(work.agents, 'compares'), run, { task: knownTask(task) }),
      referenceFor(work),
    ]);
    const guide = prepared('steps of the evaluation', steps);
    return scorer('g-eval', work, { reference, guide, guideUse: 'follow', analysis: false });
  },
};

/** WildBench's WB-Score, as TICK's table 5 and figure 3 take it. */
export const wbScore: ScoringProtocol = {
  ...COMMON,
  title: 'scores from 1 to 10 with the checklist as a guide',
  takes: [],
  usesChecklist: true,
  scale: [1, 10],
  prepare: async (work, checklist) =>
    scorerBy(rateResponse, work, NO_AIDS, (agents, response, sample) => {
      const { run, task } = work;
      return rateResponse.ask(agents, run, { task, response, checklist: questionsOf(checklist) ?? [] }, sample);
    }),
};

/** LLMBar's self-generated metrics, for one response (CAMIEval, table 2; Gong and Mao 2023). */
export const metricsScore: ScoringProtocol = {
  ...score,
  title: 'scores from 1 to 5 by metrics that the judge wrote',
  takes: ['reference', 'analysis'],
  prepare: async (work) => {
    const [guide, reference] = await Promise.all([metricsFor(work), referenceFor(work)]);
    return scorer('metrics-score', work, { reference, guide, analysis: work.judging.analysis });
  },
};

export const camievalScore: ScoringProtocol = {
  ...COMMON,
  title: 'scores from 1 to 10 by dimensions',
  takes: ['reference', 'dimensions'],
  weakDimensions: CONTRAST_DIMENSIONS,
  usesChecklist: false,
  scale: [1, 10],
  prepare: async (work) => {
    const given = referenceFor(work);
    const [reference, { dimensions, weak }] = await Promise.all([given, dimensionsFor(work, given)]);
    const aids = { reference, questions: [], dimensions: [...dimensions], weak };
    return scorerBy(scoreDimensions, work, aids, (agents, response, sample) =>
      scoreDimensions.ask(agents, work.run, { task: work.task, response, reference, dimensions }, sample),
    );
  },
};

export const ownGrade: ScoringProtocol = {
  ...COMMON,
  title: 'a grade by a prompt of the user’s own',
  takes: ['prompt', 'reference', 'analysis'],
  usesChecklist: false,
  // That of the prompt counts.
  scale: [0, 1],
  prepare: async (work) => {
    const { prompt } = work.how;
    if (prompt?.scale == null) throw new Error('A prompt of the user’s own was checked before.');
    return grader(work, prompt.scale, prompt);
  },
};

const questionsOf = (checklist: Checklist | null) => checklist?.items.map(questionInFull) ?? null;

type Shown = Pick<ScoreResponseInput, 'reference' | 'guide' | 'analysis'> &
  Partial<Pick<ScoreResponseInput, 'guideUse'>>;

/** @param form the protocol whose own prompt is asked by, if there is one */
function scorer(form: string, work: ProtocolWork, shown: Shown): ResponseScorer {
  const { reference, guide, guideUse = 'weigh', analysis } = shown;
  const agents = inForm(requireModel(work.agents, 'compares'), scoreResponse.name, form, {
    reference: reference !== null,
    guide: guide !== null,
    manner: guideUse === 'weigh' && !analysis,
  });
  const isWeighed = guideUse === 'follow';
  const aids = { ...NO_AIDS, reference, questions: isWeighed ? [...(guide ?? [])] : [] };
  const ask = (model: AgentModel, response: string, sample: Sample) =>
    scoreResponse.ask(model, work.run, { task: work.task, response, ...shown, guideUse }, sample);
  return scorerBy(scoreResponse, { ...work, agents }, aids, ask, isWeighed ? weighedScore : tallyScores);
}

/** On a scale of the user's own. @param own null: by our prompt */
async function grader(work: ProtocolWork, scale: Scale, own: OwnPrompt | null): Promise<ResponseScorer> {
  const { run, task, judging } = work;
  const reference = await referenceFor(work);
  const shows = own?.prompt.variables ?? null;
  const analysis = own?.analysis ?? judging.analysis;
  const judges = withOwnPrompt(requireModel(work.agents, 'compares'), own);
  return scorerBy(gradeResponse, { ...work, agents: judges }, { ...NO_AIDS, reference }, (agents, response, sample) =>
    gradeResponse.ask(agents, run, { task, response, reference, scale, analysis, shows }, sample),
  );
}

/** Each response is scored as often as votes are asked for. */
function scorerBy<Value extends WholeScore | DimensionScore | Grade>(
  judge: ResponseScorer['judge'],
  { agents, judging }: ProtocolWork,
  aids: Aids,
  ask: (agents: AgentModel, response: string, sample: Sample) => Promise<Outcome<Value>>,
  tally: (samples: readonly Outcome<Value>[]) => ResponseScore = tallyScores,
): ResponseScorer {
  const model = requireModel(agents, 'compares');
  const scoreOf = async (response: string) =>
    tally(await sampled(judging.votes, (sample) => ask(model, response, sample)));
  return { aids, judge, agents: model, scoreOf };
}

/** Each sample is its expected score; where one has no probabilities, all are what was said: means of both kinds would mix two scales. */
function weighedScore(samples: readonly Outcome<WholeScore>[]): ResponseScore {
  const tallied = tallyScores(samples);
  if (tallied.status === 'unscored') return tallied;
  const expected = valuesOf(samples).flatMap((sample) => sample.expected ?? []);
  const weighed = expected.length === tallied.samples.length;
  return { ...tallied, ...(weighed ? { score: mean(expected) ?? tallied.score, samples: expected } : {}), weighed };
}

/** Nothing was written, and no judge need say so: the lowest score. */
export function scoreOfEmpty(protocol: ScoringProtocol, how: ProtocolWork['how']): ResponseScore {
  const [lowest] = boundsFor(protocol, how);
  return { status: 'scored', score: lowest, samples: [lowest], reason: EMPTY_RESPONSE };
}

export function weighingWarnings(scores: readonly ResponseScore[]): readonly string[] {
  const isPlain = scores.some((each) => each.status === 'scored' && each.weighed === false);
  return isPlain ? ['The endpoint gives no token probabilities: scores are as the judge said them, not weighed.'] : [];
}

export function comparedByScores(protocol: ScoringProtocol): ComparisonProtocol {
  const compare = async (work: Parameters<ComparisonProtocol['compare']>[0], checklist: Checklist | null) => {
    const { run, task, a, b, how } = work;
    const names = pairNames({ a, b });
    return comparing(run, names, async () => {
      const { scoreOf, aids, judge, agents } = await protocol.prepare(work, checklist);
      const scoreSide = ({ response }: NamedResponse) =>
        isBlank(response) ? scoreOfEmpty(protocol, how) : scoreOf(response);
      const [ofA, ofB] = await Promise.all([scoreSide(a), scoreSide(b)]);
      return {
        compared: {
          result: winnerByScores(ofA, ofB, names),
          grounds: { kind: 'scores' as const, checklist, a: ofA, b: ofB, aids },
          comparers: provenanceOf(agents, judge),
          warnings: [...contextWarnings(task), ...weighingWarnings([ofA, ofB]), ...weakWarnings(aids, how)],
        },
        lost: reasonsIn([ofA, ofB]),
      };
    });
  };
  const { title, needsModel, judgesItems } = protocol;
  // Of two responses one might be scored with the checklist and the other without: two scales.
  const takes = protocol.takes.filter((feature) => feature !== 'selective');
  const { weakDimensions = 0 } = protocol;
  const words = { title, needsModel, judgesItems, takes, weakDimensions };
  return protocol.usesChecklist
    ? { ...words, usesChecklist: true, compare }
    : { ...words, usesChecklist: false, compare: (work) => compare(work, null) };
}

export function winnerByScores(a: ResponseScore, b: ResponseScore, names: PairNames): Comparison['result'] {
  if (a.status === 'unscored') return unscored(`${names.a}: ${a.reason}`);
  if (b.status === 'unscored') return unscored(`${names.b}: ${b.reason}`);
  return { status: 'scored', winner: higher(a.score, b.score), flipped: null };
}
