/** The one table of wordings that ask for a check; what no row matches as a whole is left to a model. */
import { type Bounds, type Check, CheckLanguage, type Unit } from '../../domain/check.ts';

/** What is said of the response, in small letters and with quoted words as `§0`. */
export interface Predicate {
  readonly text: string;
  readonly quoted: readonly string[];
  /** What it is said of, with "is" or "does" before it: "is the list"; '' where nothing is named. */
  readonly subject: string;
}

export const VERBS =
  '(?:is|are|be|been|has|have|having|contain(?:s|ing)?|includ(?:es?|ing)|consist(?:s|ing)?|compris(?:es?|ed|ing)|compos(?:es?|ed)|us(?:es?|ed|ing)|utili[sz](?:es?|ed)|features?|employs?|provides?|provided|incorporates?|offers?|asks?|shows?|shown|writ(?:es?|ten)|gives?|given|made|made up|presents?|presented|structured|organi[sz]ed|arranged|divided|split|formatted|displayed|set|put|keeps?|kept|stays?|remains?|falls?|lies?|runs?|comes?|spans?|fits?|adheres?|meets?|respects?|takes?|encompass(?:es)?|appears?|should|must|will|can|does|do)';
const FILLERS =
  'an?|the|its?|of|in|into|as|to|there|just|only|long|length|form|shape|total|overall|number|count|range|size|any|some|markdown|valid';
const CARRIERS = new RegExp(`(?<![\\p{L}§-])(?:${VERBS}|${FILLERS})(?![\\p{L}-])`, 'gu');
const strip = (text: string): string => text.replace(CARRIERS, ' ').replace(/\s+/gu, ' ').trim();

const HOLDS =
  /\b(?:ha(?:s|ve)|contains?|includes?|uses?|features?|employs?|provides?|incorporates?|offers?|there|with)\b/u;
const isOfPart = (subject: string): boolean => subject.includes(' in the ');

type Counted = readonly [noun: RegExp, of: { readonly unit: Unit } | { readonly mark: string }, measure?: 'measure'];
/** A measure is that of the whole response, and having one is no demand; with other things it is. */
// prettier-ignore
const COUNTED: readonly Counted[] = [
  [/\bwords?\b/gu, { unit: 'words' }, 'measure'],
  [/\bsentences?\b/gu, { unit: 'sentences' }, 'measure'],
  [/\bparagraphs?\b/gu, { unit: 'paragraphs' }, 'measure'],
  [/\blines?\b/gu, { unit: 'lines' }, 'measure'],
  // People in a story are characters, too: hardly ever ten.
  [/\bcharacters?\b(?=.*\d\d)|(?<=\d\d )characters?\b/gu, { unit: 'characters' }, 'measure'],
  [/\bbullet(?:ed)? (?:list )?(?:points?|items?)\b|\bbullets\b/gu, { unit: 'bullets' }],
  [/\bnumbered (?:list )?(?:items?|points?|steps?)\b/gu, { unit: 'numbered items' }],
  [/\b(?:list )?items?\b/gu, { unit: 'list items' }],
  [/\brows?\b(?: table)?/gu, { unit: 'table rows' }],
  [/\bcolumns?\b(?: table)?/gu, { unit: 'table columns' }],
  [/\btables?\b/gu, { unit: 'tables' }],
  [/\b(?:sub)?headings?\b|\bheaders?\b/gu, { unit: 'headings' }],
  [/\bcode blocks?\b/gu, { unit: 'code blocks' }],
  [/\bemojis?\b|\bemoticons?\b/gu, { unit: 'emoji' }],
  [/\bhash ?tags?\b/gu, { unit: 'hashtags' }],
  [/\b(?:hyper|web )?links?\b|\burls?\b/gu, { unit: 'links' }],
  [/\be-?mail address(?:es)?\b/gu, { unit: 'email addresses' }],
  [/\bplaceholders?\b/gu, { unit: 'placeholders' }],
  [/\bquestions?\b(?! mark)/gu, { unit: 'questions' }],
  [/\bdigits?\b/gu, { unit: 'digits' }],
  [/\bcontractions?\b/gu, { unit: 'contractions' }],
  [/\bexclamation (?:marks?|points?)\b/gu, { mark: '!' }],
  [/\bquestion marks?\b/gu, { mark: '?' }],
  [/\bcommas?\b/gu, { mark: ',' }],
];

export function readCount({ text, subject }: Predicate): Check | null {
  for (const [noun, of, measure] of COUNTED) {
    if (text.search(noun) === -1) continue;
    const words = strip(text.replace(noun, ' '));
    // "Has links" asks for one at least, "is a sentence" for one.
    const ofNoun = measure === undefined ? HOLDS.test(text) && AT_LEAST_ONE : /^an? \p{L}+$/u.test(text) && ONE;
    const bounds = words === '' ? ofNoun || null : readBounds(words);
    if (bounds === null) continue;
    if (measure !== undefined && (bounds.max === 0 || isOfPart(subject))) return null;
    return 'unit' in of ? { kind: 'count', ...of, ...bounds } : { kind: 'phrase', text: of.mark, ...bounds };
  }
  return null;
}
const ONE: Bounds = { min: 1, max: 1 };
const AT_LEAST_ONE: Bounds = { min: 1, max: null };
const LIST_OF = /^(?:an? )?list (?:of|containing|with) /u;

/** How many things a list has; whether they are what they should be is not counted. */
export function readList({ text, quoted, subject }: Predicate): Check | null {
  if (!LIST_OF.test(text) && !/\blist$/u.test(subject)) return null;
  const items = text.replace(LIST_OF, '').replace(/(?<=\d )(?:\p{L}+ )?\p{L}+$/u, 'items');
  return readCount({ text: items, quoted, subject });
}

// prettier-ignore
const FORMS: readonly (readonly [RegExp, Check])[] = [
  [/^(?:tables?|tabular)$/u, { kind: 'format', format: 'table' }],
  [/^json(?: object)?$/u, { kind: 'format', format: 'json' }],
  [/^(?:csv|comma-separated values)$/u, { kind: 'format', format: 'csv' }],
  [/^yaml$/u, { kind: 'format', format: 'yaml' }],
  [/^bullet(?:ed|-point)?(?: points?)? list$|^bullet(?:ed)? points$/u, { kind: 'format', format: 'bulleted list' }],
  [/^numbered list$/u, { kind: 'format', format: 'numbered list' }],
  [/^(?:all |entirely )?(?:upper[- ]?case(?: letters)?|capitals|capital letters|caps)$/u, { kind: 'case', letters: 'upper' }],
  [/^(?:all |entirely )?lower[- ]?case(?: letters)?$/u, { kind: 'case', letters: 'lower' }],
  [/^(?:wrapped|enclosed|surrounded)(?: with| within| by)?(?: double)? (?:quotes|quotation marks)$/u, { kind: 'wrapped', open: '"', close: '"' }],
];

/** "Is a table" speaks of all of it; "has a table" does not. */
function readForm({ text, subject }: Predicate): Check | null {
  if (HOLDS.test(text) || isOfPart(subject)) return null;
  const words = strip(text).replace(/^entirely | (?:format|language|throughout)$/gu, '');
  const form = FORMS.find(([pattern]) => pattern.test(words))?.[1];
  const language = /\bin\b|language/u.test(text) ? CheckLanguage.safeParse(words).data : undefined;
  return form ?? (language === undefined ? null : { kind: 'language', language });
}

const LABEL =
  '(?:(?:both|either|all|the|exact|following|specific|words?|terms?|tags?|phrases?|keywords?|strings?|sentence|line|symbols?|names?|of|:):? )*';
const PHRASES = new RegExp(`^(?<verb>.*?) ?${LABEL}(?<list>§\\d+(?:(?:,? and |,? or |, )§\\d+)*)(?<after>.*)$`, 'u'); // prettier-ignore
const NAMES_IT = new RegExp(`^(?:${VERBS}|not|mentions?|names?|says?|avoids?|without|free| )*$`, 'u');
const EDGE = /^(?:should |must )?(?:(start|begin)|(?:end|close|conclude))s? with$/u;

function readPhrases({ text, quoted }: Predicate): Check | null {
  const { verb = '', list = '', after = '' } = PHRASES.exec(text)?.groups ?? {};
  const phrases = [...list.matchAll(/§(\d+)/gu)].map(([, at]) => quoted[Number(at)] ?? '');
  const [first, ...more] = phrases;
  const edge = EDGE.exec(verb);
  if (edge !== null && first !== undefined && more.length === 0 && after === '')
    return { kind: 'edge', at: edge[1] === undefined ? 'end' : 'start', text: first };
  if (first === undefined || !NAMES_IT.test(verb)) return null;
  const denies = /\b(?:not|avoids?|without|free)\b/u.test(`${verb}${after}`);
  const times = strip(after.replace(/\bmentioned|occurs?|present|found\b|times?$|\bnot\b/gu, ''));
  const bounds = times === '' ? (denies ? { min: 0, max: 0 } : AT_LEAST_ONE) : denies ? null : readBounds(times);
  if (bounds === null) return null;
  const checks = phrases.map((said): Check => ({ kind: 'phrase', text: said, ...bounds }));
  return several(list.includes(' or ') && !denies ? 'any' : 'all', checks);
}

function several(kind: 'all' | 'any', checks: Check[]): Check | null {
  const [only = null] = checks;
  return checks.length < 2 ? only : { kind, checks };
}

const PARTS =
  /^(?<before>.*?)\b(?:following|specified|given|these) (?<what>sections|headings|headers|columns):? (?<names>[^:]+)$/u;

/** "The following sections: a, b and c". */
function readParts({ text, subject, quoted }: Predicate): Check | null {
  const { before, what, names } = PARTS.exec(text)?.groups ?? {};
  if (before === undefined || names === undefined || strip(before) !== '') return null;
  const ofQuotes = (name: string) => name.replace(/§(\d+)/u, (_all, at: string) => quoted[Number(at)] ?? '').trim();
  const list = names.split(/,? and |, /u).map(ofQuotes);
  if (what === 'columns' || /\btable$/u.test(subject)) return { kind: 'fields', of: 'table', names: list };
  return several('all', list.map((name) => ({ kind: 'heading', text: name }))); // prettier-ignore
}

export const PATTERNS = [readParts, readPhrases, readForm, readCount];

// prettier-ignore
const RELATIONS: readonly (readonly [RegExp, (a: number, b: number) => Bounds])[] = [
  [/^(?:(?:between|from|within|limited) )?(\d+)\.\.(\d+)(?: limit)?$/u, (min, max) => ({ min, max })],
  [/^(?:at least|(?:no|not) (?:fewer|less) than|minimum|min) (\d+)$|^(\d+) (?:or more|minimum|at least)$/u, (min) => ({ min, max: null })],
  [/^(?:more|greater|longer) than (\d+)$|^(?:over|above|exceeds?) (\d+)$/u, (n) => ({ min: n + 1, max: null })],
  [/^(?:at most|(?:no|not) (?:more|greater|longer) than|maximum|max|up|within|(?:no|not|never) (?:exceed|over|above)|(?:within |under )?limit(?:ed|s)?|restricted|capped at) (\d+)$/u, (max) => ({ min: null, max })],
  [/^(?:within )?(\d+) limit$|^(\d+) (?:or (?:less|fewer)|maximum|at most)$/u, (max) => ({ min: null, max })],
  [/^(?:fewer|less|shorter) than (\d+)$|^(?:under|below) (\d+)$/u, (n) => ({ min: null, max: n - 1 })],
  [/^(?:about|around|approximately|roughly|nearly) (\d+)$/u, (n) => ({ min: Math.ceil(n * 0.9), max: Math.floor(n * 1.1) })],
  [/^(?:(?:exactly|precisely|single) )?(\d+)(?: exactly)?$/u, (n) => ({ min: n, max: n })],
  [/^(?:1 )?single$/u, () => ({ min: 1, max: 1 })],
  [/^(?:no|not any|not|never|avoids?|without|free|refrains? from)$/u, () => ({ min: 0, max: 0 })],
];

/** @returns null where the words say anything else, too */
export function readBounds(words: string): Bounds | null {
  for (const [pattern, bounds] of RELATIONS) {
    const match = pattern.exec(words);
    if (match === null) continue;
    const [first = 0, second = 0] = match[0].match(/\d+/gu)?.map(Number) ?? [];
    return bounds(first, second);
  }
  const [, lower, upper] = /^(.+?),? (?:but|and) (.+)$/u.exec(words) ?? [];
  if (lower === undefined || upper === undefined) return null;
  const [least, most] = [readBounds(lower), readBounds(upper)];
  return least?.max === null && most?.min === null ? { min: least.min, max: most.max } : null;
}
