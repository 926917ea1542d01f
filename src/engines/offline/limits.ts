/** Limits on length and number in one form: "no more than eighty words" asks for what "at most 80 words" does. */
import { spelledNumbers } from '../../text/number-words.ts';
import { singular } from './lexicon.ts';

const AT_MOST = 'at most|up to|(?:an? )?maximum(?: of)?|within|under|below|(?:fewer|less|shorter) than';
const AT_LEAST = 'at least|(?:an? )?minimum(?: of)?|over|above|exceed(?:ing)?|(?:more|longer) than';
const NUMBER = String.raw`(?<number>\d[\d,]{0,9}|[a-z]+(?:-[a-z]+)?)[ -](?<unit>[a-z]+)`;
const BEFORE = new RegExp(
  String.raw`\b(?<not>(?:not?|nothing|none|never|avoid|without|[a-z]+n['’]t) (?<between>(?:[a-z]+ ){0,3}?))?(?:(?<most>${AT_MOST})|${AT_LEAST}) ${NUMBER}\b`,
  'giu',
);
const AFTER = new RegExp(
  String.raw`\b${NUMBER} (?:(?<most>or (?:fewer|less|under)|at most|maximum)|or (?:more|over)|at least|minimum)\b`,
  'giu',
);
const LIMIT = /^(?:atmost|atleast)\d/u;

/** Each limit as one word: "atmost80word". */
export function withPlainLimits(text: string): string {
  return text.replace(BEFORE, asWord).replace(AFTER, asWord);
}

export const isLimit = (word: string): boolean => LIMIT.test(word);

function asWord(found: string, ...rest: readonly unknown[]): string {
  const { not, between = '', most, number = '', unit = '' } = rest.at(-1) as Readonly<Partial<Record<string, string>>>;
  const [value = /^\d/u.test(number) ? Number(number.replaceAll(',', '')) : undefined] = spelledNumbers(
    number.toLowerCase(),
  );
  if (value === undefined) return found;
  const isUpper = (most === undefined) === (not !== undefined);
  return `${between}${isUpper ? 'atmost' : 'atleast'}${String(value)}${singular(unit.toLowerCase())}`;
}
