/** Judges that see both responses and prefer one: TICK's preference, LLMBar's judges, the checklist study's, CAMIEval's. */
import { compareResponses, type CompareResponsesInput, type Preference } from '../../../agents/compare-responses.ts';
import type { Checklist } from '../../domain/checklist.ts';
import type { Aids, Comparison, JudgeGrounds, OrderedPreference, Winner } from '../../domain/comparison.ts';
import { reasonsIn, unscored, valuesOf, type Outcome } from '../../domain/outcome.ts';
import { questionInFull } from '../../llm/agent-kit/question.ts';
import { provenanceOf, type Sample } from '../../llm/define-agent.ts';
import { majority } from '../../metrics/kappa.ts';
import { contextWarnings } from '../judge.ts';
import { pairNames, withNames, type PairNames } from '../pair-names.ts';
import { requireModel } from '../require-model.ts';
import { sampled } from '../sampled.ts';
import { votesOf, whyUnread } from '../tally-votes.ts';
import { questionOf } from './basic-dimensions.ts';
import { withOwnPrompt } from './own-prompt.ts';
import { inForm } from './prompt-form.ts';
import { dimensionsFor, metricsFor, NO_AIDS, referenceFor, weakWarnings } from './prepare-aids.ts';
import { comparing, type Compared, type ComparisonProtocol, type ComparisonWork } from './protocol.ts';
import type { Feature } from './protocol-options.ts';

interface Manner {
  /** Its prompt, where there is one of its own. */
  readonly form: string | null;
  /** `asked`: as the options say. */
  readonly analysis: boolean | 'asked';
  /** The words for a tie: always, or where ties are asked for. */
  readonly ties: CompareResponsesInput['ties'];
  readonly tiesAlways?: true;
  /** True: each question is answered for both responses, in place of an analysis. */
  readonly answersEach?: true;
  /** True: the votes of both orders are one count (checklist study); else orders that disagree make a tie. */
  readonly pooled: boolean;
  readonly aids: (work: ComparisonWork) => Promise<Aids>;
}

const LLMBAR_TAKES: readonly Feature[] = ['reference', 'one-order', 'reconsider'];
const withReference = async (work: ComparisonWork): Promise<Aids> => ({
  ...NO_AIDS,
  reference: await referenceFor(work),
});
const CHOOSES = { ties: 'none', pooled: true, aids: withReference } as const;

/** One that needs no checklist. */
const judgeOf = (title: string, takes: readonly Feature[], manner: Manner) => ({
  title,
  takes,
  needsModel: true,
  judgesItems: false,
  usesChecklist: false as const,
  compare: (work: ComparisonWork) => preferring(work, null, manner),
});

export const preference = judgeOf('preference', ['one-order', 'reconsider', 'analysis'], {
  form: 'preference',
  analysis: 'asked',
  ties: 'near-identical',
  tiesAlways: true,
  pooled: false,
  aids: async () => NO_AIDS,
});

export const vanilla = judgeOf('a bare choice', LLMBAR_TAKES, { ...CHOOSES, form: 'vanilla', analysis: false });

export const cot = judgeOf('a choice after an analysis', LLMBAR_TAKES, { ...CHOOSES, form: 'cot', analysis: true });

/** The study's judge of pairs without a checklist: unlike LLMBar's it has no rules of what counts. */
export const choiceWithoutChecklist = judgeOf('a choice after its reason', ['one-order'], {
  ...CHOOSES,
  form: 'choice-without-checklist',
  analysis: true,
  aids: async () => NO_AIDS,
});

export const metrics = judgeOf('a bare choice by metrics that the judge wrote', LLMBAR_TAKES, {
  ...CHOOSES,
  form: 'metrics',
  analysis: false,
  aids: async (work) => {
    const [questions, reference] = await Promise.all([metricsFor(work), referenceFor(work)]);
    return { ...NO_AIDS, questions: [...questions], reference };
  },
});

export const checklistPreference: Extract<ComparisonProtocol, { readonly usesChecklist: true }> = {
  needsModel: true,
  judgesItems: false,
  usesChecklist: true,
  title: 'a choice after each item of the checklist is answered for both',
  takes: ['one-order', 'selective'],
  without: choiceWithoutChecklist,
  compare: (work, checklist) => {
    const aids = { ...NO_AIDS, questions: checklist.items.map(questionInFull) };
    const manner = { ...CHOOSES, form: 'checklist-preference', analysis: false, answersEach: true } as const;
    return preferring(work, checklist, { ...manner, aids: async () => aids });
  },
};

export const camieval = judgeOf(
  'a choice by relevance, factuality and adherence, made concrete',
  ['reference', 'ties', 'one-order', 'reconsider', 'dimensions'],
  {
    form: 'camieval',
    analysis: true,
    ties: 'both-or-neither',
    pooled: true,
    aids: async (work) => {
      const given = referenceFor(work);
      const [reference, { dimensions, weak }] = await Promise.all([given, dimensionsFor(work, given)]);
      const questions = dimensions.map(questionOf);
      return { reference, questions, dimensions: [...dimensions], weak };
    },
  },
);

export const ownChoice: Extract<ComparisonProtocol, { readonly usesChecklist: false }> = {
  title: 'a choice by a prompt of the user’s own',
  takes: ['prompt', 'reference', 'one-order', 'analysis'],
  needsModel: true,
  judgesItems: false,
  usesChecklist: false,
  compare: (work) => {
    const { prompt } = work.how;
    const ties = prompt?.ties === true ? ({ ties: 'near-identical', tiesAlways: true } as const) : {};
    const manner = { ...CHOOSES, ...ties, form: null, analysis: prompt?.analysis ?? ('asked' as const) };
    return preferring(work, null, manner);
  },
};

/** @param checklist shown item by item; null: none is */
function preferring(
  work: ComparisonWork,
  checklist: Checklist | null,
  manner: Manner,
): Promise<Compared<JudgeGrounds>> {
  const { run, task, a, b, judging, how } = work;
  const judges = withOwnPrompt(requireModel(work.agents, 'compares'), how.prompt);
  const names = pairNames({ a, b });
  return comparing(run, names, async () => {
    const aids = await manner.aids(work);
    const agents =
      manner.form === null
        ? judges
        : inForm(judges, compareResponses.name, manner.form, {
            reference: aids.reference !== null,
            questions: aids.questions.length > 0,
            earlier: how.reconsider,
            choices: how.ties,
            manner: manner.analysis === 'asked' && !judging.analysis,
          });
    const { votes } = judging;
    const inOrder = async (first: 'a' | 'b') => {
      const [shownFirst, shownSecond] = first === 'a' ? [a, b] : [b, a];
      const shown = {
        task,
        first: shownFirst.response,
        second: shownSecond.response,
        reference: aids.reference,
        questions: aids.questions,
        answersEach: manner.answersEach ?? false,
        ties: manner.tiesAlways === true || how.ties ? manner.ties : 'none',
        shows: how.prompt?.prompt.variables,
        analysis: manner.analysis === 'asked' ? judging.analysis : manner.analysis,
      };
      const ask = (sample: Sample, doubted: CompareResponsesInput['doubted']) =>
        compareResponses.ask(agents, run, { ...shown, doubted }, sample);
      const samples = await sampled(votes, (sample) => ask(sample, null));
      const order = tallyPreferences(samples, first, names);
      const [doubted] = valuesOf(samples);
      if (!how.reconsider || order.verdict.status === 'unscored' || doubted === undefined) return order;
      const again = await ask({ sampleIndex: 0, samples: votes }, doubted);
      const afterDoubt = again.status === 'done' ? winnerOf(first, again.value.preferred) : null;
      return { first, verdict: { ...order.verdict, afterDoubt } };
    };
    const orders = await Promise.all((how.bothOrders ? (['a', 'b'] as const) : (['a'] as const)).map(inOrder));
    const shown = checklist === null ? {} : { checklist };
    return {
      compared: {
        result: winnerOfOrders(orders, names, manner.pooled),
        grounds: { kind: 'preferences', orders, ...shown, ...(aids === NO_AIDS ? {} : { aids }) },
        comparers: provenanceOf(agents, compareResponses),
        warnings: [...contextWarnings(task), ...weakWarnings(aids, how)],
      },
      lost: reasonsIn(orders.map(({ verdict }) => verdict)),
    };
  });
}

function winnerOf(first: 'a' | 'b', preferred: Preference['preferred']): Winner {
  if (preferred === 'tie') return 'tie';
  return (preferred === 'first') === (first === 'a') ? 'a' : 'b';
}

/**
 * The preference that has more votes than any other; a tie where none has. Unscored where no sample is readable.
 * @param samples in the order of their sample index, at least one
 * @param first which of the pair was shown first
 */
export function tallyPreferences(
  samples: readonly Outcome<Preference>[],
  first: 'a' | 'b',
  names: PairNames,
): OrderedPreference {
  const second = first === 'a' ? 'b' : 'a';
  const readable = valuesOf(samples);
  if (readable.length === 0) return { first, verdict: unscored(whyUnread(samples)) };
  const winners = readable.map(({ preferred }) => winnerOf(first, preferred));
  const count = (winner: Winner) => winners.filter((other) => other === winner).length;
  const winner = majority(winners) ?? 'tie';
  const agreeing = readable[winners.indexOf(winner)];
  const answers = agreeing?.answers?.map((answer) =>
    first === 'a' ? { a: answer.first, b: answer.second } : { a: answer.second, b: answer.first },
  );
  return {
    first,
    verdict: {
      status: 'scored',
      winner,
      reason: agreeing === undefined ? EVEN : withNames(agreeing.analysis, [names[first], names[second]]),
      votes: {
        a: count('a'),
        b: count('b'),
        tie: count('tie'),
        unscored: samples.length - readable.length,
      },
      ...(answers === undefined || answers.length === 0 ? {} : { answers }),
    },
  };
}

const EVEN = 'The votes are split evenly.';

/**
 * What the orders say together; one without a verdict leaves the pair without one.
 * @param pooled the majority of all votes, mapped back, an even split being a tie (checklist study, §4.3); else orders that
 *   disagree make a tie
 */
export function winnerOfOrders(
  orders: readonly OrderedPreference[],
  names: PairNames,
  pooled: boolean,
): Comparison['result'] {
  const verdicts: Extract<OrderedPreference['verdict'], { status: 'scored' }>[] = [];
  for (const { first, verdict } of orders) {
    if (verdict.status === 'unscored') return unscored(`With ${names[first]} shown first: ${verdict.reason}`);
    verdicts.push(verdict);
  }
  const [first = 'tie', ...others] = new Set(verdicts.map(({ winner }) => winner));
  const agreed = others.length > 0 ? 'tie' : first;
  const winner = pooled ? (majority(orders.flatMap(votesOf)) ?? 'tie') : agreed;
  return { status: 'scored', winner, flipped: orders.length < 2 ? null : others.length > 0 };
}
