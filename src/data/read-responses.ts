/** The responses to judge: files, the text files of folders, or stdin. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { NamedResponse } from '../domain/comparison.ts';
import { InputError } from '../domain/errors.ts';
import { isBlank } from '../text/model-protocol.ts';
import { realPathOf } from './output-file.ts';
import { readText, type Reader } from './read-text.ts';

/** More than the context of most models. */
const MAX_RESPONSE_BYTES = 4_000_000;
const TEXT_FILE = /\.(?:txt|md)$/iu;

/**
 * In the order given; those of a folder and the folders in it by name, and named by their paths.
 * @param otherFiles are no responses where they lie in a folder: the checklist, the task, …
 */
export async function readResponses(
  reader: Reader,
  references: readonly string[],
  otherFiles: readonly string[] = [],
): Promise<readonly NamedResponse[]> {
  if (references.filter((reference) => reference === '-').length > 1)
    throw new InputError('stdin holds one response: “-” can stand once.');
  const responses: NamedResponse[] = [];
  const others = new Set(await Promise.all(otherFiles.map(realPathOf)));
  const inFolder = async (folder: string) => {
    const files = await filesOf(folder);
    const paths = await Promise.all(files.map(realPathOf));
    const left = files.filter((_, at) => !others.has(paths[at] ?? ''));
    if (left.length === files.length) return files;
    const named = files.filter((file) => !left.includes(file)).join(', ');
    if (left.length === 0) throw new InputError(`${folder} has no .txt or .md files but ${named}, which flags name.`);
    reader.progress?.note(`not judged: ${named}, which flags name`);
    return left;
  };
  const files = async (reference: string) => ((await isFolder(reference)) ? inFolder(reference) : [reference]);
  for (const path of (await Promise.all(references.map(files))).flat()) {
    const { name, text } = await readText(reader, path, MAX_RESPONSE_BYTES);
    if (isBlank(text)) reader.progress?.warn(`${name} holds no text; it is taken for an empty response.`);
    responses.push({ name, response: text });
  }
  return responses;
}

export async function readOneResponse(reader: Reader, reference: string): Promise<NamedResponse> {
  const [given, ...others] = await readResponses(reader, [reference]);
  if (given !== undefined && others.length === 0) return given;
  throw new InputError(`${reference} holds ${others.length + 1} responses; one is refined at a time.`);
}

/** A good response to compare with; null where none is given. */
export async function readReference(reader: Reader, reference: string | undefined): Promise<string | null> {
  return reference === undefined ? null : (await readText(reader, reference, MAX_RESPONSE_BYTES)).text;
}

export async function isFolder(reference: string): Promise<boolean> {
  return reference !== '-' && (await stat(reference).catch(() => null))?.isDirectory() === true;
}

export async function filesOf(reference: string): Promise<readonly string[]> {
  if (!(await isFolder(reference))) return [reference];
  const entries = await readdir(reference, { recursive: true, withFileTypes: true });
  const texts = entries.filter((entry) => entry.isFile() && TEXT_FILE.test(entry.name));
  if (texts.length === 0) throw new InputError(`${reference} has no .txt or .md files.`);
  return texts.map(({ parentPath, name }) => join(parentPath, name)).sort();
}
