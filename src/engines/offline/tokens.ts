/** Small tools on the words of a sentence, and what they say of a noun. */
import { baseOfGerund } from './verbs.ts';
import { TEXT_PARTS } from './vocabulary.ts';

/** Words that open a clause inside a sentence. */
export const CLAUSE_EDGE = new Set(
  'that which who whose what how why when where if because so than as whether unless until before after while whatever whenever wherever'.split(
    ' ',
  ),
);

export function clean(token: string): string {
  return token.toLowerCase().replace(/^[("'“‘[]+|[)"'”’\].,;:!?]+$/gu, '');
}

export function wordAt(tokens: readonly string[], index: number): string {
  return clean(tokens[index] ?? '');
}

export function lowerFirst(text: string): string {
  const first = text.split(/\s/u)[0] ?? '';
  // Acronyms and "I" keep their capitals.
  if (/^\p{Lu}[\p{Lu}\d]/u.test(first) || first === 'I') return text;
  return text.charAt(0).toLowerCase() + text.slice(1);
}

export function isTextPart(noun: string): boolean {
  return TEXT_PARTS.has(noun) || TEXT_PARTS.has(noun.replace(/s$/u, ''));
}

export function isPlural(noun: string): boolean {
  return (
    /^(?:people|children|men|women|criteria|data|media)$/u.test(noun) ||
    /[^suif]s$|(?:se|ue|ie|fe|oe)s$|[aeiou]fs$/u.test(noun)
  );
}

/** "Pasting tables" → "paste tables"; undefined where the phrase does not begin with an -ing form. */
export function fromGerund(phrase: string): string | undefined {
  const [first = '', ...rest] = phrase.split(' ');
  const base = baseOfGerund(clean(first));
  return base === undefined || rest.length === 0 ? undefined : [base, ...rest].join(' ');
}
