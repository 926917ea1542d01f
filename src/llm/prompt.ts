/** Prompts are data: one Markdown file per agent, with front matter and a template. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { InputError } from '../domain/errors.ts';
import { parseInOurWords, problemLines } from '../text/issue-words.ts';
import type { LoadedPrompt } from '../domain/model.ts';
import { sha256Hex } from '../text/hash.ts';
import { formKey, PROMPT_FORMS, variablesProblem } from './prompt-forms.ts';
import { type Definitions, DEFINITIONS_FILE, readDefinitions, withDefinitions } from './definitions.ts';

const FrontMatter = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]*$/),
  version: z.coerce.number().int().min(1),
  role: z.string().regex(/^[a-z][a-z0-9-]*$/),
  variables: z.string().transform((text) =>
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
  temperature: z.coerce.number().min(0).max(2).nullable().default(null),
  source: z.string().min(1),
});

/** The name has the space around it: a pattern that left it out would take cubic time on a text of blanks. */
export const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/**
 * Loads every `*.md` of the folder, by id. A file in `overrideFolder` replaces the file of the same name; it must have the
 * same variables, so that the step's inputs are all shown. Prompts of single protocols (`compare-responses/vanilla.md`) are
 * there by `AGENT/PROTOCOL`; `overrideFolder` may have some that `folder` has not.
 *
 * A file has front matter (`key: value` lines between `---`) and a template: one user message, or two messages under
 * the headings `# System` and `# User`. `{{name}}` is a variable, `{{> term}}` a paragraph of `definitions.md`, which the
 * override folder may replace for all prompts.
 * @throws InputError that names the file and the problem
 */
export async function loadPrompts(
  folder: string,
  overrideFolder: string | null = null,
): Promise<ReadonlyMap<string, LoadedPrompt>> {
  const definitions = await readDefinitions(overrideFolder === null ? [folder] : [overrideFolder, folder]);
  const prompts = await loadFolder(folder, definitions);
  if (overrideFolder === null) return prompts;
  const own = await loadFolder(overrideFolder, definitions);
  for (const [id, override] of own) {
    if (id !== override.id) {
      prompts.set(id, override);
      continue;
    }
    const path = join(overrideFolder, `${id}.md`);
    const original = prompts.get(id);
    if (original === undefined)
      throw new InputError(`${path} replaces no prompt.`, {
        advice: `Prompts are ${[...prompts.keys()].join(', ')}.`,
      });
    const variables = sortedList(override.variables);
    const requiredVariables = sortedList(original.variables);
    if (variables !== requiredVariables)
      throw new InputError(`${path} must have the variables ${requiredVariables}; it has ${variables}.`);
    prompts.set(id, override);
  }
  for (const [key, form] of prompts) requireVariables(key, form, prompts, own.has(key) ? overrideFolder : folder);
  return prompts;
}

/** @throws InputError where the prompt of a protocol does not show what it has to */
function requireVariables(
  key: string,
  form: LoadedPrompt,
  prompts: ReadonlyMap<string, LoadedPrompt>,
  folder: string,
): void {
  if (key === form.id) return;
  const known = prompts.get(form.id)?.variables ?? [];
  const problem = variablesProblem(form.id, key.slice(form.id.length + 1), form.variables, known);
  if (problem !== null) throw new InputError(`${join(folder, `${key}.md`)} ${problem}.`);
}

function sortedList(names: readonly string[]): string {
  return [...names].sort().join(', ');
}

async function loadFolder(folder: string, definitions: Definitions): Promise<Map<string, LoadedPrompt>> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    throw new InputError(`The prompts in ${folder} cannot be read: ${String(error)}`);
  }
  const files = names.filter((name) => name.endsWith('.md') && name !== DEFINITIONS_FILE).sort();
  const prompts = await Promise.all(
    files.map(async (name) => {
      const path = join(folder, name);
      const prompt = parsePrompt(await readFile(path, 'utf8'), path, definitions);
      if (`${prompt.id}.md` !== name) throw new InputError(`${path} must be named after its id: ${prompt.id}.md.`);
      return [prompt.id, prompt] as const;
    }),
  );
  return new Map([...prompts, ...(await loadForms(folder, definitions))]);
}

/** Prompts of single protocols, by agent and protocol. */
async function loadForms(folder: string, definitions: Definitions) {
  const forms = Object.entries(PROMPT_FORMS).map(async ([agent, { names }]) => {
    const files = await readdir(join(folder, agent)).catch(() => []);
    return Promise.all(
      files
        .filter((file) => file.endsWith('.md'))
        .sort()
        .map(async (file) => {
          const path = join(folder, agent, file);
          const form = file.slice(0, -'.md'.length);
          if (!names.includes(form))
            throw new InputError(`${path} is of no protocol that ${agent} judges by.`, {
              advice: `There are ${names.join(', ')}.`,
            });
          const prompt = parsePrompt(await readFile(path, 'utf8'), path, definitions);
          if (prompt.id !== agent) throw new InputError(`${path} must have the id ${agent}; it has ${prompt.id}.`);
          return [formKey(agent, form), prompt] as const;
        }),
    );
  });
  return (await Promise.all(forms)).flat();
}

/** @throws InputError that names `path` and the problem */
export function parsePrompt(file: string, path: string, definitions: Definitions = new Map()): LoadedPrompt {
  const text = withDefinitions(file, definitions, path);
  const [, head, body] = /^---\r?\n(.*?)\r?\n---\r?\n(.*)$/s.exec(text) ?? [];
  if (head === undefined || body === undefined)
    throw new InputError(`${path} has no front matter between two lines of “---”.`);
  const front = parseInOurWords(FrontMatter, frontMatterFields(head, path));
  if (!front.success)
    throw new InputError(`The front matter of ${path} is invalid: ${problemLines(front.error).join('; ')}`);
  const messages = splitMessages(body, path);
  const used = placeholdersIn(messages);
  const declared = new Set(front.data.variables);
  const unknown = [...used].find((name) => !declared.has(name));
  if (unknown !== undefined)
    throw new InputError(`${path} uses the variable {{${unknown}}}, but its front matter does not list it.`);
  const unused = [...declared].find((name) => !used.has(name));
  if (unused !== undefined)
    throw new InputError(
      `The front matter of ${path} lists the variable “${unused}”, but the template does not use it.`,
    );
  return { ...front.data, messages, hash: sha256Hex(text) };
}

/**
 * A user's prompt for the agent `respond`: a template without front matter, with `{{instruction}}` and optionally `{{context}}`.
 * @throws InputError that names `path` and the problem
 */
export function parseWritersPrompt(text: string, path: string): LoadedPrompt {
  const messages = splitMessages(text, path);
  const variables = [...placeholdersIn(messages)];
  const advice = 'A prompt uses {{instruction}}, and optionally {{context}}.';
  const unknown = variables.find((name) => name !== 'instruction' && name !== 'context');
  if (unknown !== undefined) throw new InputError(`${path} uses the unknown variable {{${unknown}}}.`, { advice });
  if (!variables.includes('instruction')) throw new InputError(`${path} does not use {{instruction}}.`, { advice });
  return {
    id: 'respond',
    version: 1,
    role: 'respond',
    temperature: 0,
    source: path,
    variables,
    messages,
    hash: sha256Hex(text),
  };
}

export function placeholdersIn(messages: LoadedPrompt['messages']): ReadonlySet<string> {
  return new Set(
    messages.flatMap(({ template }) => [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name.trim())),
  );
}

function frontMatterFields(head: string, path: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const line of head.split(/\r?\n/).filter((candidate) => candidate.trim() !== '')) {
    const [, key, value] = /^([a-z]+):\s*(.*?)\s*$/.exec(line) ?? [];
    if (key === undefined || value === undefined)
      throw new InputError(`The front matter of ${path} has a line that is not “key: value”: ${line}`);
    if (Object.hasOwn(fields, key)) throw new InputError(`The front matter of ${path} names “${key}” twice.`);
    fields[key] = value;
  }
  return fields;
}

export function splitMessages(body: string, path: string): LoadedPrompt['messages'] {
  const [preamble = '', ...parts] = body.split(/^# (System|User)[ \t]*$/m);
  if (parts.length === 0) return [{ role: 'user', template: preamble.trim() }];
  const messages = Array.from({ length: parts.length / 2 }, (_, index) => ({
    role: parts[2 * index] === 'System' ? ('system' as const) : ('user' as const),
    template: (parts[2 * index + 1] ?? '').trim(),
  }));
  const roles = messages.map(({ role }) => role).join(' ');
  if (preamble.trim() !== '' || (roles !== 'system user' && roles !== 'user'))
    throw new InputError(
      `${path} must be divided into “# System” and “# User”, in this order, with nothing before them.`,
    );
  return messages;
}
