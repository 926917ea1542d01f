/** The one table of wordings that ask for a check; what no row matches as a whole is left to a model. */
import { CheckLanguage, type Bounds, type Check, type Unit } from '../../domain/check.ts';
import { readBounds } from './bounds.ts';

/** What is said of the response. */
export interface Predicate {
  /** In small letters, quoted words as `§0`. */
  readonly text: string;
  readonly quoted: readonly string[];
  /** What it is said of, with "is" or "does" before it: "is the list"; '' where nothing is named. */
  readonly subject: string;
}

/** Verbs that say that a text has, is or stays something. */
export const VERBS =
  '(?:is|are|be|been|has|have|having|contain(?:s|ing)?|includ(?:es?|ing)|consist(?:s|ing)?|compris(?:es?|ed|ing)|compos(?:es?|ed)|us(?:es?|ed|ing)|utili[sz](?:es?|ed)|features?|employs?|provides?|provided|incorporates?|offers?|asks?|shows?|shown|writ(?:es?|ten)|gives?|given|made|made up|presents?|presented|structured|organi[sz]ed|arranged|divided|split|formatted|displayed|set|put|keeps?|kept|stays?|remains?|falls?|lies?|runs?|comes?|spans?|fits?|adheres?|meets?|respects?|takes?|encompass(?:es)?|appears?|should|must|will|can|does|do)';
const FILLERS =
  'an?|the|its?|of|in|into|as|to|there|just|only|long|length|form|shape|total|overall|number|count|range|size|any|some|markdown|valid';
const CARRIERS = new RegExp(`(?<![\\p{L}§-])(?:${VERBS}|${FILLERS})(?![\\p{L}-])`, 'gu');
/** The words that make a demand. */
const strip = (text: string): string => text.replace(CARRIERS, ' ').replace(/\s+/gu, ' ').trim();

const HOLDS =
  /\b(?:ha(?:s|ve)|contains?|includes?|uses?|features?|employs?|provides?|incorporates?|offers?|there|with)\b/u;
/** It is said of a part of the response. */
const isOfPart = (subject: string): boolean => / in the /u.test(subject);

const units =
  (unit: Unit) =>
  (bounds: Bounds): Check => ({ kind: 'count', unit, ...bounds });
const phrase =
  (text: string) =>
  (bounds: Bounds): Check => ({ kind: 'phrase', text, ...bounds });

// prettier-ignore
const COUNTED: readonly (readonly [noun: RegExp, of: (bounds: Bounds) => Check, as: 'measure of the whole' | 'thing'])[] = [
  [/\bwords?\b/gu, units('words'), 'measure of the whole'],
  [/\bsentences?\b/gu, units('sentences'), 'measure of the whole'],
  [/\bparagraphs?\b/gu, units('paragraphs'), 'measure of the whole'],
  [/\blines?\b/gu, units('lines'), 'measure of the whole'],
  // People in a story are characters, too: hardly ever ten.
  [/\bcharacters?\b(?=.*\d\d)|(?<=\d\d )characters?\b/gu, units('characters'), 'measure of the whole'],
  [/\bbullet(?:ed)? (?:list )?(?:points?|items?)\b|\bbullets\b/gu, units('bullets'), 'thing'],
  [/\bnumbered (?:list )?(?:items?|points?|steps?)\b/gu, units('numbered items'), 'thing'],
  [/\b(?:list )?items?\b/gu, units('list items'), 'thing'],
  [/\brows?\b(?: table)?/gu, units('table rows'), 'thing'],
  [/\bcolumns?\b(?: table)?/gu, units('table columns'), 'thing'],
  [/\btables?\b/gu, units('tables'), 'thing'],
  [/\b(?:sub)?headings?\b|\bheaders?\b/gu, units('headings'), 'thing'],
  [/\bcode blocks?\b/gu, units('code blocks'), 'thing'],
  [/\bemojis?\b|\bemoticons?\b/gu, units('emoji'), 'thing'],
  [/\bhash ?tags?\b/gu, units('hashtags'), 'thing'],
  [/\b(?:hyper|web )?links?\b|\burls?\b/gu, units('links'), 'thing'],
  [/\be-?mail address(?:es)?\b/gu, units('email addresses'), 'thing'],
  [/\bplaceholders?\b/gu, units('placeholders'), 'thing'],
  [/\bquestions?\b(?! mark)/gu, units('questions'), 'thing'],
  [/\bdigits?\b/gu, units('digits'), 'thing'],
  [/\bcontractions?\b/gu, units('contractions'), 'thing'],
  [/\bexclamation (?:marks?|points?)\b/gu, phrase('!'), 'thing'],
  [/\bquestion marks?\b/gu, phrase('?'), 'thing'],
  [/\bcommas?\b/gu, phrase(','), 'thing'],
];

export function readCount({ text: said, subject }: Predicate): Check | null {
  for (const [noun, of, as] of COUNTED) {
    if (said.search(noun) === -1) continue;
    const words = strip(said.replace(noun, ' '));
    const isThing = as === 'thing';
    const bounds = words === '' ? boundsOfNoun(said, isThing) : readBounds(words);
    if (bounds === null) continue;
    return isThing || (bounds.max !== 0 && !isOfPart(subject)) ? of(bounds) : null;
  }
  return null;
}

/** "Has links" asks for one at least, "is a sentence" for one. */
function boundsOfNoun(said: string, isThing: boolean): Bounds | null {
  if (isThing) return HOLDS.test(said) ? { min: 1, max: null } : null;
  return /^an? \p{L}+$/u.test(said) && !said.endsWith('s') ? { min: 1, max: 1 } : null;
}

const LIST_OF = /^(?:an? )?list (?:of|containing|with) /u;

/** How many things a list has; whether they are what they should be is not counted. */
export function readList({ text, quoted, subject }: Predicate): Check | null {
  if (!LIST_OF.test(text) && !/\blist$/u.test(subject)) return null;
  const said = text.replace(LIST_OF, '').replace(/(?<=\d )(?:\p{L}+ )?\p{L}+$/u, 'items');
  return readCount({ text: said, quoted, subject });
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
  [/^title case$/u, { kind: 'case', letters: 'title' }],
  [/^(?:wrapped|enclosed|surrounded)(?: with| within| by)?(?: double)? (?:quotes|quotation marks)$/u, { kind: 'wrapped', open: '"', close: '"' }],
];

/** "Is a table" speaks of all of it; "has a table" does not. */
function readForm({ text, subject }: Predicate): Check | null {
  if (HOLDS.test(text) || isOfPart(subject)) return null;
  const words = strip(text).replace(/ format$/u, '');
  const check = FORMS.find(([form]) => form.test(words))?.[1];
  if (check !== undefined) return check;
  const language = /\bin\b|language/u.test(text)
    ? CheckLanguage.safeParse(words.replace(/^entirely | language$| throughout$/gu, '')).data
    : undefined;
  return language === undefined ? null : { kind: 'language', language };
}

const LABEL =
  '(?:(?:both|either|all|the|exact|following|words?|terms?|phrases?|keywords?|strings?|sentence|line|symbols?|names?|of|:) )*';
const PHRASES = new RegExp(
  `^(?<verb>.*?) ?${LABEL}(?<list>§\\d+(?:(?:,? and |,? or |, )§\\d+)*)(?<after>.*)$`,
  'u',
);
const NAMES_IT = new RegExp(`^(?:${VERBS}|not|mentions?|names?|says?|avoids?|without|free| )*$`, 'u');
const DENIES = /\b(?:not|avoids?|without|free)\b/u;

function readPhrases({ text, quoted }: Predicate): Check | null {
  const { verb = '', list = '', after = '' } = PHRASES.exec(text)?.groups ?? {};
  if (list === '') return null;
  const phrases = [...list.matchAll(/§(\d+)/gu)].map(([, at]) => quoted[Number(at)] ?? '');
  const [first = ''] = phrases;
  const edge = /^(?:should |must )?(?:(start|begin)|(?:end|close|conclude))s? with$/u.exec(verb);
  if (edge !== null)
    return phrases.length === 1 && after === ''
      ? { kind: 'edge', at: edge[1] === undefined ? 'end' : 'start', text: first }
      : null;
  if (list === '' || !NAMES_IT.test(verb)) return null;
  const denies = DENIES.test(`${verb}${after}`);
  const times = strip(after.replace(/\bmentioned|occurs?|present|found\b|times?$|\bnot\b/gu, ''));
  const bounds = times === '' ? { min: 1, max: null } : readBounds(times);
  if (bounds === null || (denies && times !== '')) return null;
  const checks = phrases.map((said) => phrase(said)(denies ? { min: null, max: 0 } : bounds));
  return several(/ or /u.test(list) && !denies ? 'any' : 'all', checks);
}

function several(kind: 'all' | 'any', checks: Check[]): Check | null {
  const [only] = checks;
  return only === undefined ? null : checks.length === 1 ? only : { kind, checks };
}

const PARTS =
  /^(?<before>.*?)\b(?:following|specified|given|these) (?<what>sections|headings|headers|columns):? (?<names>[^:]+)$/u;

/** "The following sections: a, b and c". */
function readParts({ text, subject, quoted }: Predicate): Check | null {
  const { before, what, names } = PARTS.exec(text)?.groups ?? {};
  if (before === undefined || names === undefined || strip(before) !== '') return null;
  const list = names
    .split(/,? and |, /u)
    .map((name) => name.replace(/§(\d+)/u, (_all, at: string) => quoted[Number(at)] ?? '').trim());
  if (what === 'columns' || /\btable$/u.test(subject)) return { kind: 'fields', of: 'table', names: list };
  return several(
    'all',
    list.map((name) => ({ kind: 'heading', text: name })),
  );
}

export const PATTERNS = [readParts, readPhrases, readForm, readCount];
