/** A set of criteria by what the user calls it: an id, the beginning of an id, `last`, a JSON file, or stdin. */
import { parseJsonObject } from '../text/parse-json.ts';
import { StoredCriteriaSet, type CriteriaSet } from '../domain/criteria-set.ts';
import { errorCode, InputError } from '../domain/errors.ts';
import { parseInOurWords, problemLines } from '../text/issue-words.ts';
import type { StorePort } from '../domain/ports.ts';
import { refuseRows } from '../precompute/precomputed-row.ts';
import { readText, type GivenText, type Reader } from '../data/read-text.ts';

export interface SetReader extends Reader {
  readonly client: () => Promise<{ readonly store: StorePort }>;
}

/** A record takes about 1 KB for a criterion. */
const MAX_RECORD_BYTES = 100_000_000;
const MAX_CANDIDATES_SHOWN = 10;
/** The set whose discovery began last, of those with criteria: a search that found none is not what anybody goes on with. */
const NEWEST = 'last';
const MAX_EMPTY_BEFORE = 50;

export const SET_ID_ADVICE =
  'Ids of stored sets begin with cs_, those of guides to a kind of text with kg_; “npx groundrule list” shows them.';

/** Opens the store only for an id. */
export async function setOf(reader: SetReader, reference: string): Promise<CriteriaSet> {
  if (isSetId(reference)) return findSet((await reader.client()).store, reference, reader.progress);
  const { name, text } = await readNamed(reader, reference, MAX_RECORD_BYTES);
  const record = parseJsonObject(text, name, 'A record is what “npx groundrule discover --format json” prints.');
  const parsed = parseInOurWords(StoredCriteriaSet, record);
  if (parsed.success) return parsed.data;
  throw new InputError(`${name} is not a set of criteria:\n${problemLines(parsed.error).join('\n')}`, {
    advice: '“npx groundrule schema” prints what a set looks like.',
  });
}

/** A file that stands where a set's id may stand. @throws InputError */
export async function readNamed(reader: Reader, reference: string, maxBytes: number): Promise<GivenText> {
  const given = await readText(reader, reference, maxBytes, SET_ID_ADVICE).catch((error: unknown) => {
    if (!(error instanceof InputError) || errorCode(error.cause) !== 'ENOENT') throw error;
    throw new InputError(`“${reference}” is neither a file nor the id of a stored set, nor “${NEWEST}”.`, {
      advice: SET_ID_ADVICE,
      cause: error,
    });
  });
  refuseRows(given.text, given.name);
  return given;
}

/** True where the reference means a stored set; a file of such a name is reached as `./cs_…`. */
export function isSetId(reference: string): boolean {
  return reference === NEWEST || /^(?:cs|kg)_\w*$/u.test(reference);
}

export async function findSet(store: StorePort, reference: string, progress: Reader['progress']): Promise<CriteriaSet> {
  const set = await namedSet(store, reference, progress);
  if (set !== null) return set;
  if (reference === NEWEST)
    throw new InputError(`The store ${store.location} has no sets yet.`, {
      advice: '“npx groundrule discover "Write …"” makes one.',
    });
  throw new InputError(`The store ${store.location} has no set ${reference}.`, {
    advice: '“npx groundrule list” shows the stored sets; --store names another store.',
  });
}

/** Null where there is none. */
export async function namedSet(
  store: StorePort,
  reference: string,
  progress?: Reader['progress'],
): Promise<CriteriaSet | null> {
  if (reference === NEWEST) {
    const sets = await store.listSets(MAX_EMPTY_BEFORE, { areGuides: false });
    const [newest] = sets;
    if (newest === undefined) return null;
    const meant = sets.find(({ criteria }) => criteria > 0) ?? newest;
    if (meant !== newest)
      progress?.note(`The newest set, ${newest.id}, has no criteria: “${NEWEST}” is ${meant.id}, the newest with any.`);
    return store.getSet(meant.id);
  }
  const exact = await store.getSet(reference);
  if (exact !== null) return exact;
  // The beginning that all ids have names none of them, even where there is only one.
  if (['cs_', 'kg_'].some((beginning) => beginning.startsWith(reference)))
    throw new InputError(`“${reference}” is too short for an id: give more of it.`, { advice: SET_ID_ADVICE });
  const ids = await store.findSetIds(reference);
  const [id] = ids;
  if (id === undefined) return null;
  if (ids.length === 1) return store.getSet(id);
  const more = ids.length - MAX_CANDIDATES_SHOWN;
  const shown = [...ids.slice(0, MAX_CANDIDATES_SHOWN), ...(more > 0 ? [`and ${more} more`] : [])];
  throw new InputError(`${ids.length} sets begin with ${reference}:`, { advice: shown.join('\n') });
}
