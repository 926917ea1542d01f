/** Counts what a check asks for. */
import { countIn } from './count/countables.ts';
import { meetsEdge } from './count/edges.ts';
import { runForm } from './count/forms.ts';
import { findLanguage, languageName } from './count/language.ts';
import { describeBound, nameOf, placeName } from './count/names.ts';
import { runOrder } from './count/order.ts';
import { stretchesOf } from './count/parts.ts';
import { normal } from './count/phrases.ts';
import type { Bound, CheckResult, CodeCheck, Place, SimpleCheck } from './code-check.ts';

/** @param response as it was given; its outer white space never counts. */
export function runCheck(check: CodeCheck, response: string): CheckResult {
  return check.kind === 'several' ? runSeveral(check, response) : runSimple(check, response);
}

function runSeveral(
  { checks, bound }: Extract<CodeCheck, { kind: 'several' }>,
  response: string,
): CheckResult {
  const results = checks.map((check) => runCheck(check, response));
  const met = results.filter((result) => result.met).length;
  const all = bound.min === checks.length && bound.max === null;
  const none = bound.max === 0;
  const wanted = all
    ? ''
    : none
      ? ' (not wanted)'
      : ` (${describeBound(bound)} of these ${checks.length} wanted)`;
  return {
    met: inBound(met, bound),
    counted: `${results.map((result) => result.counted).join('; ')}${wanted}`,
  };
}

function runSimple(check: SimpleCheck, response: string): CheckResult {
  switch (check.kind) {
    case 'form':
    case 'json-key':
    case 'csv-header':
    case 'table-header':
      return runForm(check, response);
    case 'sorted':
    case 'acrostic':
    case 'openings':
      return runOrder(check, response);
    default:
      return runPlaced(check, response);
  }
}

type PlacedCheck = Extract<SimpleCheck, { place: Place }>;

/** A place without a stretch fails, but for "no sentence …", which a text without sentences fulfils. */
function runPlaced(check: PlacedCheck, response: string): CheckResult {
  const { place } = check;
  const stretches = stretchesOf(place, response);
  const [first] = stretches;
  if (first === undefined) {
    const vacuous = place.where === 'each' && place.orNone;
    return { met: vacuous, counted: `no ${placeName(place).replace(/^(?:the|each) /u, '')}` };
  }
  if (place.where === 'any') {
    const found = stretches.map((stretch) => runOn(check, stretch)).find((result) => result.met);
    return (
      found ?? {
        met: false,
        counted: `${placeName(place).replace('any', 'no')}: ${runOn(check, first).counted} in the first`,
      }
    );
  }
  if (place.where !== 'each') return runOn(check, first);
  const failing = stretches.map((stretch) => runOn(check, stretch)).findIndex((result) => !result.met);
  const part = place.part.replaceAll('-', ' ');
  if (failing === -1) {
    return {
      met: true,
      counted: `${stretches.length} × ${part}, each as wanted (${runOn(check, first).counted} in the first)`,
    };
  }
  const failed = runOn(check, stretches[failing] ?? '');
  return { met: false, counted: `${part} ${failing + 1} of ${stretches.length}: ${failed.counted}` };
}

function runOn(check: PlacedCheck, text: string): CheckResult {
  const where = ['response', 'each', 'any'].includes(check.place.where)
    ? ''
    : ` in ${placeName(check.place)}`;
  switch (check.kind) {
    case 'count': {
      const n = countIn(text.trim(), check.of);
      return {
        met: inBound(n, check.bound),
        counted: `${n} ${nameOf(check.of, n)}${where}; ${describeBound(check.bound)} wanted`,
      };
    }
    case 'edge':
      return meetsEdge(check.edge, check.with, text);
    case 'exact-text': {
      const met = check.texts.some((wanted) => sameText(wanted, text, check.place.where !== 'response'));
      const wanted = check.texts.map((one) => `“${one}”`).join(' or ');
      return { met, counted: `${met ? 'says' : 'does not say'} just ${wanted}` };
    }
    case 'letter-case':
      return runCase(check.letterCase, text);
    case 'language': {
      const { best, foreignSentence } = findLanguage(text, check.language);
      const met = best === check.language && foreignSentence === null;
      const reads = `reads as ${languageName(best)}`;
      const but = best === check.language && foreignSentence !== null ? `, but for “${foreignSentence}”` : '';
      return { met, counted: `${reads}${but}; ${languageName(check.language)} wanted` };
    }
    case 'wrapped': {
      const said = text.trim().replace(/[“”„]/gu, '"').replace(/[‘’]/gu, "'");
      const { open, close } = check;
      const inner = said.slice(open.length, said.length - close.length);
      const met = said.length > open.length + close.length && said.startsWith(open) && said.endsWith(close);
      return { met: met && inner.trim() !== '', counted: `${met ? '' : 'not '}wrapped in ${open} ${close}` };
    }
  }
}

/** The marks around a word or line of the response are not its text. */
function sameText(wanted: string, text: string, isPart: boolean): boolean {
  const plain = (said: string): string =>
    (isPart ? normal(said).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '') : normal(said)).toLowerCase();
  return plain(wanted) === plain(text);
}

const SMALL_TITLE_WORDS =
  /^(?:a|an|the|and|but|or|nor|for|so|yet|of|in|on|at|to|by|as|up|with|from|into|over|per|via|vs)$/u;

function runCase(letterCase: 'upper' | 'lower' | 'title', text: string): CheckResult {
  const letters = text.match(/\p{L}/gu) ?? [];
  if (letterCase === 'title') {
    const wrong = (text.match(/\p{L}[\p{L}'’-]*/gu) ?? []).find(
      (word, index) => /^\p{Ll}/u.test(word) && (index === 0 || !SMALL_TITLE_WORDS.test(word)),
    );
    return {
      met: wrong === undefined,
      counted: wrong === undefined ? 'title case' : `“${wrong}” is not in title case`,
    };
  }
  const wrong = letters.filter((letter) =>
    (letterCase === 'upper' ? /\p{Ll}/u : /\p{Lu}/u).test(letter),
  ).length;
  const name = letterCase === 'upper' ? 'small' : 'capital';
  return {
    met: letters.length > 0 && wrong === 0,
    counted: `${wrong} ${name} letters of ${letters.length}; none wanted`,
  };
}

function inBound(n: number, { min, max }: Bound): boolean {
  return (min === null || n >= min) && (max === null || n <= max);
}
