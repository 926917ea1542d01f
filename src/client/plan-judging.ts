/** What judging, or work that rests on it, would do and cost at most: the work itself, on agents that only count. */
import type { Secrets } from '../config/environment.ts';
import type { Settings } from '../config/settings.ts';
import { DEFAULT_CHECKLIST_POLICY, type ChecklistPolicy } from '../domain/checklist-policies.ts';
import type { Checklist } from '../domain/checklist.ts';
import type { Protocol, ScoringProtocol } from '../domain/comparison.ts';
import type { RefineMethod } from '../domain/judged-work.ts';
import { parseCheck } from '../domain/parse-check.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import { ablate, type AblationData } from '../judge/ablate.ts';
import { isCountable } from '../judge/code-verdict.ts';
import { checklistToJudgeBy, compare } from '../judge/compare.ts';
import { generateChecklist } from '../judge/write-checklists.ts';
import { judge } from '../judge/judge.ts';
import type { JudgeOptions } from '../judge/judge-options.ts';
import { measureActionability } from '../judge/measure-actionability.ts';
import type { ProtocolOptions } from '../judge/protocols/protocol-options.ts';
import { requireModel } from '../judge/require-model.ts';
import { refine } from '../judge/refine.ts';
import { scoreResponse } from '../judge/score-response.ts';
import { settledGrounds } from '../judge/selective.ts';
import { selectBestResponse } from '../judge/select-best-response.ts';
import { topOf } from '../judge/top-of.ts';
import { taskKey } from '../measure/measured-list.ts';
import type { AgentModel } from '../llm/define-agent.ts';
import { createCallCounter, type PricedModel } from './call-counter.ts';
import { workingAlone } from './runs.ts';

/** What is to be done, with the texts. */
export type JudgingJob =
  | { readonly kind: 'judge' | 'best-of' | 'actionability'; readonly responses: readonly string[] }
  /** Each by a checklist of its own; null: one is generated for its task. */
  | { readonly kind: 'rows'; readonly rows: readonly RowToJudge[] }
  | { readonly kind: 'sample'; readonly samples: number }
  | {
      readonly kind: 'refine';
      readonly response: string;
      readonly rounds: number;
      readonly method: RefineMethod;
    }
  | {
      readonly kind: 'compare';
      readonly by: Protocol;
      readonly how: ProtocolOptions;
      readonly pairs: readonly PairToCompare[];
    }
  | { readonly kind: 'ablate'; readonly data: AblationData }
  | {
      readonly kind: 'score';
      readonly by: ScoringProtocol;
      readonly how: ProtocolOptions;
      readonly reference: string | null;
      readonly responses: readonly string[];
    };

interface RowToJudge {
  readonly task: Task;
  readonly response: string;
  readonly checklist: Checklist | null;
}

interface PairToCompare {
  readonly a: string;
  readonly b: string;
  readonly task: Task | null;
  readonly reference: string | null;
}

export interface JudgingRequest {
  readonly job: JudgingJob;
  /** What the responses answer; null where nobody said. */
  readonly task: Task | null;
  /** Null: none is given, and one is generated where the job needs it. */
  readonly checklist: Checklist | null;
  /** How one is written where none is given. Absent: as by default. */
  readonly policy?: ChecklistPolicy;
  readonly top: number | null;
  readonly options: JudgeOptions;
}

export interface JudgingPlan {
  readonly job: JudgingJob;
  readonly options: JudgeOptions;
  /** Null where the job needs no checklist. */
  readonly checklist: {
    readonly items: number;
    /** Of the items: those that code counts. */
    readonly byCode: number;
    /** True: nobody knows the items yet, and `items` is an assumption. */
    readonly isGenerated: boolean;
  } | null;
  /** Null where code alone judges, which costs nothing. */
  readonly model: PricedModel | null;
}

/** @throws InputError where the job cannot be done as asked, or the prompts, the prices or a role cannot be used */
export async function planJudging(request: JudgingRequest, settings: Settings, secrets: Secrets): Promise<JudgingPlan> {
  const { job, options, checklist: given } = request;
  const counter = await createCallCounter(settings, secrets);
  const used = await count(workingAlone(), counter?.agents ?? null, request);
  const byCode = options.codeChecks ? (used?.items.filter(isCountable).length ?? 0) : 0;
  return {
    job,
    options,
    checklist: used === null ? null : { items: used.items.length, byCode, isGenerated: given === null },
    model: counter?.planned() ?? null,
  };
}

/** What no text meets. */
const UNMEETABLE = { rule: parseCheck('words >= 1000000000'), decides: 'all' } as const;

/**
 * Texts that are still to be written meet no check of code, since most calls follow from that. What a check decides in part
 * alone is taken to be left to the judge.
 */
function asUnmet(checklist: Checklist): Checklist {
  const items = checklist.items.map((item) => ({ ...item, check: isCountable(item) ? UNMEETABLE : undefined }));
  return { ...checklist, items };
}

/** @returns the checklist that the work goes by; null where it needs none */
async function count(
  run: RunContext,
  agents: AgentModel | null,
  { job, task, policy = DEFAULT_CHECKLIST_POLICY, top, options: judging, ...request }: JudgingRequest,
): Promise<Checklist | null> {
  const given = request.checklist === null ? null : asUnmet(request.checklist);
  const named = (response: string) => ({ name: 'response', response });
  if (job.kind === 'compare') {
    const pairs = job.pairs.map((pair) => ({
      name: 'pair',
      task: pair.task ?? task,
      a: named(pair.a),
      b: named(pair.b),
      reference: pair.reference,
      checklist: given,
      label: null,
    }));
    const chosen = { by: job.by, how: job.how, judging, policy, top };
    const [compared] = await Promise.all(pairs.map((pair) => compare(run, agents, pair, chosen)));
    const first = compared?.grounds?.kind === 'panel' ? compared.grounds.members[0]?.grounds : compared?.grounds;
    const grounds = settledGrounds(first ?? null);
    return grounds !== null && 'checklist' in grounds ? (grounds.checklist ?? null) : null;
  }
  if (job.kind === 'score') {
    const chosen = { by: job.by, how: job.how, judging, policy, top };
    const common = { task, checklist: given, reference: job.reference };
    const [scored] = await Promise.all(
      job.responses.map((response) => scoreResponse(run, agents, { ...named(response), ...common }, chosen)),
    );
    return scored?.checklist ?? null;
  }
  if (job.kind === 'rows') {
    const generated = new Map<string, Checklist>();
    for (const row of job.rows) {
      const key = taskKey(row.task);
      const checklist =
        row.checklist === null
          ? (generated.get(key) ?? (await generateChecklist(run, agents, row.task, policy)))
          : asUnmet(row.checklist);
      if (row.checklist === null) generated.set(key, checklist);
      const asked = topOf({ ...checklist, task: row.task }, top ?? undefined);
      await judge(run, agents, { ...named(row.response), checklist: asked }, judging);
    }
    return null;
  }
  if (job.kind === 'refine' || job.kind === 'sample' || job.kind === 'actionability') requireModel(agents, 'writes');
  const checklist = await checklistToJudgeBy(run, agents, { checklist: given, task }, { policy, top });
  const inputOf = (response: string) => ({ ...named(response), checklist });
  switch (job.kind) {
    case 'ablate':
      await ablate(run, agents, checklist, job.data, { judging });
      break;
    case 'judge':
      for (const response of job.responses) await judge(run, agents, inputOf(response), judging);
      break;
    case 'actionability':
      for (const response of job.responses) await measureActionability(run, agents, inputOf(response), judging);
      break;
    case 'best-of':
    case 'sample': {
      const candidates = job.kind === 'sample' ? job.samples : job.responses.map(named);
      await selectBestResponse(run, agents, { candidates, checklist }, judging);
      break;
    }
    case 'refine': {
      const { response, rounds, method } = job;
      return (await refine(run, agents, inputOf(response), { rounds, method, judging, top })).checklist;
    }
  }
  return checklist;
}
