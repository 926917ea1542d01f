/** A grader prompt of the user's own: one Markdown file that says what is shown, and how the answer is given. */
import { CHOICES } from '../../../agents/compare-responses.ts';
import { InputError } from '../../domain/errors.ts';
import type { LoadedPrompt } from '../../domain/model.ts';
import { GivenScale, MAX_STEPS, scaleOf, YES_OR_NO, type Scale } from '../../domain/scale.ts';
import type { AgentModel } from '../../llm/define-agent.ts';
import { PLACEHOLDER, placeholdersIn, splitMessages } from '../../llm/prompt.ts';
import { sha256Hex } from '../../text/hash.ts';

export interface OwnPrompt {
  readonly prompt: LoadedPrompt;
  /** What a judge of one response answers; null: it is shown two, and answers A or B. */
  readonly scale: Scale | null;
  /** Of two responses: whether it may call them equal. */
  readonly ties: boolean;
  /** Null: as the options say. */
  readonly analysis: boolean | null;
}

const ANSWERS = ['yes/no', 'choice', 'scale', 'A/B'] as const;
type AnswerForm = (typeof ANSWERS)[number];
const FIELDS = ['answer', 'choices', 'scale', 'ties', 'analysis'] as const;
type FieldName = (typeof FIELDS)[number];

const COMMON = ['instruction', 'context', 'reference'];
const ONE = { required: ['response'], agent: 'grade-response' };
const TWO = { required: ['responseA', 'responseB'], agent: 'compare-responses' };

const ADVICE =
  'It begins with “---”, “answer: yes/no”, “choice”, “scale” or “A/B”, and “---”; then the prompt, with {{instruction}}, {{response}} and the like (docs/protocols.md).';

export const MAX_PROMPT_CHARS = 100_000;

interface Field {
  readonly value: string;
  readonly line: number;
}

/** Agents that ask by that prompt in place of ours; null: by ours. */
export function withOwnPrompt(agents: AgentModel, own: OwnPrompt | null): AgentModel {
  if (own === null) return agents;
  return { ...agents, prompts: new Map(agents.prompts).set(own.prompt.id, own.prompt) };
}

/** @param path as messages call it @throws InputError with the line of what cannot be used */
export function parseOwnPrompt(text: string, path: string): OwnPrompt {
  const problem = (line: number, message: string) =>
    new InputError(`${path}, line ${line}: ${message}`, { advice: ADVICE });
  const lines = text.replace(/^\ufeff/u, '').split(/\r?\n/u);
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === '---');
  if (lines[0]?.trimEnd() !== '---' || end === -1)
    throw problem(1, 'there is no front matter between two lines of “---”.');
  const fields = fieldsOf(lines.slice(1, end), problem);
  const form = formOf(fields, problem);
  const { required, agent } = form.answer === 'A/B' ? TWO : ONE;
  const template = lines.slice(end + 1).join('\n');
  if (template.trim() === '') throw problem(end + 1, 'there is no prompt below the front matter.');
  const known = [...required, ...COMMON];
  const unknown = [...template.matchAll(PLACEHOLDER)].find(([, name = '']) => !known.includes(name.trim()));
  if (unknown !== undefined)
    throw problem(
      end + 1 + template.slice(0, unknown.index).split('\n').length,
      `unknown variable ${unknown[0]}. There are ${braced(known)} for “answer: ${form.answer}”.`,
    );
  const messages = splitMessages(template, `${path}, from line ${end + 2} on,`);
  const shown = placeholdersIn(messages);
  const missing = required.find((name) => !shown.has(name));
  if (missing !== undefined) throw problem(end + 2, `the prompt does not use {{${missing}}}.`);
  return {
    prompt: {
      id: agent,
      version: 1,
      role: agent,
      temperature: 0,
      source: path,
      variables: [...shown],
      messages: withAnswerForm(messages, form),
      hash: sha256Hex(text),
    },
    scale: form.scale,
    ties: form.ties,
    analysis: form.analysis,
  };
}

/** Servers that enforce a schema show it to the model or not: what can be answered stands in the prompt itself. */
function withAnswerForm(messages: LoadedPrompt['messages'], { scale, ties }: Pick<OwnPrompt, 'scale' | 'ties'>) {
  const form =
    scale === null
      ? `The choice is one of: ${CHOICES[ties ? 'near-identical' : 'none'].join(', ')}.`
      : `The grade is one of: ${scale.map(({ label }) => label).join(', ')}.`;
  return messages.map(({ role, template }) => ({
    role,
    template: role === 'user' ? `${template}\n\n${form}` : template,
  }));
}

type Problem = (line: number, message: string) => InputError;

function fieldsOf(lines: readonly string[], problem: Problem): ReadonlyMap<FieldName, Field> {
  const fields = new Map<FieldName, Field>();
  for (const [at, text] of lines.entries()) {
    const line = at + 2;
    if (text.trim() === '' || text.trimStart().startsWith('#')) continue;
    const [key, value] = divided(text, text.indexOf(':'));
    if (!/^[\w-]+$/u.test(key)) throw problem(line, `this is not “key: value”: ${text.trim()}`);
    const name = FIELDS.find((field) => field === key);
    if (name === undefined) throw problem(line, `unknown field “${key}”. There are ${FIELDS.join(', ')}.`);
    if (fields.has(name)) throw problem(line, `“${key}” stands here twice.`);
    fields.set(name, { value: value.replace(/^(["'])(.*)\1$/u, '$2'), line });
  }
  return fields;
}

function formOf(fields: ReadonlyMap<FieldName, Field>, problem: Problem) {
  const given = fields.get('answer');
  if (given === undefined) throw problem(1, `“answer” is missing: it is ${ANSWERS.join(', ')}.`);
  const answer = ANSWERS.find((each) => each.toLowerCase() === given.value.toLowerCase());
  if (answer === undefined)
    throw problem(given.line, `“answer” must be ${ANSWERS.join(', ')}; it is “${given.value}”.`);
  const belongs: Readonly<Partial<Record<FieldName, AnswerForm>>> = { choices: 'choice', scale: 'scale', ties: 'A/B' };
  for (const [name, { line }] of fields)
    if (belongs[name] !== undefined && belongs[name] !== answer)
      throw problem(line, `“${name}” has no effect with “answer: ${answer}”.`);
  return {
    answer,
    scale: scaleFor(answer, fields, given.line, problem),
    ties: flag(fields.get('ties'), problem) ?? false,
    analysis: flag(fields.get('analysis'), problem),
  };
}

function scaleFor(
  answer: AnswerForm,
  fields: ReadonlyMap<FieldName, Field>,
  line: number,
  problem: Problem,
): Scale | null {
  if (answer === 'A/B') return null;
  if (answer === 'yes/no') return YES_OR_NO;
  const field = fields.get(answer === 'scale' ? 'scale' : 'choices');
  const example = answer === 'scale' ? 'scale: 1–5' : 'choices: wrong=0, partly=0.5, right=1';
  if (field === undefined) throw problem(line, `“answer: ${answer}” needs a line such as “${example}”.`);
  const scale = answer === 'scale' ? rangeIn(field.value) : choicesIn(field.value);
  if (scale === null)
    throw problem(
      field.line,
      `it must be such as “${example}”, all different, with at most ${MAX_STEPS} values; it is “${field.value}”.`,
    );
  return scale;
}

/** “1–5”, “1-5”, “0 to 10”; null: no scale. */
function rangeIn(text: string): Scale | null {
  const [, low, high] = /^(-?\d{1,9})\s*(?:-|–|\.\.|to)\s*(-?\d{1,9})$/u.exec(text) ?? [];
  return usable({ min: Number(low), max: Number(high) });
}

/** In any order; null: no scale. */
function choicesIn(text: string): Scale | null {
  const levels = text.split(',').map((part) => {
    const [label, points] = divided(part, part.lastIndexOf('='));
    return { label, points: /^-?\d+(?:\.\d+)?$/u.test(points) ? Number(points) : NaN };
  });
  // Braces would be read as a variable.
  if (levels.some(({ label }) => /[{}]/u.test(label))) return null;
  return usable({ levels: levels.sort((a, b) => a.points - b.points) });
}

function usable(scale: unknown): Scale | null {
  const parsed = GivenScale.safeParse(scale);
  return parsed.success ? scaleOf(parsed.data) : null;
}

/** What stands before and behind that place; before it nothing where it is -1. Requests hold such texts, so no pattern goes back in them. */
function divided(text: string, at: number): readonly [before: string, behind: string] {
  return [text.slice(0, Math.max(0, at)).trim(), text.slice(at + 1).trim()];
}

function flag(field: Field | undefined, problem: Problem): boolean | null {
  if (field === undefined) return null;
  if (/^(?:yes|true|on)$/iu.test(field.value)) return true;
  if (/^(?:no|false|off)$/iu.test(field.value)) return false;
  throw problem(field.line, `it must be yes or no; it is “${field.value}”.`);
}

function braced(names: readonly string[]): string {
  return names.map((name) => `{{${name}}}`).join(', ');
}
