/** Reads the lines of a cache file, and says of each what is wrong with it. */
import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { criteriaSetId } from '../../discover/set-id.ts';
import { asWritten, SCHEMA_VERSION, type CriteriaSet } from '../../domain/criteria-set.ts';
import { InputError } from '../../domain/errors.ts';
import { parseInOurWords, problemLines } from '../../text/issue-words.ts';
import { extractionKey } from '../../domain/page.ts';
import { citedExtractions } from '../../store/set-facts.ts';
import { plural } from '../../text/plural.ts';
import { canonicalJson } from '../../text/hash.ts';
import { refuseRows } from '../precomputed-row.ts';
import { CacheEntry, CacheHeader, isUndamaged } from './cache-line.ts';
import { createManifest } from './manifest.ts';
import { signatureProblem } from './sign-cache.ts';

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

export interface CheckedEntry {
  readonly line: number;
  readonly entry: CacheEntry;
  /** What speaks against the entry by itself, such as its hashes; empty where nothing does. */
  readonly problems: readonly string[];
}

/**
 * @param publicKey whose signature the file has to have; undefined: one that it has must hold
 * @throws InputError with the line's number where the file is none of ours, was cut short, is not what its first line
 *   says, or has a line that is no entry
 */
export async function* readCache({ name, open }: CacheLines, publicKey?: KeyObject): AsyncGenerator<CheckedEntry> {
  let header: CacheHeader | null = null;
  const count = { page: 0, set: 0 };
  const seen = new Set<string>();
  const uncited = new Set<string>();
  let manifest = createManifest('pages');
  for await (const { number, text } of open()) {
    const place = `${name}, line ${number}`;
    if (header === null) {
      header = parseHeader(text, place, publicKey);
      manifest = createManifest(header.manifest?.texts ?? 'pages');
      continue;
    }
    const entry = parseLine(CacheEntry, text, place);
    if (entry.kind === 'page' && count.set > 0)
      throw new InputError(`${place}: a page stands behind the sets.`, { advice: ADVICE });
    count[entry.kind] += 1;
    manifest.add(entry);
    const id = entry.kind === 'page' ? extractionKey(entry.page.extraction) : entry.set.id;
    const twice = seen.has(id) ? [`the ${entry.kind} stands in the file already`] : [];
    seen.add(id);
    if (entry.kind === 'page') uncited.add(id);
    else for (const extraction of citedExtractions(entry.set)) uncited.delete(extractionKey(extraction));
    yield { line: number, entry, problems: [...twice, ...problemsOf(entry)] };
  }
  if (header === null) throw new InputError(`${name} is empty.`, { advice: ADVICE });
  if (header.pages !== count.page || header.sets !== count.set)
    throw new InputError(
      `${name} is not whole: it should hold ${plural(header.pages, 'page')} and ${plural(header.sets, 'set')}, and holds ${count.page} and ${count.set}.`,
      { advice: ADVICE },
    );
  if (header.manifest !== undefined && canonicalJson(manifest.end()) !== canonicalJson(header.manifest))
    throw new InputError(`${name}, line 1: what it says of the other lines is not what they are.`, { advice: ADVICE });
  if (uncited.size > 0)
    throw new InputError(`${name} holds pages that none of its sets names: ${uncited.size}.`, { advice: ADVICE });
}

/** The entries of a file that nothing speaks against by itself. @throws InputError with the line's number */
export async function* soundEntries(lines: CacheLines, publicKey?: KeyObject): AsyncGenerator<CacheEntry> {
  for await (const { line, entry, problems } of readCache(lines, publicKey)) {
    if (problems[0] !== undefined) throw unsoundLine(lines, line, problems[0]);
    yield entry;
  }
}

export function unsoundLine({ name }: CacheLines, line: number, problem: string): InputError {
  return new InputError(`${name}, line ${line}: ${problem.replace(/\.$/u, '')}.`, {
    advice: 'Nothing of it was used. “npx groundrule cache verify” names every damaged line.',
  });
}

const ADVICE = 'Export it again, or copy it again from where it came.';

/** What the first line says. @throws InputError where it is no such line, or its signature does not hold */
export async function readCacheHeader({ name, open }: CacheLines, publicKey?: KeyObject): Promise<CacheHeader> {
  for await (const { number, text } of open()) return parseHeader(text, `${name}, line ${number}`, publicKey);
  throw new InputError(`${name} is empty.`, { advice: ADVICE });
}

function parseHeader(text: string, place: string, publicKey: KeyObject | undefined): CacheHeader {
  refuseRows(text, place);
  const version = parseLine(z.looseObject({ schemaVersion: z.int() }), text, place).schemaVersion;
  if (version > SCHEMA_VERSION)
    throw new InputError(
      `${place}: it was exported by a newer groundrule: its schema version is ${version}, this one reads up to ${SCHEMA_VERSION}.`,
      { advice: 'Update groundrule.' },
    );
  const header = parseLine(CacheHeader, text, place);
  const problem = signatureProblem(header, publicKey);
  if (problem !== null)
    throw new InputError(`${place}: ${problem}.`, { advice: 'Get the file, and the key, from whoever published it.' });
  return header;
}

function parseLine<Value>(schema: z.ZodType<Value>, text: string, place: string): Value {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InputError(`${place}: it is not JSON.`, { advice: ADVICE, cause: error });
  }
  const parsed = parseInOurWords(schema, value);
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
  return [...problems, ...addressProblems(entry.set)];
}

/** Pages lie on the web or in a library folder; an address that leads elsewhere is nobody's page. */
function addressProblems({ content }: CriteriaSet): string[] {
  const read = content.sources.filter(({ extraction }) => extraction !== null);
  const addresses = read.flatMap(({ url, finalUrl }) => [url, finalUrl]);
  const strange = addresses.find((address) => !isPageAddress(address));
  return strange === undefined ? [] : [`the set names a source by an address that no page has: ${strange}`];
}

function isPageAddress(address: string): boolean {
  const path = /^library:(.*)$/su.exec(address)?.[1];
  if (path === undefined) return /^https?:\/\//iu.test(address) && URL.canParse(address);
  return !/\\|%2f|%5c/iu.test(path) && path.split('/').every((step) => !/^(?:\.|%2e){0,2}$/iu.test(step));
}
