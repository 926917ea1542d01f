/** Labels of people beside verdicts: kept for each judgement and person, and read together. */
import { Labels, type Label } from '../domain/labels.ts';
import type { StorePort } from '../domain/ports.ts';
import { recordId } from './record-id.ts';

/** People who label one response. */
const MAX_PEOPLE = 100;

/**
 * Of everybody, in the order of their names.
 * @param owner callers who made the same judgement see their own labels alone; undefined: the owner of the store
 * @throws UnavailableError where they cannot be read
 */
export async function labelsOf(
  store: StorePort,
  judgement: string,
  owner: string | undefined,
): Promise<readonly Labels[]> {
  const found = await store.listRecords(MAX_PEOPLE, { kind: 'labels', words: judgement, owner });
  const records = await Promise.all(found.map(({ id }) => store.getRecord(id)));
  return records
    .flatMap((record) => (record === null ? [] : [Labels.parse(record.value)]))
    .filter((labels) => labels.judgement === judgement)
    .sort((a, b) => (a.by < b.by ? -1 : 1));
}

export interface GivenLabel {
  readonly judgement: { readonly id: string; readonly name: string };
  readonly by: string;
  readonly label: Label;
  readonly owner: string | undefined;
}

/** A label in place of the same person's earlier one of the same item. @returns the id of the record of all of theirs */
export async function putLabel(
  store: StorePort,
  { judgement, by, label, owner }: GivenLabel,
  now: Date,
): Promise<string> {
  const whose = { judgement: judgement.id, by };
  const id = recordId('labels', owner === undefined ? whose : { ...whose, owner });
  const record = await store.getRecord(id);
  const earlier = record === null ? [] : Labels.parse(record.value).labels;
  const labels = [...earlier.filter(({ itemId }) => itemId !== label.itemId), label];
  const name = `${by}: ${judgement.name} (${judgement.id})`;
  const value = Labels.parse({ ...whose, labels });
  await store.putRecord({ id, kind: 'labels', name, savedAt: now.toISOString(), value });
  return id;
}
