/** Criteria that agents write, each with a yes/no question and, if counting can decide it, a check. */
import { z } from 'zod';
import { type Check, CheckDecides, Unit } from '../../domain/check.ts';
import type { Criterion } from '../../domain/criterion.ts';
import type { ModelCriterion } from '../../domain/engine.ts';
import { InputError } from '../../domain/errors.ts';
import { parseCheck } from '../../domain/parse-check.ts';
import { printableLine } from '../../text/printable.ts';
import { trusted } from '../fence.ts';
import { questionFrom, wholeQuestion } from './question.ts';
import { ENGLISH_OPENING, quotedIn, readsAsEnglish, tidy, tidyQuestion, wordingProblem, wordsOf } from './wording.ts';

/** Null: counting cannot decide the criterion. Models without schema enforcement may omit it. */
export const ProposedCheck = z.preprocess(
  (check) => check ?? null,
  z.strictObject({ rule: z.string(), decides: CheckDecides }).nullable(),
);

/** Null: it always applies. Models without schema enforcement may omit it. */
export const AppliesWhen = z.preprocess((condition) => condition ?? null, z.string().nullable());

/** The condition as a clause; none where it cannot be used. */
export function readCondition(condition: string | null): Pick<Criterion, 'appliesWhen'> {
  if (condition === null || wordingProblem(condition) !== null) return {};
  return { appliesWhen: printableLine(condition).replace(/[.,;:]$/u, '') };
}

/** A criterion as agents are shown it: with its condition, which is a part of what it asks. */
export function withCondition({ text, appliesWhen }: Pick<Criterion, 'text' | 'appliesWhen'>): string {
  return appliesWhen === undefined ? text : `${text} (Applies when ${appliesWhen}.)`;
}

type Conditional = Pick<Criterion, 'appliesWhen'>;

/** What always applies, or applies under another condition, is not said by what stands under a condition. */
export function coversCondition(target: Conditional, duplicate: Conditional): boolean {
  return target.appliesWhen === undefined || wordsOf(target.appliesWhen) === wordsOf(duplicate.appliesWhen ?? '');
}

/** Prompt text: the allowed forms of a check. */
export const CHECK_FORMS =
  trusted(`A check says how code can tell, by counting in the response, whether a criterion is met. It is null if counting can neither decide the criterion nor refuse it. Otherwise it has
- rule, in one of these forms: \`words 150..200\` (units: ${Unit.options.join(', ')}; also <=, >=, =), \`phrase "soil" >= 1\`, \`heading "Methods"\`, \`starts with "Dear"\`, \`ends with "?"\`, \`case upper\`, \`wrapped in quotes\`, \`format json\` (or csv, yaml, table, bulleted list, numbered list), \`json fields "name" "age"\`, \`table fields "Name" "Age"\`, \`language French\`, \`each(sentence, words <= 20)\`, and of these \`all(…, …)\`, \`any(…, …)\`, \`not(…)\`. The whole response is counted, its titles and greetings too. A phrase counts whole words in that order, whether in capitals or not: "soil" is neither in "soils" nor in "subsoil". A list of synonyms is no rule, since other words would do as well;
- decides: "all" where the rule says all that the criterion asks; "part" where a response that breaks the rule fails the criterion, but one that keeps it may still fail.`);

type Proposed = z.infer<typeof ProposedCheck>;

export interface CriterionRow {
  readonly criterion: string;
  readonly question: string;
  readonly check: Proposed;
  /** Absent: it always applies. */
  readonly appliesWhen?: string | null;
}

const MAX_OPENING_CHARS = 40;

/** How all criteria of an answer begin, in their language. Models without schema enforcement may omit it. */
export const Opening = z.preprocess((opening) => opening ?? ENGLISH_OPENING, z.string());

/** Without white space around it; English where it cannot be one. */
function usedOpening(opening: string): string {
  return opening.trim().length > 0 && opening.length <= MAX_OPENING_CHARS ? opening.trim() : ENGLISH_OPENING;
}

export function beginsWith(criterion: string, opening: string): boolean {
  return tidy(criterion).startsWith(usedOpening(opening));
}

/** Null if there is no problem. @param opening how the criterion has to begin */
export function criterionProblem(
  { criterion, question }: Pick<CriterionRow, 'criterion' | 'question'>,
  opening = ENGLISH_OPENING,
): string | null {
  const problem = wordingProblem(criterion) ?? wordingProblem(question);
  if (problem !== null) return problem;
  const start = usedOpening(opening);
  if (!beginsWith(criterion, opening)) return `does not begin with “${start}”`;
  const isQuestion = /^[¿\p{L}].*[?？؟]["'\p{Pe}\p{Pf}\p{Pi}]*$/su.test(question.trim());
  // Many languages ask without “?”: “;” in Greek, by a particle in Japanese or Thai.
  const asked = wordsOf(question);
  const isEnglish = start.startsWith('The response') || readsAsEnglish(quotedIn(criterion).reduce(without, criterion));
  const mayBeOne = !isEnglish && asked !== '' && asked !== wordsOf(criterion);
  return isQuestion || mayBeOne ? null : 'lacks a yes/no question that ends with “?”';
}

const without = (text: string, part: string): string => text.replace(part, '');

/** Null if there is no problem. */
export function checkProblem(proposed: Proposed): string | null {
  const read = readRule(proposed);
  return read instanceof InputError ? `has a check that cannot be read: ${read.message}` : null;
}

/** An unreadable check is dropped: the judge then decides the criterion. So is a question that asks for less than it. */
export function readCriterion({
  criterion,
  question,
  check,
  appliesWhen,
}: CriterionRow): Omit<ModelCriterion, 'explicit'> {
  const rule = readRule(check);
  const written = {
    text: tidy(criterion),
    question: wholeQuestion(tidy(criterion), tidyQuestion(question)),
    ...readCondition(appliesWhen ?? null),
  };
  return check === null || rule === null || rule instanceof InputError
    ? written
    : { ...written, check: { rule, decides: check.decides } };
}

/** A criterion in the words of the advice itself, where no other wording can be used. */
export function criterionFromAdvice(
  advice: string,
  proposedOpening: string,
): { readonly text: string; readonly question: string } {
  const opening = usedOpening(proposedOpening);
  const quoted = tidy(advice).replace(/[.!]$/u, '').replaceAll(/["“”]/gu, "'");
  if (opening !== ENGLISH_OPENING) {
    const text = `${opening}: “${quoted}”.`;
    return { text, question: questionFrom(text) };
  }
  return {
    text: `The response should follow this advice: “${quoted}”.`,
    question: `Does the response follow this advice: “${quoted}”?`,
  };
}

function readRule(proposed: Proposed): Check | InputError | null {
  if (proposed === null || proposed.rule.trim() === '') return null;
  try {
    const check = parseCheck(proposed.rule);
    // Only people know what functions there are.
    return JSON.stringify(check).includes('"kind":"function"') ? new InputError('A model names no function.') : check;
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
}
