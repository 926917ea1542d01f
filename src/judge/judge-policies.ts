/** Judges what people judged without a checklist, and with one by each of several policies (checklist study, §4). */
import type { Checklist } from '../domain/checklist.ts';
import type { ChecklistPolicy } from '../domain/checklist-policies.ts';
import type { PolicyCase, PolicyLists, PolicyVerdicts } from '../data/policy-verdicts.ts';
import { InputError, StepFailedError } from '../domain/errors.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import type { AgentModel } from '../llm/define-agent.ts';
import { canonicalJson } from '../text/hash.ts';
import { withinLimits } from '../run/within-limits.ts';
import type { JudgeOptions } from './judge-options.ts';
import { casesToJudge, judgementsOf, type HumanJudged, type OfRow } from './repeated-verdicts.ts';
import { requireModel } from './require-model.ts';
import { selectiveJudging } from './selective.ts';
import { generateChecklist } from './write-checklists.ts';

export interface PolicyOptions {
  readonly policies: readonly ChecklistPolicy[];
  readonly judging: JudgeOptions;
  /** How often a list is asked for again where none could be read; the study's 3. */
  readonly regenerate: number;
}

/** @throws InputError without a model, cases or policies, or for a case without an instruction; StepFailedError where no instruction has all lists; LimitError, CancelledError */
export async function judgePolicies(
  run: RunContext,
  agents: AgentModel | null,
  data: HumanJudged<Pick<OfRow, 'subset'>>,
  { policies, judging: chosen, regenerate }: PolicyOptions,
): Promise<PolicyVerdicts> {
  const judges = requireModel(agents, 'compares');
  if (policies.length === 0) throw new InputError('There is no policy to measure.');
  if (data.cases.length === 0) throw new InputError('There are no cases to judge.');
  const judging = selectiveJudging(chosen);
  return withinLimits(run, judges.model, async () => {
    const tasks = new Map(data.cases.map((each) => [keyOf(taskOf(each)), taskOf(each)]));
    const lists = new Map<string, ReadonlyMap<string, Checklist>>();
    const leftOut: PolicyVerdicts['leftOut'][number][] = [];
    const failures: StepFailedError[] = [];
    await Promise.all(
      [...tasks].map(async ([key, task]) => {
        const byPolicy = new Map<string, Checklist>();
        const missing: PolicyVerdicts['leftOut'][number][] = [];
        await Promise.all(
          policies.map(async (policy) => {
            try {
              byPolicy.set(policy, { ...(await generateChecklist(run, agents, task, policy, regenerate)), task });
            } catch (error) {
              if (!(error instanceof StepFailedError)) throw error;
              failures.push(error);
              missing.push({ task, policy, reason: error.message });
            }
          }),
        );
        if (missing.length === 0) lists.set(key, byPolicy);
        else leftOut.push(...missing);
      }),
    );
    const [failure] = failures;
    if (lists.size === 0 && failure !== undefined) throw failure;
    const toJudge = casesToJudge(run, judges, judging, data).filter(({ given }) => lists.has(keyOf(taskOf(given))));
    const cases = await Promise.all(
      toJudge.map(async ({ given, gold, verdicts }): Promise<PolicyCase> => {
        const task = taskOf(given);
        const byPolicy = lists.get(keyOf(task));
        const [without, ...withEach] = await Promise.all([
          verdicts(null),
          ...policies.map((policy) => verdicts(byPolicy?.get(policy) ?? null)),
        ]);
        const withList = Object.fromEntries(policies.map((policy, at) => [policy, withEach[at] ?? []]));
        return { name: given.name, subset: given.subset, task, gold, without, withList };
      }),
    );
    return {
      kind: data.kind,
      policies,
      judgements: judgementsOf(data.kind, judging),
      cases,
      lists: [...tasks].flatMap(([key, task]): readonly PolicyLists[] => {
        const byPolicy = lists.get(key);
        if (byPolicy === undefined) return [];
        const questions = [...byPolicy].map(
          ([policy, { items }]) => [policy, items.map(({ question }) => question)] as const,
        );
        return [{ task, byPolicy: Object.fromEntries(questions) }];
      }),
      leftOut,
    };
  });
}

/** Lists and judgements that nobody gave, or that could not be read: figures leave them out. */
export function unansweredInPolicies({ judgements, cases, leftOut }: PolicyVerdicts): number {
  const judged = cases.flatMap(({ without, withList }) => [without, ...Object.values(withList)]);
  return judged.reduce((sum, { length }) => sum + judgements - length, leftOut.length);
}

/** @throws InputError where nobody said what the responses answer */
function taskOf({ name, task }: { readonly name: string; readonly task: Task | null }): Task {
  if (task !== null) return task;
  throw new InputError(`${name} has no instruction to write a checklist from.`);
}

const keyOf = (task: Task) => canonicalJson(task);
