/** A set of criteria by what the user calls it: an id, the beginning of an id, a JSON file, or stdin. */
import { z } from 'zod';
import { StoredCriteriaSet, type CriteriaSet } from '../../domain/criteria-set.ts';
import { InputError } from '../../domain/errors.ts';
import type { StorePort } from '../../domain/ports.ts';
import type { Session } from '../session.ts';
import type { InputStream } from '../shell.ts';
import { readText, sourceOf } from './read-text.ts';

/** A record takes about 1 KB for a criterion. */
const MAX_RECORD_BYTES = 100_000_000;
const MAX_CANDIDATES_SHOWN = 10;
const MAX_PROBLEMS_SHOWN = 5;

export const SET_ID_ADVICE = 'Ids of stored sets begin with cs_; “groundrule list” shows them.';

/** Opens the store only for an id. @throws InputError */
export async function setOf(
  { client, shell }: Pick<Session<unknown>, 'client' | 'shell'>,
  reference: string,
): Promise<CriteriaSet> {
  return isSetId(reference)
    ? findSet((await client()).store, reference)
    : readSetFile(reference, shell.stdin);
}

/** True where the reference means a stored set; a file of such a name is reached as `./cs_…`. */
export function isSetId(reference: string): boolean {
  return /^cs_[0-9a-f]*$/u.test(reference);
}

/** @throws InputError where no stored set, or more than one, has an id that begins so */
export async function findSet(store: StorePort, reference: string): Promise<CriteriaSet> {
  const exact = await store.getSet(reference);
  if (exact !== null) return exact;
  const [id, ...others] = await store.findSetIds(reference);
  if (id === undefined)
    throw new InputError(`The store ${store.location} has no set ${reference}.`, {
      advice: '“groundrule list” shows the stored sets; --store names another store.',
    });
  if (others.length > 0) {
    const candidates = [id, ...others];
    const shown = candidates.slice(0, MAX_CANDIDATES_SHOWN);
    const more = candidates.length - shown.length;
    throw new InputError(`${candidates.length} sets begin with ${reference}:`, {
      advice: [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
    });
  }
  return findSet(store, id);
}

/** @throws InputError where the file cannot be read or is no set of criteria that this version understands */
async function readSetFile(reference: string, stdin: InputStream): Promise<CriteriaSet> {
  const source = sourceOf(reference, stdin, SET_ID_ADVICE);
  return parseSet(await readText(source, MAX_RECORD_BYTES), source.name);
}

function parseSet(text: string, name: string): CriteriaSet {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InputError(`${name} is not JSON: ${error instanceof Error ? error.message : String(error)}.`, {
      advice: 'A record is what “groundrule discover --format json” prints.',
    });
  }
  const parsed = StoredCriteriaSet.safeParse(value);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const more = issues.length - MAX_PROBLEMS_SHOWN;
  const problems = z.prettifyError(new z.ZodError(issues.slice(0, MAX_PROBLEMS_SHOWN)));
  throw new InputError(
    `${name} is not a set of criteria:\n${problems}${more > 0 ? `\n… and ${more} more` : ''}`,
    { advice: '“groundrule schema” prints what a set looks like.' },
  );
}
