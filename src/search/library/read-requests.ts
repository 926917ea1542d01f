/** Reads the example requests, by which the model of kinds learns how people ask. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface ExampleRequest {
  /** The folder of a kind, or the name of one that no guide is about. */
  readonly kind: string;
  readonly text: string;
  /** Who wrote it: the name of the file. */
  readonly writer: string;
}

const HEADING = /^## (.+)$/u;
const FIRST_LINE = /^- (.+)$/u;
const FURTHER_LINE = /^ {2}(.+)$/u;

/**
 * @param folder of Markdown files, one for each writer: under `## KIND` a list of requests, whose further lines are indented
 * @throws Error for another line
 */
export async function readRequests(folder: string): Promise<readonly ExampleRequest[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.md')).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return files.flatMap((file, index) => requestsIn(texts[index] ?? '', file));
}

function requestsIn(markdown: string, file: string): ExampleRequest[] {
  const writer = file.replace(/\.md$/u, '');
  const requests: { kind: string; text: string; writer: string }[] = [];
  let kind: string | undefined;
  for (const [index, line] of markdown.split('\n').entries()) {
    const last = requests.at(-1);
    const [heading, first, further] = [HEADING, FIRST_LINE, FURTHER_LINE].map((form) => form.exec(line)?.[1]);
    if (heading !== undefined) kind = heading;
    else if (first !== undefined && kind !== undefined) requests.push({ kind, text: first, writer });
    else if (further !== undefined && last !== undefined && last.kind === kind) last.text += `\n${further}`;
    else if (line !== '') throw new Error(`${file}, line ${index + 1}: “${line}” is neither a kind nor a request.`);
  }
  return requests;
}
