/** Reads the lines of a cache file, and says of each what is wrong with it. */
import { z } from 'zod';
import { criteriaSetId } from '../../discover/set-id.ts';
import { asWritten, SCHEMA_VERSION } from '../../domain/criteria-set.ts';
import { InputError } from '../../domain/errors.ts';
import { IN_OUR_WORDS, problemLines } from '../../domain/issue-words.ts';
import { CacheEntry, CacheHeader, isUndamaged } from './cache-line.ts';

export interface TextLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

/** Opens the lines anew each time, from the first one. */
export interface CacheLines {
  /** As messages call it. */
  readonly name: string;
  readonly open: () => AsyncIterable<TextLine>;
}

interface CheckedEntry {
  readonly line: number;
  readonly entry: CacheEntry;
  /** What the entry's hashes say against it; empty where they hold. */
  readonly problems: readonly string[];
}

/** @throws InputError with the line's number where the file is none of ours, was cut short, or has a line that is no entry */
export async function* readCache({ name, open }: CacheLines): AsyncGenerator<CheckedEntry> {
  let header: CacheHeader | null = null;
  const count = { page: 0, set: 0 };
  for await (const { number, text } of open()) {
    const place = `${name}, line ${number}`;
    if (header === null) {
      header = parseHeader(text, place);
      continue;
    }
    const entry = parseLine(CacheEntry, text, place);
    if (entry.kind === 'page' && count.set > 0)
      throw new InputError(`${place}: a page stands behind the sets.`, { advice: ADVICE });
    count[entry.kind] += 1;
    yield { line: number, entry, problems: problemsOf(entry) };
  }
  if (header === null) throw new InputError(`${name} is empty.`, { advice: ADVICE });
  if (header.pages !== count.page || header.sets !== count.set)
    throw new InputError(
      `${name} is not whole: it should hold ${header.pages} pages and ${header.sets} sets, and holds ${count.page} and ${count.set}.`,
      { advice: ADVICE },
    );
}

const ADVICE = 'Export it again, or copy it again from where it came.';

function parseHeader(text: string, place: string): CacheHeader {
  const version = parseLine(z.looseObject({ schemaVersion: z.int() }), text, place).schemaVersion;
  if (version > SCHEMA_VERSION)
    throw new InputError(
      `${place}: it was exported by a newer groundrule: its schema version is ${version}, this one reads up to ${SCHEMA_VERSION}.`,
      { advice: 'Update groundrule.' },
    );
  return parseLine(CacheHeader, text, place);
}

function parseLine<Value>(schema: z.ZodType<Value>, text: string, place: string): Value {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InputError(`${place}: it is not JSON.`, { advice: ADVICE, cause: error });
  }
  const parsed = schema.safeParse(value, IN_OUR_WORDS);
  if (parsed.success) return parsed.data;
  const [problem = ''] = problemLines(parsed.error);
  throw new InputError(`${place}: it is no line of a cache file (${problem}).`, {
    advice: ADVICE,
    cause: parsed.error,
  });
}

function problemsOf(entry: CacheEntry): string[] {
  const problems: string[] = [];
  if (!isUndamaged(entry)) problems.push(`the ${entry.kind} does not fit its hash`);
  if (entry.kind === 'page') return problems;
  const expected = criteriaSetId(asWritten(entry.set).content);
  if (entry.set.id !== expected)
    problems.push(`the set calls itself ${entry.set.id}, but its content hashes to ${expected}`);
  return problems;
}
