/** Counts what a check asks for. */
import type { Bounds, Check, CheckFormat, CheckResult, SimpleCheck } from '../../domain/check.ts';
import { printCheck } from '../../domain/print-check.ts';
import { hasFields, isInFormat, MAX_YAML_CHARS } from './count/formats.ts';
import { hasHeading } from './count/lines.ts';
import { partsOf } from './count/parts.ts';
import type { CountRange } from './count/range.ts';
import { countMatches, timeForCheck, timeForResponse, type PatternTime } from './count/patterns.ts';
import { NO_FUNCTIONS, type CallFunction } from './call-function.ts';
import { formsOf } from './count/markup.ts';
import {
  CERTAINTIES,
  composed,
  countPhrase,
  inOneForm,
  normal,
  standsAt,
  withStraightQuotes,
  type Certainty,
} from './count/phrases.ts';
import { countCharacters, countedUnits, countUnit } from './count/units.ts';

/**
 * How a text was saved never counts: its outer white space, that at the ends of lines, the form of its line breaks and of accents.
 * A function gets the whole response as it was given.
 * @param left for the patterns of this check and of those after it
 * @param call the functions that a check may name
 */
export async function runCheck(
  check: Check,
  response: string,
  left = timeForResponse(),
  call: CallFunction = NO_FUNCTIONS,
): Promise<CheckResult> {
  const time = timeForCheck(left);
  const givenMs = time.leftMs;
  const result = await run(withWordsComposed(check), response, true, { time, call });
  left.leftMs -= givenMs - time.leftMs;
  return result;
}

function withWordsComposed(check: Check): Check {
  const value = (_key: string, part: unknown) => (typeof part === 'string' ? composed(part) : part);
  return JSON.parse(JSON.stringify(check), value) as Check;
}

interface Means {
  readonly time: PatternTime;
  readonly call: CallFunction;
  /** Of the whole response, where a check looks at each of its parts: limits on length are for all of them together. */
  readonly chars?: number;
}

/** @param isWanted false inside of a `not`: then the contrary is decided, and said to be wanted */
async function run(check: Check, response: string, isWanted: boolean, means: Means): Promise<CheckResult> {
  switch (check.kind) {
    case 'all':
    case 'any': {
      const results = await Promise.all(check.checks.map((one) => run(one, response, isWanted, means)));
      // Not all of them: any of their contraries.
      const kind = (check.kind === 'all') === isWanted ? 'all' : 'any';
      const met = combined(kind, results);
      // One alone may decide: the others say nothing of why.
      const deciding = met === (kind === 'any') ? results.filter((one) => one.met === met) : results;
      return withFinal(met, deciding.map(({ counted }) => counted).join('; '), results);
    }
    case 'not':
      return run(check.check, response, !isWanted, means);
    case 'each': {
      const result = await runEach(check, inOneForm(response), { chars: response.length, ...means });
      if (isWanted) return result;
      const { met, counted } = result;
      return withFinal(contrary(met), `${counted}; not ${printCheck(check)} wanted`, [result]);
    }
    case 'function': {
      const { met, found } = await means.call(check.name, response);
      if (met === null) return { met, counted: found, isFinal: true };
      return { met: met === isWanted, counted: `${found}; ${isWanted ? 'yes' : 'no'} wanted` };
    }
    default: {
      const { met, found, wanted } = await runSimple(check, inOneForm(response).trim(), means);
      const demand = isWanted ? wanted.met : wanted.notMet;
      return { met: isWanted ? met : contrary(met), counted: `${found}; ${demand}` };
    }
  }
}

/** What a failed function left open stays open. */
function withFinal(met: boolean | null, counted: string, of: readonly CheckResult[]): CheckResult {
  const isFinal = met === null && of.some((one) => one.isFinal === true);
  return isFinal ? { met, counted, isFinal } : { met, counted };
}

const contrary = (met: boolean | null): boolean | null => (met === null ? null : !met);

/** What cannot be told leaves the whole open, unless the others decide it. */
function combined(kind: 'all' | 'any', results: readonly CheckResult[]): boolean | null {
  const deciding = kind === 'any';
  if (results.some(({ met }) => met === deciding)) return deciding;
  return results.some(({ met }) => met === null) ? null : !deciding;
}

type EachCheck = Extract<Check, { kind: 'each' }>;

/** Where a text may be divided in two ways, a part that fails decides only if it stands in both, and all are met only if all of both are. */
async function runEach({ part, check }: EachCheck, text: string, means: Means): Promise<CheckResult> {
  const [few, many] = [partsOf(part, text, 'fewest'), partsOf(part, text, 'most')];
  if (many.length === 0) return { met: false, counted: `no ${part}` };
  const [inFew, inMany] = [new Set(few), new Set(many)];
  const isSure = (one: string) => inFew.has(one) && inMany.has(one);
  let open: CheckResult | null = few.length === 0 ? { met: null, counted: `perhaps no ${part}` } : null;
  for (const [at, one] of [...many, ...few.filter((other) => !inMany.has(other))].entries()) {
    const ofPart = await run(check, one, true, means);
    if (ofPart.met === true) continue;
    const where = isSure(one)
      ? `${part} ${at + 1} of ${many.length}`
      : `${few.length} to ${many.length} × ${part}, perhaps “${excerpt(one, 'start')}”`;
    const met = isSure(one) ? ofPart.met : null;
    const result = withFinal(met, `${where}: ${ofPart.counted}`, [ofPart]);
    if (met === false) return result;
    open ??= result;
  }
  return open ?? { met: true, counted: `${many.length} × ${part}, each ${printCheck(check)}` };
}

interface Found {
  readonly met: boolean | null;
  readonly found: string;
  /** What is said to be wanted where the check is to be met, and where its contrary is. */
  readonly wanted: { readonly met: string; readonly notMet: string };
}

const wants = (what: string): Found['wanted'] => ({ met: `${what} wanted`, notMet: `${what} not wanted` });

async function runSimple(
  check: Exclude<SimpleCheck, { kind: 'function' }>,
  text: string,
  { time, chars = text.length }: Means,
): Promise<Found> {
  switch (check.kind) {
    case 'count': {
      const count = countUnit(check.unit, text);
      return { met: isWithin(count, check), found: countedUnits(count, check.unit), wanted: wantedBounds(check) };
    }
    case 'phrase': {
      const counts = inAllReadings(text, check.text, (form, certainty) => countPhrase(form, check.text, certainty));
      const [least, most] = [Math.min(...counts), Math.max(...counts)];
      const found = `${least === most ? most : `${least} to ${most}`} × “${check.text}”`;
      return { met: isWithin({ least, most }, check), found, wanted: wantedBounds(check) };
    }
    case 'pattern': {
      const count = await countMatches(text, check.source, time);
      const met = count === null ? null : isWithin({ least: count, most: count }, check);
      return { met, found: `${count ?? 'too long to count'} × /${check.source}/`, wanted: wantedBounds(check) };
    }
    case 'heading': {
      const met = ifSure(text, check.text, (form, certainty) => hasHeading(check.text, form, certainty));
      const wanted = { met: 'one wanted', notMet: 'none wanted' };
      return { met, found: `${met === null ? 'perhaps a' : met ? 'a' : 'no'} heading “${check.text}”`, wanted };
    }
    case 'edge': {
      const verb = check.at === 'start' ? 'begins' : 'ends';
      const found = `${verb} with “${excerpt(text, check.at)}”`;
      const met = ifSure(text, check.text, (form, certainty) => standsAt(check.at, check.text, form.trim(), certainty));
      return { met, found, wanted: wants(`“${check.text}”`) };
    }
    case 'case':
      return runCase(check.letters, text);
    case 'wrapped':
      return runWrapped(check, text);
    case 'format': {
      const met = await isInFormat(check.format, text, chars);
      const name = check.format.replace(/^(?:json|csv|yaml)$/u, (known) => known.toUpperCase());
      return {
        met,
        found: `${met === null ? whyOpen(check.format, chars) : met ? 'is' : 'not'} ${name}`,
        wanted: wants(name),
      };
    }
    case 'fields': {
      const { met, found } = await hasFields(check, text);
      const shown = [...found.slice(0, SHOWN_FIELDS), ...(found.length > SHOWN_FIELDS ? ['…'] : [])].join(', ');
      return { met, found: `${check.of} fields: ${shown || 'none'}`, wanted: wants(check.names.join(', ')) };
    }
    case 'language': {
      // Loaded when a check asks for it: its data is the largest part of the checks.
      const { findLanguage } = await import('./count/language.ts');
      const { isWanted, found } = findLanguage(text, check.language, chars);
      return { met: isWanted, found, wanted: wants(printCheck(check)) };
    }
  }
}

/** Of the text as it is written and as it is seen, with words taken for others and not. */
function inAllReadings<Found>(
  text: string,
  words: string,
  find: (form: string, certainty: Certainty) => Found,
): Found[] {
  return formsOf(text, words).flatMap((form) => CERTAINTIES.map((certainty) => find(form, certainty)));
}

/** Null where it depends on what only a judge can tell. */
function ifSure(...reading: Parameters<typeof inAllReadings<boolean>>): boolean | null {
  const [first = false, ...others] = inAllReadings(...reading);
  return others.every((one) => one === first) ? first : null;
}

const whyOpen = (format: CheckFormat, chars: number): string =>
  format === 'yaml' && chars > MAX_YAML_CHARS ? 'too long to be parsed as' : 'perhaps';

const SHOWN_FIELDS = 20;

/** Null where some of the numbers are within the bounds, and some are not. */
function isWithin({ least, most }: CountRange, bounds: Bounds): boolean | null {
  const min = bounds.min ?? 0;
  const max = bounds.max ?? Infinity;
  if (most < min || least > max) return false;
  return least >= min && most <= max ? true : null;
}

/** "exactly 3 wanted", "3 to 5 wanted", "at most 1 wanted", "none wanted"; the contrary: "at least 2 wanted". */
function wantedBounds(bounds: Bounds): Found['wanted'] {
  const min = bounds.min ?? 0;
  const { max } = bounds;
  if (max === null)
    return { met: `at least ${min} wanted`, notMet: min === 0 ? 'no number meets that' : atMost(min - 1) };
  if (min === 0) return { met: atMost(max), notMet: `at least ${max + 1} wanted` };
  const range = min === max ? `exactly ${min}` : `${min} to ${max}`;
  return { met: `${range} wanted`, notMet: `anything but ${range} wanted` };
}

const atMost = (count: number): string => (count === 0 ? 'none wanted' : `at most ${count} wanted`);

const SHOWN_CHARS = 40;
/** Before white space is made one. */
const EXCERPTED_CHARS = 1_000;

function excerpt(text: string, edge: 'start' | 'end'): string {
  const shown = normal(edge === 'start' ? text.slice(0, EXCERPTED_CHARS) : text.slice(-EXCERPTED_CHARS));
  if (shown.length <= SHOWN_CHARS) return shown;
  return edge === 'start' ? `${shown.slice(0, SHOWN_CHARS).trimEnd()}…` : `…${shown.slice(-SHOWN_CHARS).trimStart()}`;
}

function runWrapped({ open, close }: Extract<Check, { kind: 'wrapped' }>, text: string): Found {
  const normalized = withStraightQuotes(text);
  const isAround =
    normalized.length > open.length + close.length &&
    normalized.startsWith(withStraightQuotes(open)) &&
    normalized.endsWith(withStraightQuotes(close));
  const inner = isAround ? normalized.slice(open.length, normalized.length - close.length) : '';
  return {
    met: inner.trim() === '' ? false : isClosedAtEnd(inner, withStraightQuotes(open), withStraightQuotes(close)),
    found: `begins with “${excerpt(normalized, 'start')}” and ends with “${excerpt(normalized, 'end')}”`,
    wanted: wants(`${open}…${close} around it`),
  };
}

/** Whether what opens before `inner` closes behind it. Null for “Yes,” she said, and then: “No.”, and for "(1) and 2)". */
function isClosedAtEnd(inner: string, open: string, close: string): boolean | null {
  if (open === close) return inner.includes(open) ? null : true;
  let [depth, least] = [0, 0];
  for (const [at, piece] of inner.split(close).entries()) {
    if (at > 0) depth -= 1;
    least = Math.min(least, depth);
    depth += piece.split(open).length - 1;
  }
  return depth === 0 ? least === 0 : null;
}

const SMALL_TITLE_WORDS =
  /^(?:a|an|the|and|but|or|nor|for|so|yet|of|in|on|at|to|by|as|up|with|from|into|over|per|via|vs)$/u;

function runCase(letters: 'upper' | 'lower' | 'title', text: string): Found {
  if (letters === 'title') {
    const words = text.match(/\p{L}[\p{L}'’-]*/gu) ?? [];
    const small = words.find((word, at) => /^\p{Ll}/u.test(word) && (at === 0 || !SMALL_TITLE_WORDS.test(word)));
    const found = small === undefined ? 'all in title case' : `“${small}” begins small`;
    return { met: small === undefined, found, wanted: wants('title case') };
  }
  const all = countLetters(text, /\P{L}+/gu);
  const wrong = countLetters(text, letters === 'upper' ? /\P{Ll}+/gu : /\P{Lu}+/gu);
  return {
    met: all > 0 && wrong === 0,
    found: `${wrong} ${letters === 'upper' ? 'small' : 'capital'} letters of ${all}`,
    wanted: { met: 'none wanted', notMet: 'some wanted' },
  };
}

/** @param others runs of what is no such letter */
const countLetters = (text: string, others: RegExp): number => countCharacters(text.replace(others, ''));
