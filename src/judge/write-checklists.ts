/** Has checklists written, from an instruction, from better and worse responses to it, or from remarks on many texts; and looked through. */
import { contrastResponses as askForContrast } from '../../agents/contrast-responses.ts';
import { generalizeObservations as askToGeneralize } from '../../agents/generalize-observations.ts';
import { reviewChecklist as askForReview, type ChecklistFinding } from '../../agents/review-checklist.ts';
import type { ChecklistPolicy } from '../domain/checklist-policies.ts';
import type { Checklist, ChecklistItem } from '../domain/checklist.ts';
import { InputError, StepFailedError } from '../domain/errors.ts';
import { done, type Outcome, unscored } from '../domain/outcome.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import type { GeneratedItem } from '../llm/agent-kit/generated-items.ts';
import { questionInFull } from '../llm/agent-kit/question.ts';
import { drawnAgain, ONLY_SAMPLE, type AgentModel, type Sample } from '../llm/define-agent.ts';
import { inBatches } from '../llm/in-batches.ts';
import { asNoAnswer } from '../run/no-answer.ts';
import { timeStep } from '../run/run-step.ts';
import { withinLimits } from '../run/within-limits.ts';
import { CHECKLIST_POLICIES } from './checklist-policies.ts';
import { joined, withoutNearEqual } from './near-equal-items.ts';
import { newChecklist, type NewItem } from './new-item.ts';
import { requireModel } from './require-model.ts';
import { plural } from '../text/plural.ts';

/**
 * @param sample which of several lists for the task; default: the only one
 * @param regenerate how often a list is asked for again where none could be read (checklist study, appendix A.1: 3)
 * @throws InputError without a model; StepFailedError where it wrote no usable list, NoAnswerError where it fell silent; LimitError; CancelledError
 */
export function generateChecklist(
  run: RunContext,
  agents: AgentModel | null,
  task: Task,
  policy: ChecklistPolicy,
  regenerate = 0,
  sample: Sample = ONLY_SAMPLE,
): Promise<Checklist> {
  return written(run, agents, task, async (writers) => {
    const write = (again: number) => CHECKLIST_POLICIES[policy].write(run, writers, task, drawnAgain(sample, again));
    let outcome = await write(0);
    for (let again = 1; again <= regenerate && outcome.status === 'unscored'; again += 1) outcome = await write(again);
    return outcome;
  });
}

/**
 * What sets the better responses apart from the worse ones.
 * @throws as `generateChecklist`; InputError where there are no responses of either kind
 */
export async function contrastResponses(
  run: RunContext,
  agents: AgentModel | null,
  task: Task,
  { better, worse }: { readonly better: readonly string[]; readonly worse: readonly string[] },
): Promise<Checklist> {
  if (better.length === 0 || worse.length === 0)
    throw new InputError('A contrast needs at least one better and one worse response.');
  return written(run, agents, task, (writers) => askForContrast.ask(writers, run, { task, better, worse }));
}

/**
 * What remarks on many texts, or dimensions of quality, ask of a text of their kind. Each item keeps those that it rests on,
 * and items that more of them stand behind come first. An observation that could not be read is left out, and says so.
 * @throws as `generateChecklist`; InputError where there are no observations, or one is empty
 */
export async function generalizeObservations(
  run: RunContext,
  agents: AgentModel | null,
  observations: readonly string[],
): Promise<Checklist> {
  if (observations.length === 0) throw new InputError('There are no observations.');
  if (observations.some((text) => text.trim() === '')) throw new InputError('An observation cannot be empty.');
  const leftOut: Checklist['leftOut'] = [];
  const made = await written(run, agents, null, async (writers) => {
    const numbered = observations.map((text, index) => ({ id: `o${index}`, text }));
    const outcomes = await inBatches(numbered, askToGeneralize.itemsPerCall ?? Infinity, (batch) =>
      askToGeneralize.ask(writers, run, { observations: batch }),
    );
    const behind = new Map<GeneratedItem, string[]>();
    for (const { id, text } of numbered) {
      const outcome = outcomes.get(id) ?? unscored('It was not asked.');
      if (outcome.status === 'unscored') leftOut.push({ text, reason: `It was not read: ${outcome.reason}` });
      else for (const item of outcome.value) behind.set(item, [...(behind.get(item) ?? []), text]);
    }
    if (behind.size === 0) return unscored(leftOut[0]?.reason ?? 'No observation asks for anything.');
    return done([...behind].map(([item, texts]) => ({ ...item, observations: texts })));
  });
  const whole = { ...made, leftOut: [...made.leftOut, ...leftOut] };
  const reviewed = await reviewChecklist(run, agents, whole);
  const count = (item: ChecklistItem) => item.observations?.length ?? 0;
  return {
    ...reviewed,
    items: [...reviewed.items].sort((a, b) => count(b) - count(a) || Math.abs(b.weight) - Math.abs(a.weight)),
  };
}

type WrittenItem = GeneratedItem & Pick<NewItem, 'observations'>;

async function written(
  run: RunContext,
  agents: AgentModel | null,
  task: Task | null,
  write: (writers: AgentModel) => Promise<Outcome<readonly WrittenItem[]>>,
): Promise<Checklist> {
  const writers = requireModel(agents, 'generatesChecklists');
  const items = await withinLimits(run, writers.model, () =>
    timeStep(run, {}, 'checklist', 1, async () => {
      const outcome = await write(writers);
      if (outcome.status === 'unscored')
        throw unwritten(run, writers, `The checklist could not be generated: ${outcome.reason}`);
      return { result: outcome.value, lost: [], summary: plural(outcome.value.length, 'item') };
    }),
  );
  return withoutNearEqual(
    newChecklist(
      task,
      items.map((item) => ({ ...item, origin: 'model' })),
    ),
  );
}

/** A list that nobody answered for is another thing than one that could not be used. */
function unwritten({ runId }: RunContext, { model }: AgentModel, message: string): unknown {
  return asNoAnswer(new StepFailedError(message), model.callsOf(runId));
}

/**
 * Near-equal wordings by code first, the rest by a model. Pinned items stay.
 * @throws InputError without a model; StepFailedError where it could not be read, or would leave nothing; LimitError; CancelledError
 */
export async function reviewChecklist(
  run: RunContext,
  agents: AgentModel | null,
  original: Checklist,
): Promise<Checklist> {
  const reviewers = requireModel(agents, 'generatesChecklists');
  const checklist = withoutNearEqual(original);
  const items = checklist.items.map((item) => ({ id: item.id, text: questionInFull(item) }));
  return withinLimits(run, reviewers.model, () =>
    timeStep(run, {}, 'checklist', items.length, async () => {
      const outcome = await askForReview.ask(reviewers, run, { task: checklist.task, items });
      if (outcome.status === 'unscored')
        throw unwritten(run, reviewers, `The checklist could not be reviewed: ${outcome.reason}`);
      const result = applyFindings(checklist, outcome.value);
      return { result, lost: [], summary: `${result.items.length} of ${plural(original.items.length, 'item')} kept` };
    }),
  );
}

/** Pure. @throws StepFailedError where nothing would be left */
export function applyFindings(
  { items, ...checklist }: Checklist,
  findings: ReadonlyMap<string, ChecklistFinding>,
): Checklist {
  const leftOut = [...checklist.leftOut];
  const kept = new Map<string, ChecklistItem>(items.map((item) => [item.id, item]));
  // Where each item went that says what another says; two that name each other are one, not none.
  const homes = new Map<string, string>();
  const homeOf = (id: string): string => {
    const next = homes.get(id);
    return next === undefined ? id : homeOf(next);
  };
  const out = (item: ChecklistItem, reason: string) => {
    kept.delete(item.id);
    leftOut.push({ text: item.text, reason });
  };
  const open = items.filter(({ pinned }) => !pinned);
  for (const item of open) {
    const finding = findings.get(item.id);
    if (finding?.kind === 'unenforceable') out(item, `${item.id} could not be enforced: ${finding.reason}`);
  }
  for (const { id } of open) {
    const finding = findings.get(id);
    const guest = kept.get(id);
    const home = finding?.kind === 'repeats' ? kept.get(homeOf(finding.of)) : undefined;
    if (finding === undefined || guest === undefined || home === undefined || home === guest) continue;
    kept.set(home.id, joined(home, guest));
    homes.set(guest.id, home.id);
    out(guest, `${guest.id} says what ${home.id} says: ${finding.reason}`);
  }
  if (kept.size === 0) throw new StepFailedError('The review would leave nothing of the checklist.');
  return { ...checklist, items: [...kept.values()], leftOut };
}
