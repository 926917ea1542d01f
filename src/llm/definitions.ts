/** Definitions that prompts share: `{{> term}}` in a prompt stands for the paragraph under the heading `## term`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, InputError } from '../domain/errors.ts';

/** In a folder of prompts: no prompt itself. */
export const DEFINITIONS_FILE = 'definitions.md';

/** By term. */
export type Definitions = ReadonlyMap<string, string>;

const QUOTATION = /\{\{>\s*([^{}]*?)\s*\}\}/g;

/** A term's definition is that of the first folder that has one. */
export async function readDefinitions(folders: readonly string[]): Promise<Definitions> {
  const found = new Map<string, string>();
  for (const folder of folders) {
    const path = join(folder, DEFINITIONS_FILE);
    try {
      for (const [term, text] of parseDefinitions(await readFile(path, 'utf8')))
        found.set(term, found.get(term) ?? text);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw new InputError(`${path} cannot be read: ${String(error)}`);
    }
  }
  return found;
}

function parseDefinitions(text: string): Definitions {
  const [, ...sections] = text.split(/^## /m);
  return new Map(
    sections.map((section) => {
      const [term = '', ...lines] = section.split('\n');
      return [term.trim(), lines.join('\n').trim()];
    }),
  );
}

/** @throws InputError that names `path` and a term without definition */
export function withDefinitions(text: string, definitions: Definitions, path: string): string {
  return text.replace(QUOTATION, (_, term: string) => {
    const definition = definitions.get(term);
    if (definition !== undefined) return definition;
    throw new InputError(`${path} quotes the definition of “${term}”, which ${DEFINITIONS_FILE} does not have.`, {
      advice: `Add it there, under “## ${term}”.`,
    });
  });
}
