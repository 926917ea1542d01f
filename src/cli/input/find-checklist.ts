/** What the flags of a command that judges say to judge by: the task that responses answer, and the checklist. */
import type { Checklist } from '../../domain/checklist.ts';
import { incompleteText } from '../../domain/criteria-set.ts';
import { InputError } from '../../domain/errors.ts';
import type { Row } from '../../data/row.ts';
import type { GivenChecklist } from '../../client/given-input.ts';
import type { Groundrule } from '../../groundrule.ts';
import { questionsOf } from '../../jobs/rows/row-questions.ts';
import type { Task } from '../../domain/task.ts';
import { checklistFromSet } from '../../judge/checklist-from-set.ts';
import { isCriteriaSet, readChecklist, syntaxOf } from '../../judge/checklists/read-checklist.ts';
import type { RubricFormatName } from '../../judge/rubrics/names.ts';
import { topOf } from '../../judge/top-of.ts';
import { blockOf, type CommonJudgingFlags } from '../flags.ts';
import type { Session } from '../session.ts';
import { findSet, isSetId, readNamed } from '../../client/find-set.ts';
import { readTask } from './read-task.ts';
import { readText } from '../../data/read-text.ts';

/** A set of criteria takes about 1 KB for a criterion, and may be given for a checklist. */
const MAX_CHECKLIST_BYTES = 20_000_000;

/** @param reference the id of a stored set, a file of any form, or `-` for stdin */
export async function findChecklist(
  session: Session<unknown>,
  reference: string,
  flags: Parameters<typeof blockOf>[0],
): Promise<Checklist> {
  const only = blockOf(flags);
  if (isSetId(reference)) {
    const set = await findSet((await session.client()).store, reference, session.progress);
    const incomplete = incompleteText(set.content.unanswered);
    if (incomplete !== null) session.progress.warn(incomplete);
    return checklistFromSet(set, undefined, only);
  }
  if (only !== undefined)
    throw new InputError('--stated and --implicit choose from a stored set of criteria.', {
      advice: 'Name it by its id.',
    });
  const { text, name } = await readNamed(session, reference, MAX_CHECKLIST_BYTES);
  return readChecklist(text, name, session.signal);
}

/**
 * What a row says that its responses are judged by; undefined: nothing.
 * @throws InputError where it names a file: rows come from others, who must not choose what of this disk a model is sent
 */
export async function checklistOfRow(
  session: Session<Parameters<typeof blockOf>[0]>,
  row: Pick<Row, 'set' | 'place'> & Parameters<typeof questionsOf>[0],
): Promise<GivenChecklist | undefined> {
  if (row.set !== null) {
    if (!isSetId(row.set))
      throw new InputError(`${row.place}: “${row.set}” is not the id of a stored set.`, {
        advice: 'Name a file of criteria with --checklist.',
      });
    return findChecklist(session, row.set, session.flags);
  }
  const questions = questionsOf(row);
  return questions.length === 0 ? undefined : questions;
}

/** A rubric of another tool; what could not be kept of it is said. */
export async function importChecklist(
  session: Session<unknown>,
  reference: string,
  format: RubricFormatName,
): Promise<Checklist> {
  const { text, name } = await readText(session, reference, MAX_CHECKLIST_BYTES);
  const { importRubric } = await import('../../judge/rubrics/registry.ts');
  const { result, lost } = await importRubric(text, format, name, session.signal);
  for (const what of lost) session.progress.warn(`not kept: ${what}.`);
  return result;
}

/**
 * A file of a checklist, to be edited in place: stdin, a stored set and a file of one cannot.
 * @throws InputError where it is none
 */
export async function readInPlace(session: Session<unknown>, reference: string) {
  const file = reference === '-' || isSetId(reference) ? null : await readText(session, reference, MAX_CHECKLIST_BYTES);
  if (file === null || isCriteriaSet(file.text)) throw staysAsItIs(`${reference} is no file of a checklist`);
  return { ...file, syntax: syntaxOf(file.text, file.name) };
}

export function staysAsItIs(why: string): InputError {
  return new InputError(`${why}, and stays as it is.`, {
    advice: 'Name a file for the edited checklist with --out, or print it with “--out -”.',
  });
}

/**
 * Null where nobody says what the responses answer.
 * @param references what the command reads beside; `-` is stdin, which holds one thing
 */
export async function taskToJudgeBy(
  session: Session<CommonJudgingFlags>,
  references: readonly string[],
): Promise<Task | null> {
  const { instruction, task, context, checklist } = session.flags;
  const uses = [...references, instruction, task, context, checklist].filter((use) => use === '-').length;
  if (uses > 1) throw new InputError('Only one thing can come from stdin.', { advice: 'Give the rest as files.' });
  if ((instruction ?? task) !== undefined) {
    const words = instruction === undefined ? [] : [instruction];
    return readTask(session, { words, file: task, context, fileFlag: '--task' });
  }
  if (context === undefined) return null;
  throw new InputError('--context needs an instruction.', {
    advice: 'Give one with --instruction or --task.',
  });
}

export async function generatedChecklist(
  client: Pick<Groundrule, 'generateChecklist'>,
  task: Task | null,
  { policy, top }: Pick<CommonJudgingFlags, 'policy' | 'top'>,
): Promise<Checklist> {
  if (task === null)
    throw new InputError('There is no checklist to judge by.', {
      advice: 'Give one with --checklist or --set, or an --instruction to generate one from.',
    });
  const { checklist } = await client.generateChecklist(task, { policy });
  return topOf(checklist, top);
}

/** Null where the flags name none: nothing is generated. */
export async function namedChecklist(session: Session<CommonJudgingFlags>): Promise<Checklist | null> {
  const { checklist, set, top } = session.flags;
  const reference = checklist ?? set;
  if (reference === undefined) return null;
  return topOf(await findChecklist(session, reference, session.flags), top);
}
