/** What the flags of a command that judges say to judge by: the task that responses answer, and the checklist. */
import type { Groundrule } from '../../groundrule.ts';
import type { Checklist } from '../../domain/checklist.ts';
import { InputError } from '../../domain/errors.ts';
import type { Task } from '../../domain/task.ts';
import { topOf } from '../../judge/top-of.ts';
import type { ChecklistFlags } from '../commands/judge-flags.ts';
import type { InputStream } from '../shell.ts';
import { findChecklist } from './find-checklist.ts';
import { readTask } from './read-task.ts';

/**
 * Null where nobody says what the responses answer.
 * @param references files that the command reads beside; `-` is stdin, which holds one thing
 * @throws InputError; CancelledError
 */
export async function taskToJudgeBy(
  { instruction, task, context, checklist }: ChecklistFlags,
  references: readonly string[],
  stdin: InputStream,
  signal: AbortSignal,
): Promise<Task | null> {
  const uses = [...references, instruction, task, context, checklist].filter((use) => use === '-').length;
  if (uses > 1)
    throw new InputError('Only one thing can come from stdin.', { advice: 'Give the rest as files.' });
  if (instruction === undefined && task === undefined) {
    if (context === undefined) return null;
    throw new InputError('--context needs an instruction.', {
      advice: 'Give one with --instruction or --task.',
    });
  }
  const words = instruction === undefined ? [] : [instruction];
  return readTask({ words, file: task, context }, stdin, signal);
}

/**
 * A task that was given goes before the checklist's own.
 * @throws InputError where there is no checklist and nothing to generate one from
 */
export async function checklistToJudgeBy(
  app: Groundrule,
  flags: ChecklistFlags,
  task: Task | null,
  stdin: InputStream,
): Promise<Checklist> {
  const given = await givenChecklistFor(app, flags, task, stdin);
  if (given !== null) return given;
  const found = await generated(app, flags, task);
  return flags.top === undefined ? found : topOf(found, flags.top);
}

/** The same without generating one: null where the flags name none. */
export async function givenChecklistFor(
  app: Groundrule,
  flags: ChecklistFlags,
  task: Task | null,
  stdin: InputStream,
): Promise<Checklist | null> {
  const found = await givenChecklist(app, flags, stdin);
  if (found === null) return null;
  const checklist = task === null ? found : { ...found, task };
  return flags.top === undefined ? checklist : topOf(checklist, flags.top);
}

/** Null where the flags name none. */
export async function givenChecklist(
  app: Groundrule,
  { checklist, set }: ChecklistFlags,
  stdin: InputStream,
): Promise<Checklist | null> {
  const reference = checklist ?? set;
  return reference === undefined ? null : findChecklist(reference, app.store, stdin);
}

async function generated(
  app: Groundrule,
  { examples }: ChecklistFlags,
  task: Task | null,
): Promise<Checklist> {
  if (task !== null) return (await app.generateChecklist(task, { examples })).checklist;
  throw new InputError('There is no checklist to judge by.', {
    advice: 'Give one with --checklist or --set, or an --instruction to generate one from.',
  });
}
