/** What people judged as a whole, and how a model judges it again and again, with a checklist or without one (checklist study, §4.3). */
import { compareResponses } from '../../agents/compare-responses.ts';
import { scoreResponse } from '../../agents/score-response.ts';
import type { WholeVerdict } from '../data/policy-verdicts.ts';
import type { Checklist } from '../domain/checklist.ts';
import type { GivenPair, NamedResponse, Winner } from '../domain/comparison.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import type { AgentProvenance } from '../domain/model.ts';
import { provenanceOf, type AgentModel } from '../llm/define-agent.ts';
import { withinLimits } from '../run/within-limits.ts';
import type { JudgeOptions } from './judge-options.ts';
import { checklistPreference, choiceWithoutChecklist } from './protocols/preference.ts';
import { protocolOptionsOf } from './protocols/protocol-options.ts';
import { inForm } from './protocols/prompt-form.ts';
import { checklistScore, scoreWithoutChecklist } from './protocols/score.ts';
import { requireModel } from './require-model.ts';
import { samplesOf, selectiveJudging, votesIn } from './selective.ts';

export interface LabelledPair extends Omit<GivenPair, 'reference'> {
  readonly label: Winner;
}

export interface ScoredResponse extends NamedResponse {
  readonly task: Task | null;
  /** People's mean, 1 to 5. */
  readonly score: number;
}

/** What the row says beside. */
export interface OfRow {
  /** The row's category, or its file where there are several; empty: neither. */
  readonly subset: string;
  /** What the row asks of its responses; empty: it does not say. */
  readonly criteria: readonly string[];
}

/** What people judged by the whole: pairs, or responses. */
export type HumanJudged<Also = unknown> =
  | { readonly kind: 'pairwise'; readonly cases: readonly (LabelledPair & Also)[] }
  | { readonly kind: 'direct'; readonly cases: readonly (ScoredResponse & Also)[] };

export interface CaseToJudge<Case> {
  readonly given: Case;
  readonly gold: WholeVerdict;
  /**
   * The readable ones of `judgements`; swapped orders are mapped back.
   * @param checklist null: without one
   */
  readonly verdicts: (checklist: Checklist | null) => Promise<readonly WholeVerdict[]>;
}

/** How often each case is judged with one checklist, or without any. */
export function judgementsOf(kind: HumanJudged['kind'], { votes }: Pick<JudgeOptions, 'votes'>): number {
  return kind === 'pairwise' ? 2 * votes : votes;
}

export interface RepeatedVerdicts {
  /** In the order of the cases. */
  readonly cases: readonly {
    readonly name: string;
    readonly gold: WholeVerdict;
    readonly verdicts: readonly WholeVerdict[];
  }[];
  /** Asked for of each case. */
  readonly judgements: number;
  /** Judgements that nobody gave, or that could not be read. */
  readonly unanswered: number;
  readonly agents: AgentProvenance;
}

/**
 * @param checklist null: judged without one
 * @throws InputError without a model; LimitError, CancelledError
 */
export async function judgeRepeatedly(
  run: RunContext,
  agents: AgentModel | null,
  data: HumanJudged,
  checklist: Checklist | null,
  judging: JudgeOptions,
): Promise<RepeatedVerdicts> {
  const judges = requireModel(agents, 'compares');
  const { values: cases, unanswered } = await eachCase(
    run,
    judges,
    judging,
    data,
    async ({ given: { name, task }, gold, verdicts }) => {
      const list = checklist === null ? null : { ...checklist, task };
      return { name, gold, verdicts: await verdicts(list) };
    },
  );
  const [agent, ...forms] =
    data.kind === 'pairwise'
      ? ([compareResponses, 'checklist-preference', 'choice-without-checklist'] as const)
      : ([scoreResponse, 'checklist-score', 'score-without-checklist'] as const);
  const asked = inForm(judges, agent.name, forms[checklist === null ? 1 : 0]);
  const judgements = judgementsOf(data.kind, selectiveJudging(judging));
  return { cases, judgements, unanswered, agents: provenanceOf(asked, agent) };
}

/** All cases at once, each judged several times. @throws InputError without a model; LimitError, CancelledError */
export async function eachCase<Also, Value>(
  run: RunContext,
  agents: AgentModel | null,
  judging: JudgeOptions,
  data: HumanJudged<Also>,
  work: (each: CaseToJudge<(LabelledPair | ScoredResponse) & Also>) => Promise<Value>,
): Promise<{ readonly values: readonly Value[] } & Pick<RepeatedVerdicts, 'unanswered'>> {
  const judges = requireModel(agents, 'compares');
  const repeated = selectiveJudging(judging);
  let unanswered = 0;
  const cases = casesToJudge(run, judges, repeated, data).map((each): typeof each => ({
    ...each,
    verdicts: async (checklist) => {
      const read = await each.verdicts(checklist);
      unanswered += judgementsOf(data.kind, repeated) - read.length;
      return read;
    },
  }));
  const values = await withinLimits(run, judges.model, () => Promise.all(cases.map(work)));
  return { values, unanswered };
}

export function casesToJudge<Also>(
  run: RunContext,
  agents: AgentModel,
  judging: JudgeOptions,
  data: HumanJudged<Also>,
): readonly CaseToJudge<(LabelledPair | ScoredResponse) & Also>[] {
  const work = { run, agents, reference: null, judging, how: protocolOptionsOf('ablation', { takes: [] }, {}, false) };
  if (data.kind === 'pairwise')
    return data.cases.map((pair) => ({
      given: pair,
      gold: pair.label,
      verdicts: async (checklist) => {
        const { grounds } = await (checklist === null
          ? choiceWithoutChecklist.compare({ ...work, ...pair })
          : checklistPreference.compare({ ...work, ...pair }, checklist));
        return votesIn(grounds);
      },
    }));
  return data.cases.map((scored) => ({
    given: scored,
    gold: scored.score,
    verdicts: async (checklist) => {
      const protocol = checklist === null ? scoreWithoutChecklist : checklistScore;
      const { scoreOf } = await protocol.prepare({ ...work, task: scored.task }, checklist);
      return samplesOf(await scoreOf(scored.response));
    },
  }));
}
