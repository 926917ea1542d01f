/** The responses to judge: files, the text files of folders, or stdin. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../../domain/errors.ts';
import type { InputStream } from '../shell.ts';
import { readText, sourceOf } from './read-text.ts';

export interface GivenResponse {
  /** As given, or its path below the folder that was given; `-` for stdin. */
  readonly name: string;
  readonly response: string;
}

/** More than the context of most models. */
const MAX_RESPONSE_BYTES = 4_000_000;
const TEXT_FILE = /\.(?:txt|md)$/iu;

/**
 * In the order given; those of a folder and the folders in it by name.
 * @throws InputError where one cannot be read, or a folder has no text files; CancelledError
 */
export async function readResponses(
  references: readonly string[],
  stdin: InputStream,
  signal: AbortSignal,
): Promise<readonly GivenResponse[]> {
  if (references.filter((reference) => reference === '-').length > 1)
    throw new InputError('stdin holds one response: “-” can stand once.');
  const names = (await Promise.all(references.map(filesOf))).flat();
  const responses: GivenResponse[] = [];
  for (const name of names) {
    const response = await readText(sourceOf(name, stdin), MAX_RESPONSE_BYTES, signal);
    responses.push({ name, response });
  }
  return responses;
}

/** @throws InputError where a folder holds several */
export async function readOneResponse(
  reference: string,
  stdin: InputStream,
  signal: AbortSignal,
): Promise<GivenResponse> {
  const [given, ...others] = await readResponses([reference], stdin, signal);
  if (given !== undefined && others.length === 0) return given;
  throw new InputError(`${reference} holds ${others.length + 1} responses; one is refined at a time.`);
}

async function filesOf(reference: string): Promise<readonly string[]> {
  const isFolder = reference !== '-' && (await stat(reference).catch(() => null))?.isDirectory() === true;
  if (!isFolder) return [reference];
  const entries = await readdir(reference, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && TEXT_FILE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  if (files.length === 0) throw new InputError(`${reference} has no .txt or .md files.`);
  return files;
}
