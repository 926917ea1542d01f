/** Compares two responses by a protocol: pass rates, a preference, or scores; by one judge or by a panel. */
import type { ChecklistPolicy } from '../domain/checklist-policies.ts';
import type { Checklist } from '../domain/checklist.ts';
import type { Comparison, GivenPair, OwnGrounds, Protocol } from '../domain/comparison.ts';
import { InputError, StepFailedError } from '../domain/errors.ts';
import { unscored } from '../domain/outcome.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { AgentModel } from '../llm/define-agent.ts';
import { withinLimits } from '../run/within-limits.ts';
import { CHECKLIST_POLICIES } from './checklist-policies.ts';
import { generateChecklist } from './write-checklists.ts';
import { usageOf } from './judge.ts';
import type { JudgeOptions } from './judge-options.ts';
import { abstentionWarnings, panelProvenance, panelWinner } from './panel.ts';
import { COMPARISON_PROTOCOLS } from './protocols/index.ts';
import type { Compared } from './protocols/protocol.ts';
import type { ProtocolOptions } from './protocols/protocol-options.ts';
import { requireModel } from './require-model.ts';
import { membersOf } from './sampled.ts';
import { compareSelectively, type ChecklistToWrite } from './selective.ts';
import { topOf } from './top-of.ts';

export interface CompareInput extends GivenPair {
  /** Null: where the protocol needs one, it is generated from the task. */
  readonly checklist: Checklist | null;
}

export interface CompareOptions {
  readonly by: Protocol;
  readonly judging: JudgeOptions;
  readonly how: ProtocolOptions;
  /** How a checklist is written where none is given. */
  readonly policy: ChecklistPolicy;
  /** Only the first so many items of the checklist; null: all. */
  readonly top: number | null;
}

/**
 * @param run of this pair alone: usage and calls are told apart by it
 * @returns a winner, a tie, or no verdict with its reason: a judge that fails is never a tie
 * @throws InputError where the protocol needs a model, or a checklist that nothing says how to get; LimitError,
 *   CancelledError; UnavailableError where the model cannot be asked at all
 */
export async function compare(
  run: RunContext,
  agents: AgentModel | null,
  input: CompareInput,
  options: CompareOptions,
): Promise<Comparison> {
  const { name, task, a, b, label } = input;
  const { by, judging } = options;
  if (COMPARISON_PROTOCOLS[by].needsModel) requireModel(agents, 'compares');
  const compared = await withinLimits(run, agents?.model ?? null, async () =>
    judging.panel.length === 0
      ? comparedByOne(run, agents, input, options)
      : comparedByPanel(run, agents, input, options),
  );
  const warnings = [...compared.warnings];
  return { name, task, a, b, by, label, ...compared, warnings, usage: usageOf(run, agents) };
}

type CompareArguments = Parameters<typeof compare>;

async function comparedByOne(...[run, agents, input, options]: CompareArguments): Promise<Compared<OwnGrounds>> {
  const protocol = COMPARISON_PROTOCOLS[options.by];
  const work = { run, agents, ...input, ...options };
  try {
    if (!protocol.usesChecklist) return await protocol.compare(work);
    const list = checklistFor(run, agents, input, options);
    const { selective } = options.how;
    const { without } = protocol;
    if (selective !== null && without !== undefined)
      return await compareSelectively(work, { ...protocol, without }, selective, list);
    const checklist = await list.get();
    return await protocol.compare({ ...work, task: checklist.task }, checklist);
  } catch (error) {
    // What could not be prepared, such as a checklist, leaves this pair without a verdict, and the others as they are.
    if (!(error instanceof StepFailedError)) throw error;
    return { result: unscored(error.message), grounds: null, comparers: {}, warnings: [] };
  }
}

/** Each member compares by itself; what prepares the judging is the same question of all, which is asked once. */
async function comparedByPanel(...[run, agents, input, options]: CompareArguments): Promise<Compared> {
  const alone = { ...options, judging: { ...options.judging, panel: [] } };
  const members = await Promise.all(
    membersOf(requireModel(agents, 'panel'), options.judging.panel).map(async (member) => ({
      model: member.model,
      ...(await comparedByOne(run, member.agents, input, alone)),
    })),
  );
  return {
    result: panelWinner(members.map(({ result }) => result)),
    grounds: {
      kind: 'panel',
      members: members.map(({ model, result, grounds }) => ({ model, result, grounds })),
    },
    comparers: panelProvenance(members.map(({ comparers }) => comparers)),
    warnings: [...new Set(members.flatMap(({ warnings }) => warnings)), ...abstentionWarnings(members)],
  };
}

/**
 * The checklist that is given, with the task that is given in place of its own, or one that is written when it is asked for.
 * @throws InputError where there is neither a checklist nor a task
 */
export function checklistFor(
  run: RunContext,
  agents: AgentModel | null,
  { checklist, task }: Pick<CompareInput, 'checklist' | 'task'>,
  { policy, top }: Pick<CompareOptions, 'policy' | 'top'>,
): ChecklistToWrite {
  const toJudgeBy = (list: Checklist) => topOf({ ...list, task: task ?? list.task }, top ?? Infinity);
  if (checklist !== null) return { calls: 0, get: async () => toJudgeBy(checklist) };
  if (task === null)
    throw new InputError('There is no checklist to judge by.', {
      advice: 'Give a checklist or a set of criteria, or the instruction to generate one from.',
    });
  return {
    calls: CHECKLIST_POLICIES[policy].calls,
    get: async () => toJudgeBy(await generateChecklist(run, agents, task, policy)),
  };
}
