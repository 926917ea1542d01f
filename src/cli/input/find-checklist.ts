/** A checklist by what the user calls it: the id of a stored set, a file of any form, or stdin. */
import type { Checklist } from '../../domain/checklist.ts';
import type { StorePort } from '../../domain/ports.ts';
import { checklistFromSet } from '../../judge/checklist-from-set.ts';
import { readChecklist } from '../../judge/checklists/read-checklist.ts';
import type { InputStream } from '../shell.ts';
import { findSet, isSetId } from './find-set.ts';
import { fileSource, readText } from './read-text.ts';

/** A set of criteria takes about 1 KB for a criterion, and may be given for a checklist. */
const MAX_CHECKLIST_BYTES = 20_000_000;

/** @throws InputError where there is none, or it cannot be read, with its line and field */
export async function findChecklist(
  reference: string,
  store: StorePort,
  stdin: InputStream,
): Promise<Checklist> {
  if (isSetId(reference)) return checklistFromSet(await findSet(store, reference));
  const source =
    reference === '-'
      ? { name: 'stdin', stream: stdin }
      : fileSource(reference, 'Ids of stored sets begin with cs_; “groundrule list” shows them.');
  return readChecklist(await readText(source, MAX_CHECKLIST_BYTES), source.name);
}
