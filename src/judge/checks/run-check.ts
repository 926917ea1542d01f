/** Counts what a check asks for. */
import type { Bounds, Check, CheckResult, SimpleCheck } from '../../domain/check.ts';
import { printCheck } from '../../domain/print-check.ts';
import { hasFields, isInFormat } from './count/formats.ts';
import { hasHeading, partsOf } from './count/lines.ts';
import { countPhrase, normal, standsAt } from './count/phrases.ts';
import { COUNTERS, countedUnits } from './count/units.ts';

/** @param response as it was given; its outer white space never counts. */
export async function runCheck(check: Check, response: string): Promise<CheckResult> {
  switch (check.kind) {
    case 'all':
    case 'any': {
      const results = await Promise.all(check.checks.map((one) => runCheck(one, response)));
      return {
        met: combined(check.kind, results),
        counted: results.map(({ counted }) => counted).join('; '),
      };
    }
    case 'not': {
      const { met, counted } = await runCheck(check.check, response);
      return {
        met: met === null ? null : !met,
        counted: `${counted}; not ${printCheck(check.check)} wanted`,
      };
    }
    case 'each':
      return runEach(check, response);
    default:
      return runSimple(check, response);
  }
}

/** What cannot be told leaves the whole open, unless the others decide it. */
function combined(kind: 'all' | 'any', results: readonly CheckResult[]): boolean | null {
  const deciding = kind === 'any';
  if (results.some(({ met }) => met === deciding)) return deciding;
  return results.some(({ met }) => met === null) ? null : !deciding;
}

async function runEach({ part, check }: Extract<Check, { kind: 'each' }>, response: string): Promise<CheckResult> {
  const parts = partsOf(part, response);
  if (parts.length === 0) return { met: false, counted: `no ${part}` };
  const results = await Promise.all(parts.map((text) => runCheck(check, text)));
  const met = combined('all', results);
  const at = results.findIndex((result) => result.met === met);
  return {
    met,
    counted:
      met === true
        ? `${parts.length} × ${part}, each ${printCheck(check)}`
        : `${part} ${at + 1} of ${parts.length}: ${results[at]?.counted ?? ''}`,
  };
}

async function runSimple(check: SimpleCheck, response: string): Promise<CheckResult> {
  const text = response.trim();
  switch (check.kind) {
    case 'count': {
      const count = COUNTERS[check.unit](text);
      return { met: isWithin(count, check), counted: `${countedUnits(count, check.unit)}; ${wanted(check)}` };
    }
    case 'phrase': {
      const count = countPhrase(text, check.text);
      return { met: isWithin(count, check), counted: `${count} × “${check.text}”; ${wanted(check)}` };
    }
    case 'heading': {
      const met = hasHeading(check.text, text);
      return { met, counted: `${met ? 'a' : 'no'} heading “${check.text}”` };
    }
    case 'edge': {
      const verb = check.at === 'start' ? 'begins' : 'ends';
      return {
        met: standsAt(check.at, check.text, text),
        counted: `${verb} with “${excerpt(text, check.at)}”; “${check.text}” wanted`,
      };
    }
    case 'case':
      return runCase(check.letters, text);
    case 'wrapped':
      return runWrapped(check, text);
    case 'format': {
      const met = await isInFormat(check.format, text);
      return {
        met,
        counted: `${met === null ? 'perhaps' : met ? 'is' : 'not'} ${check.format.replace(/^(?:json|csv|yaml)$/u, (name) => name.toUpperCase())}`,
      };
    }
    case 'fields': {
      const { met, found } = await hasFields(check, text);
      return {
        met,
        counted: `${check.of} fields: ${found.length === 0 ? 'none' : found.join(', ')}; ${check.names.join(', ')} wanted`,
      };
    }
    case 'language': {
      // Loaded when a check asks for it: its data is the largest part of the checks.
      const { findLanguage } = await import('./count/language.ts');
      const { isWanted, found } = findLanguage(text, check.language);
      return { met: isWanted, counted: `${found}; ${printCheck(check)} wanted` };
    }
  }
}

function isWithin(count: number, { min, max }: Bounds): boolean {
  return (min === null || count >= min) && (max === null || count <= max);
}

/** "exactly 3 wanted", "3 to 5 wanted", "at most 1 wanted", "none wanted". */
function wanted({ min, max }: Bounds): string {
  if (max === 0) return 'none wanted';
  if (max === null) return `at least ${min ?? 0} wanted`;
  if (min === null) return `at most ${max} wanted`;
  return min === max ? `exactly ${min} wanted` : `${min} to ${max} wanted`;
}

const SHOWN_CHARS = 40;

function excerpt(text: string, edge: 'start' | 'end'): string {
  const said = normal(text);
  if (said.length <= SHOWN_CHARS) return said;
  return edge === 'start' ? `${said.slice(0, SHOWN_CHARS).trimEnd()}…` : `…${said.slice(-SHOWN_CHARS).trimStart()}`;
}

function runWrapped({ open, close }: Extract<Check, { kind: 'wrapped' }>, text: string): CheckResult {
  const said = text.replace(/[“”„]/gu, '"').replace(/[‘’]/gu, "'");
  const isAround = said.length > open.length + close.length && said.startsWith(open) && said.endsWith(close);
  return {
    met: isAround && said.slice(open.length, said.length - close.length).trim() !== '',
    counted: `begins with “${excerpt(said, 'start')}” and ends with “${excerpt(said, 'end')}”; ${open}…${close} around it wanted`,
  };
}

const SMALL_TITLE_WORDS =
  /^(?:a|an|the|and|but|or|nor|for|so|yet|of|in|on|at|to|by|as|up|with|from|into|over|per|via|vs)$/u;

function runCase(letters: 'upper' | 'lower' | 'title', text: string): CheckResult {
  if (letters === 'title') {
    const words = text.match(/\p{L}[\p{L}'’-]*/gu) ?? [];
    const small = words.find((word, at) => /^\p{Ll}/u.test(word) && (at === 0 || !SMALL_TITLE_WORDS.test(word)));
    return {
      met: small === undefined,
      counted: small === undefined ? 'all in title case' : `“${small}” begins small; title case wanted`,
    };
  }
  const all = text.match(/\p{L}/gu) ?? [];
  const wrong = all.filter((letter) => (letters === 'upper' ? /\p{Ll}/u : /\p{Lu}/u).test(letter)).length;
  return {
    met: all.length > 0 && wrong === 0,
    counted: `${wrong} ${letters === 'upper' ? 'small' : 'capital'} letters of ${all.length}; none wanted`,
  };
}
