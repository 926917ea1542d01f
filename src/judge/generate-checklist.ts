/** Generates the checklist of an instruction on the spot (TICK). */
import { requireCapability } from '../domain/engine.ts';
import type { Checklist, ChecklistItem } from '../domain/checklist.ts';
import { StepFailedError } from '../domain/errors.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import { jaccard } from '../text/similarity.ts';
import { contentStems } from '../text/words.ts';
import { newChecklist } from './new-item.ts';
import type { JudgePorts } from './judge.ts';
import { timeStep } from '../run/run-step.ts';
import { withinLimits } from '../run/within-limits.ts';

/**
 * @param examples whether the prompt shows some, as TICK's does
 * @throws InputError without a model; StepFailedError where it wrote no usable list; LimitError; CancelledError
 */
export async function generateChecklist(
  run: RunContext,
  { engine, model }: JudgePorts,
  task: Task,
  examples: boolean,
): Promise<Checklist> {
  requireCapability(engine, 'generatesChecklists');
  const items = await withinLimits(run, model, () =>
    timeStep(run, {}, 'checklist', 1, async () => {
      const outcome = await engine.generateChecklist(run, { task, examples });
      if (outcome.status === 'unscored')
        throw new StepFailedError(`The checklist could not be generated: ${outcome.reason}`);
      const summary = `${outcome.value.length} items from the instruction`;
      return { result: outcome.value, lost: [], summary };
    }),
  );
  return withoutNearEqual(
    newChecklist(
      task,
      items.map((item) => ({ ...item, origin: 'model' })),
    ),
  );
}

/** Share of content words in common: "have a clear opening" and "open clearly" are for people to tell apart. */
const NEAR_EQUAL = 0.8;

/** The earlier item stays, or the pinned one; ids stay as they are. Each one left out names its like. */
export function withoutNearEqual(checklist: Checklist): Checklist {
  const kept: { readonly item: ChecklistItem; readonly stems: ReadonlySet<string> }[] = [];
  const leftOut = [...checklist.leftOut];
  const pinnedFirst = [...checklist.items].sort((a, b) => Number(b.pinned) - Number(a.pinned));
  for (const item of pinnedFirst) {
    const stems = contentKey(item.text);
    const like = kept.find((other) => jaccard(other.stems, stems) >= NEAR_EQUAL);
    if (like === undefined || item.pinned) kept.push({ item, stems });
    else leftOut.push({ text: item.text, reason: `It says what ${like.item.id} says.` });
  }
  const stays = new Set(kept.map(({ item }) => item));
  return { ...checklist, items: checklist.items.filter((item) => stays.has(item)), leftOut };
}

/** Numbers and negation tell items apart that share all other words. */
function contentKey(text: string): ReadonlySet<string> {
  const exact = text.toLowerCase().match(/\d+|\b(?:not|no|never|without|at (?:most|least)|under|over)\b|n't\b/gu);
  return new Set([...contentStems(text), ...(exact ?? []).map((word) => `=${word}`)]);
}
