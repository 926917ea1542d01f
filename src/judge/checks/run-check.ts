/** Counts what a check asks for. */
import { countIn } from './count/countables.ts';
import { excerpt, meetsEdge } from './count/edges.ts';
import { findEmphasised } from './count/emphasised.ts';
import { runForm } from './count/forms.ts';
import { findLanguage, languageName } from './count/language.ts';
import { describeBound, nameOf, placeName } from './count/names.ts';
import { runOrder } from './count/order.ts';
import { stretchesOf } from './count/parts.ts';
import { normal } from './count/phrases.ts';
import type { Bound, CheckResult, CodeCheck, Finding, Place, SimpleCheck } from './code-check.ts';

/** @param response as it was given; its outer white space never counts. */
export function runCheck(check: CodeCheck, response: string): CheckResult {
  const { met, found, wanted } = find(check, response);
  return { met, counted: wanted === '' ? found : `${found}; ${wanted}` };
}

const find = (check: CodeCheck, response: string): Finding =>
  check.kind === 'several' ? findSeveral(check, response) : findSimple(check, response);

function findSeveral({ checks, bound }: Several, response: string): Finding {
  const findings = checks.map((check) => find(check, response));
  const met = findings.filter((finding) => finding.met === true).length;
  const open = findings.filter((finding) => finding.met === null).length;
  return { met: allAlike(met, met + open, bound), ...saidOf(findings, bound) };
}

/** Whether every number from `low` to `high` is within, or none; null: it depends on what cannot be told. */
function allAlike(low: number, high: number, bound: Bound): boolean | null {
  const within = Array.from({ length: high - low + 1 }, (_, more) => inBound(low + more, bound));
  return within.every((is) => is === within[0]) ? (within[0] ?? null) : null;
}

function saidOf(findings: readonly Finding[], bound: Bound): { found: string; wanted: string } {
  const found = findings.map((finding) => finding.found).join(', ');
  if (bound.max === 0) {
    const unwanted = findings.map(({ wanted }) => wanted).filter((wanted) => wanted !== '');
    return { found, wanted: `${unwanted.join(', ').replaceAll(/ wanted(?=,|$)/gu, '')} not wanted`.trim() };
  }
  if (bound.min !== findings.length || bound.max !== null)
    return { found, wanted: `${describeBound(bound)} of these ${findings.length} wanted` };
  const each = findings.map((one) => (one.wanted === '' ? one.found : `${one.found} (${one.wanted})`));
  return { found: each.join(', '), wanted: '' };
}

function findSimple(check: SimpleCheck, response: string): Finding {
  switch (check.kind) {
    case 'form':
    case 'json-key':
    case 'csv-header':
    case 'table-header':
      return plainly(runForm(check, response));
    case 'sorted':
    case 'acrostic':
    case 'openings':
      return plainly(runOrder(check, response));
    default:
      return findPlaced(check, response);
  }
}

type Several = Extract<CodeCheck, { kind: 'several' }>;
type PlacedCheck = Extract<SimpleCheck, { place: Place }>;

const plainly = ({ met, counted }: CheckResult): Finding => ({ met, found: counted, wanted: '' });

/** A place without a stretch fails, but for "no sentence …", which a text without sentences fulfils. */
function findPlaced(check: PlacedCheck, response: string): Finding {
  const { place } = check;
  const findings = stretchesOf(place, response).map((stretch) => findOn(check, stretch));
  const [first] = findings;
  if (first === undefined) {
    // Without its label a subject line could be any line.
    if (place.where === 'subject-line') return { met: null, found: 'no line “Subject:”', wanted: '' };
    const vacuous = place.where === 'each' && place.orNone;
    return { met: vacuous, found: `no ${placeName(place).replace(/^(?:the|each|any) /u, '')}`, wanted: '' };
  }
  if (place.where !== 'any' && place.where !== 'each') return first;
  const part = place.part.replaceAll('-', ' ');
  const decisive = place.where === 'any';
  const at = findings.findIndex(({ met }) => met === decisive);
  const found = findings[at];
  if (found !== undefined)
    return { ...found, found: `${part} ${at + 1} of ${findings.length}: ${found.found}` };
  const met = findings.some((finding) => finding.met === null) ? null : !decisive;
  const all = `${decisive ? 'none' : 'each'} of ${findings.length} ${part}${findings.length === 1 ? '' : 's'} does so`;
  return { met, found: all, wanted: first.wanted === '' ? first.found : first.wanted };
}

function findOn(check: PlacedCheck, text: string): Finding {
  const where = ['response', 'each', 'any'].includes(check.place.where)
    ? ''
    : ` in ${placeName(check.place)}`;
  switch (check.kind) {
    case 'count': {
      const n = countIn(text.trim(), check.of);
      return {
        met: inBound(n, check.bound),
        found: `${n} ${nameOf(check.of, n)}${where}`,
        wanted: `${describeBound(check.bound)} wanted`,
      };
    }
    case 'edge':
      return meetsEdge(check.edge, check.with, text);
    case 'exact-text': {
      const met = check.texts.some((wanted) => sameText(wanted, text, check.place.where !== 'response'));
      return {
        met,
        found: `says “${excerpt(text, 'start')}”${where}`,
        wanted: `just ${check.texts.map((one) => `“${one}”`).join(' or ')} wanted`,
      };
    }
    case 'letter-case':
      return runCase(check.letterCase, text);
    case 'language': {
      const { isWanted, best, foreignSentence } = findLanguage(text, check.language);
      const wanted = languageName(check.language);
      const found =
        isWanted === null
          ? 'too little text to tell its language'
          : isWanted
            ? `reads as ${wanted}`
            : best === check.language
              ? `reads as ${wanted}, but for “${foreignSentence ?? ''}”`
              : `reads as ${languageName(best)}`;
      return { met: isWanted, found, wanted: `${wanted} wanted` };
    }
    case 'other-language': {
      const { isWanted, best, foreignSentence } = findLanguage(text, check.language);
      const name = languageName(check.language);
      // One foreign sentence makes no foreign text.
      const met = isWanted === true ? false : isWanted === null || best === check.language ? null : true;
      const mixed = foreignSentence === null ? '' : `, but for “${foreignSentence}”`;
      const found = best === check.language ? `reads as ${name}${mixed}` : `reads as ${languageName(best)}`;
      return { met, found, wanted: `another language than ${name} wanted` };
    }
    case 'emphasised':
      return findEmphasised(check, text);
    case 'wrapped': {
      const said = text.trim().replace(/[“”„]/gu, '"').replace(/[‘’]/gu, "'");
      const { open, close } = check;
      const inner = said.slice(open.length, said.length - close.length);
      const met = said.length > open.length + close.length && said.startsWith(open) && said.endsWith(close);
      return {
        met: met && inner.trim() !== '',
        found: `begins with “${excerpt(said, 'start')}” and ends with “${excerpt(said, 'end')}”`,
        wanted: `${open}…${close} around it wanted`,
      };
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

function runCase(letterCase: 'upper' | 'lower' | 'title', text: string): Finding {
  const letters = text.match(/\p{L}/gu) ?? [];
  if (letterCase === 'title') {
    const wrong = (text.match(/\p{L}[\p{L}'’-]*/gu) ?? []).find(
      (word, index) => /^\p{Ll}/u.test(word) && (index === 0 || !SMALL_TITLE_WORDS.test(word)),
    );
    return {
      met: wrong === undefined,
      found: wrong === undefined ? 'all in title case' : `“${wrong}” begins small`,
      wanted: 'title case wanted',
    };
  }
  const wrong = letters.filter((letter) =>
    (letterCase === 'upper' ? /\p{Ll}/u : /\p{Lu}/u).test(letter),
  ).length;
  const name = letterCase === 'upper' ? 'small' : 'capital';
  return {
    met: letters.length > 0 && wrong === 0,
    found: `${wrong} ${name} ${wrong === 1 ? 'letter' : 'letters'} of ${letters.length}`,
    wanted: 'none wanted',
  };
}

function inBound(n: number, { min, max }: Bound): boolean {
  return (min === null || n >= min) && (max === null || n <= max);
}
