/** Labels of people beside verdicts: kept for each judgement and person, and read together. */
import { setTimeout as delay } from 'node:timers/promises';
import { Labels, type Label } from '../domain/labels.ts';
import { UnavailableError } from '../domain/errors.ts';
import type { KeptRecords, StorePort } from '../domain/ports.ts';
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
  await inTurn(store.kept, id, async () => {
    const record = await store.getRecord(id);
    const earlier = record === null ? [] : Labels.parse(record.value).labels;
    const labels = [...earlier.filter(({ itemId }) => itemId !== label.itemId), label];
    const name = `${by}: ${judgement.name} (${judgement.id})`;
    const value = Labels.parse({ ...whose, labels });
    await store.putRecord({ id, kind: 'labels', name, savedAt: now.toISOString(), value });
  });
  return id;
}

const RETRY_MS = 20;
const MAX_TRIES = 250;
/** Of the stores of this process: the last one at each record. */
const turns = new WeakMap<KeptRecords, Map<string, Promise<unknown>>>();

/** One change of a record at a time: in this process in their order, and by a lease among processes. */
async function inTurn(kept: KeptRecords, id: string, change: () => Promise<void>): Promise<void> {
  const last = turns.get(kept) ?? new Map<string, Promise<unknown>>();
  turns.set(kept, last);
  const before = last.get(id) ?? Promise.resolve();
  const mine = before.catch(() => undefined).then(() => withLease(kept, id, change));
  last.set(id, mine);
  try {
    await mine;
  } finally {
    if (last.get(id) === mine) last.delete(id);
  }
}

/** @throws UnavailableError where another process keeps it for seconds */
async function withLease(kept: KeptRecords, id: string, change: () => Promise<void>): Promise<void> {
  for (let tries = 0; !(await kept.claim('labels', id)); tries += 1) {
    if (tries === MAX_TRIES) throw new UnavailableError('Somebody else changes these labels: try again.');
    await delay(RETRY_MS);
  }
  try {
    await change();
  } finally {
    await kept.release('labels', id);
  }
}
