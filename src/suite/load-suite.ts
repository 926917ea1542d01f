/** A suite with all that its file names: checklists, prompts, and the files of responses. */
import { dirname, relative } from 'node:path';
import { isTrustedContent, trustContent } from '../config/trust.ts';
import { InputError } from '../domain/errors.ts';
import { checklistFromGiven } from '../judge/checklists/given-checklist.ts';
import { topOf } from '../judge/top-of.ts';
import { forTask, needsTrust, parseWritersPrompt, readSuite, type SuiteSource, type SuiteTask } from './read-suite.ts';
import type { LoadedSuite, SuiteCell } from './run-suite.ts';
import { isSetId } from '../client/find-set.ts';
import type { Checklist } from '../domain/checklist.ts';
import { readResponses } from '../data/read-responses.ts';
import { pathFrom } from '../data/path-from.ts';
import { withCases } from './variables.ts';
import { readText, ReadingRefusedError, type Reader } from '../data/read-text.ts';

export interface SuiteReader extends Reader {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Reads a checklist by the id of a stored set or a file's path. */
  readonly findChecklist: (reference: string) => Promise<Checklist>;
}

const MAX_SUITE_BYTES = 20_000_000;
const MAX_PROMPT_BYTES = 1_000_000;

/**
 * @param filters parts of `task/source`: only cells that one of them fits; none: all
 * @throws InputError where the suite, a checklist or a prompt cannot be used; a missing response is a row of its own
 */
export async function loadSuite(
  reader: SuiteReader,
  reference: string,
  filters: readonly string[],
): Promise<LoadedSuite> {
  const { suite: given, text } = await readSuiteFile(reader, reference);
  const isTrusted = await isTrustedContent(reference, text, reader.env);
  const folder = dirname(reference);
  const suite = await withCases(reader, folder, given);
  const sources = await Promise.all(suite.sources.map((source) => withPrompt(reader, folder, source)));
  const cells: SuiteCell[] = [];
  for (const task of suite.tasks) {
    const wanted = sources.filter(
      ({ id }) => filters.length === 0 || filters.some((filter) => `${task.id}/${id}`.includes(filter)),
    );
    const checklist = wanted.length === 0 ? 'generated' : await checklistOf(reader, reference, task);
    for (const source of wanted) {
      const files = source.kind === 'files' ? await filesOf(reader, folder, forTask(source.files, task.id)) : [];
      cells.push({ task, source, name: `${task.id}/${source.id}`, checklist, files });
    }
  }
  if (cells.length === 0)
    throw new InputError(`--filter ${filters.join(' --filter ')} matches nothing.`, {
      advice: `Tasks are ${suite.tasks.map(({ id }) => id).join(', ')}; sources are ${sources.map(({ id }) => id).join(', ')}.`,
    });
  return { ...suite, path: reference, isTrusted, folder, cells };
}

/**
 * From now on its programs may run and its models be asked, until the file changes.
 * @throws InputError where it is no suite; UnavailableError where trust cannot be kept
 */
export async function trustSuite(
  reader: Omit<SuiteReader, 'findChecklist'>,
  reference: string,
): Promise<readonly SuiteSource[]> {
  const { suite, text } = await readSuiteFile(reader, reference);
  await trustContent(reference, text, reader.env);
  return suite.sources.filter(needsTrust);
}

async function readSuiteFile(reader: Reader, reference: string) {
  const advice = 'Name the file of a suite. docs/suites.md shows what it looks like.';
  const { text, name } = await readText(reader, reference, MAX_SUITE_BYTES, advice);
  return { suite: await readSuite(text, name, reader.signal), text };
}

async function withPrompt(reader: Reader, folder: string, source: SuiteSource): Promise<SuiteSource> {
  if (source.kind !== 'model' || source.prompt === undefined) return source;
  const { text, name } = await readText(reader, pathFrom(folder, source.prompt), MAX_PROMPT_BYTES);
  parseWritersPrompt(text, name);
  return { ...source, prompt: text };
}

async function checklistOf(reader: SuiteReader, suite: string, { id, task, checklist, top }: SuiteTask) {
  if (typeof checklist !== 'string')
    return topOf(checklistFromGiven({ ...task, context: task.context ?? undefined, items: [...checklist] }), top);
  if (checklist === 'generated' || checklist === 'discovered') return checklist;
  const named = isSetId(checklist) ? checklist : pathFrom(dirname(suite), checklist);
  const found = await reader.findChecklist(named).catch((error: unknown) => {
    if (!(error instanceof InputError)) throw error;
    const advice = error.advice === null ? {} : { advice: error.advice };
    throw new InputError(`${suite}, task ${id}: ${error.message}`, { ...advice, cause: error });
  });
  return topOf({ ...found, task }, top);
}

async function filesOf(reader: Reader, folder: string, pattern: string): Promise<SuiteCell['files']> {
  const { glob, isDynamicPattern } = await import('tinyglobby');
  const paths = isDynamicPattern(pattern)
    ? await glob(pattern, { cwd: folder === '' ? '.' : folder, expandDirectories: false })
    : [pattern];
  if (paths.length === 0) return [{ name: pattern, missing: 'No file is called so.' }];
  const read = paths.sort().map(async (path): Promise<SuiteCell['files']> => {
    try {
      const responses = await readResponses(reader, [pathFrom(folder, path)]);
      return responses.map(({ name, response }) => ({ name: relative(folder, name), response }));
    } catch (error) {
      if (!(error instanceof InputError) || error instanceof ReadingRefusedError) throw error;
      return [{ name: path, missing: error.message }];
    }
  });
  return (await Promise.all(read)).flat();
}
