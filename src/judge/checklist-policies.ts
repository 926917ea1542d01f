/** The ways of writing a checklist from an instruction (TICK; checklist study, §3.2): each is one object that owns its calls. */
import { generateChecklist, type GenerateChecklistInput } from '../../agents/generate-checklist.ts';
import { refineChecklist } from '../../agents/refine-checklist.ts';
import type { ChecklistPolicy } from '../domain/checklist-policies.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import type { GeneratedItem } from '../llm/agent-kit/generated-items.ts';
import type { AgentModel, Sample } from '../llm/define-agent.ts';

/** @param sample which of several lists of the same task */
type WriteList = (
  run: RunContext,
  agents: AgentModel,
  task: Task,
  sample: Sample,
) => Promise<Outcome<readonly GeneratedItem[]>>;

interface PolicyObject {
  /** "A checklist …". */
  readonly title: string;
  readonly calls: 1 | 2;
  readonly write: WriteList;
}

const BASELINE = { manner: 'baseline', count: null, examples: false } as const;

const writeAs =
  (manner: Omit<GenerateChecklistInput, 'task'>): WriteList =>
  (run, agents, task, sample) =>
    generateChecklist.ask(agents, run, { task, ...manner }, sample);

export const CHECKLIST_POLICIES: Readonly<Record<ChecklistPolicy, PolicyObject>> = {
  // TICK.
  'ticking-with-examples': {
    title: 'of usually 2 to 8 questions, from a prompt with examples',
    calls: 1,
    write: writeAs({ manner: 'ticking', count: null, examples: true }),
  },
  // TICK as the checklist study has it.
  ticking: {
    title: 'of usually 2 to 8 questions',
    calls: 1,
    write: writeAs({ manner: 'ticking', count: null, examples: false }),
  },
  // The checklist study, as all that follow.
  baseline: { title: 'of all that plainly bears on the instruction', calls: 1, write: writeAs(BASELINE) },
  specify: {
    title: 'with regard to the answers that can be expected',
    calls: 1,
    write: writeAs({ ...BASELINE, manner: 'specify' }),
  },
  'length-0.5': { title: 'of half as many items as the baseline’s, written anew', calls: 2, write: ofLength(0.5) },
  'length-1.5': {
    title: 'of half as many items again as the baseline’s, written anew',
    calls: 2,
    write: ofLength(1.5),
  },
  'self-refine': {
    title: 'as the baseline’s, rated item by item and rewritten',
    calls: 2,
    write: fromBaseline(
      (items) => (run, agents, task, sample) => refineChecklist.ask(agents, run, { task, items }, sample),
    ),
  },
};

/** The baseline's items are counted, not trimmed: the list is written from the instruction again. */
function ofLength(factor: number): WriteList {
  return fromBaseline(({ length }) => writeAs({ ...BASELINE, count: Math.max(1, Math.round(factor * length)) }));
}

/** @param next writes the list by the questions of the baseline's */
function fromBaseline(next: (questions: readonly string[]) => WriteList): WriteList {
  return async (run, agents, task, sample) => {
    const baseline = await writeAs(BASELINE)(run, agents, task, sample);
    if (baseline.status === 'unscored') return baseline;
    return next(baseline.value.map(({ question }) => question))(run, agents, task, sample);
  };
}
