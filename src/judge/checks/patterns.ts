/** The one table of wordings that ask for a check; what no row matches as a whole is left to a model. */
import { CheckLanguage, type Bounds, type Check, type CheckFormat, type Unit } from '../../domain/check.ts';
import { readBounds } from './bounds.ts';

/** What is said of the response. */
export interface Predicate {
  /** In small letters, quoted words as `§0`. */
  readonly text: string;
  readonly quoted: readonly string[];
  /** What it is said of, with "is" or "does" before it: "is the list"; '' where nothing is named. */
  readonly subject: string;
}

/** Words that carry a demand and make none. */
const CARRIERS =
  /\b(?:an?|the|its?|is|are|be|been|being|ha(?:s|ve|ving)|contain(?:s|ing)?|includ(?:es?|ing)|consist(?:s|ing)?|compris(?:e|es|ed|ing)|compos(?:e|es|ed)|made up|made|of|us(?:e|es|ed|ing)|utili[sz](?:e|es|ed)|features?|employs?|provides?|incorporates?|writ(?:e|es|ten)|given?|present(?:s|ed)?|structured?|organi[sz]ed|arranged|divided|split|format(?:ted)?|display(?:s|ed)?|provided|shown|keep|kept|stays?|remains?|falls?|lies?|runs?|comes?|spans?|fits?|adheres?|meets?|respects?|takes?|in|into|as|to|there|should|must|will|can|does|do|shall|only|just|long|length|form|shape|total|overall|altogether|number|count|range|size|from|any|markdown|valid|proper|please)\b/gu;
const strip = (text: string): string => text.replace(CARRIERS, ' ').replace(/\s+/gu, ' ').trim();

const HOLDS =
  /\b(?:ha(?:s|ve)|contains?|includes?|uses?|features?|employs?|provides?|incorporates?|there|utili[sz]es?|with)\b/u;

const units =
  (unit: Unit) =>
  (bounds: Bounds): Check => ({ kind: 'count', unit, ...bounds });
const marks =
  (text: string) =>
  (bounds: Bounds): Check => ({ kind: 'phrase', text, ...bounds });

/** A measure is that of the whole response, and "has lines" demands nothing; of the others "has one" does. */
type Counted = readonly [noun: RegExp, of: (bounds: Bounds) => Check, as: 'measure' | 'thing'];
// prettier-ignore
const COUNTED: readonly Counted[] = [
  [/\bwords?\b/gu, units('words'), 'measure'],
  [/\bsentences?\b/gu, units('sentences'), 'measure'],
  [/\bparagraphs?\b/gu, units('paragraphs'), 'measure'],
  [/\blines?\b/gu, units('lines'), 'measure'],
  [/\bcharacters?\b/gu, units('characters'), 'measure'],
  [/\bbullet(?:ed)? (?:list )?(?:points?|items?)\b|\bbullets\b/gu, units('bullets'), 'thing'],
  [/\bnumbered (?:list )?(?:items?|points?|steps?)\b/gu, units('numbered items'), 'thing'],
  [/\b(?:list )?items?\b/gu, units('list items'), 'thing'],
  [/\brows?\b/gu, units('table rows'), 'thing'],
  [/\bcolumns?\b/gu, units('table columns'), 'thing'],
  [/\btables?\b/gu, units('tables'), 'thing'],
  [/\b(?:sub)?headings?\b|\bheaders?\b/gu, units('headings'), 'thing'],
  [/\bcode blocks?\b/gu, units('code blocks'), 'thing'],
  [/\bemojis?\b|\bemoticons?\b/gu, units('emoji'), 'thing'],
  [/\bhash ?tags?\b/gu, units('hashtags'), 'thing'],
  [/\b(?:hyper|web )?links?\b|\burls?\b/gu, units('links'), 'thing'],
  [/\be-?mail address(?:es)?\b/gu, units('email addresses'), 'thing'],
  [/\bplaceholders?\b/gu, units('placeholders'), 'thing'],
  [/\bquestions?\b/gu, units('questions'), 'measure'],
  [/\bdigits?\b/gu, units('digits'), 'thing'],
  [/\bcontractions?\b/gu, units('contractions'), 'thing'],
  [/\bexclamation (?:marks?|points?)\b/gu, marks('!'), 'thing'],
  [/\bquestion marks?\b/gu, marks('?'), 'thing'],
  [/\bcommas?\b/gu, marks(','), 'thing'],
  [/\bsemicolons?\b/gu, marks(';'), 'thing'],
];
const MIN_LIKELY_CHARACTERS = 10;

function readCount({ text, subject }: Predicate): Check | null {
  const isList = /\blist$/u.test(subject) || /^(?:an? )?list (?:of|containing|with)\b/u.test(text);
  const said = isList
    ? text.replace(/(?<=\d )[a-z]+$/u, 'items').replace(/^(?:an? )?list (?:of|containing|with) /u, '')
    : text;
  for (const [noun, of, as] of COUNTED) {
    if (said.search(noun) === -1) continue;
    const words = strip(said.replace(noun, ' '));
    const bounds =
      words === '' && as === 'thing' && HOLDS.test(said) ? { min: 1, max: null } : readBounds(words);
    if (bounds === null) continue;
    const check = of(bounds);
    if (as === 'measure' && (bounds.max === 0 || / in the /u.test(subject))) return null;
    // People in a story are characters, too.
    const isFew = Math.max(bounds.min ?? 0, bounds.max ?? 0) < MIN_LIKELY_CHARACTERS;
    return check.kind === 'count' && check.unit === 'characters' && isFew ? null : check;
  }
  return null;
}

const LIST = '(?<list>§\\d+(?:(?:,? and |,? or |, )§\\d+)*)';
const WORDS =
  '(?:(?:both|either|all|the|exact|following|specific|words?|terms?|phrases?|keywords?|expressions?|strings?|sentence|line|statement|letter|symbols?|names?|characters?|of|these|each|:) )*';
const PHRASES = new RegExp(`^(?<verb>.*?) ?${WORDS}${LIST}(?<after>.*)$`, 'u');
const NAMES_IT =
  /^(?:should |must )?(?:contains?|includes?|mentions?|uses?|has|have|says?|names?|incorporates?|features?|employs?|utili[sz]es?|appear|used)$/u;
const AVOIDS_IT =
  /^(?:should |must |does |do )?(?:avoids?(?: using)?|(?:not|never) (?:contain|include|mention|use|say)|omits?|excludes?|without|refrains? from(?: using)?)$/u;
const APPEARS =
  /^(?:is |are |be )?(?:appears?|occurs?|included|mentioned|used|present|found|contained)(?: in it)?/u;

function readPhrases({ text, quoted, subject }: Predicate): Check | null {
  const { verb = '', list = '', after = '' } = PHRASES.exec(text)?.groups ?? {};
  if (list === '') return null;
  const avoids = AVOIDS_IT.test(verb);
  const rest =
    verb === '' && subject === ''
      ? after.trim().replace(APPEARS, '#')
      : NAMES_IT.test(verb) || avoids
        ? `#${after}`
        : '';
  if (!rest.startsWith('#')) return null;
  const times = rest
    .slice(1)
    .replace(/ times?$/u, '')
    .trim();
  const bounds = avoids ? { min: null, max: 0 } : times === '' ? { min: 1, max: null } : readBounds(times);
  if (bounds === null || (avoids && times !== '')) return null;
  const checks = quotedOf(list, quoted).map((said) => marks(said)(bounds));
  return combined(/ or /u.test(list) && !avoids ? 'any' : 'all', checks);
}

const quotedOf = (list: string, quoted: readonly string[]): string[] =>
  [...list.matchAll(/§(\d+)/gu)].map(([, at]) => quoted[Number(at)] ?? '');

function combined(kind: 'all' | 'any', checks: Check[]): Check | null {
  const [only] = checks;
  return only === undefined ? null : checks.length === 1 ? only : { kind, checks };
}

const EDGE = new RegExp(
  `^(?:should |must )?(?<verb>starts?|begins?|opens?|ends?|closes?|concludes?|finish(?:es)?)(?: off)? with ${WORDS}§(?<at>\\d+)$`,
  'u',
);

function readEdge({ text, quoted }: Predicate): Check | null {
  const { verb, at } = EDGE.exec(text)?.groups ?? {};
  if (verb === undefined || at === undefined) return null;
  return {
    kind: 'edge',
    at: /^(?:start|begin|open)/u.test(verb) ? 'start' : 'end',
    text: quoted[Number(at)] ?? '',
  };
}

const FORMATS: readonly (readonly [RegExp, CheckFormat])[] = [
  [/^(?:tables?|tabular|table format)$/u, 'table'],
  [/^json(?: object)?$/u, 'json'],
  [/^(?:csv|comma-separated values)$/u, 'csv'],
  [/^yaml$/u, 'yaml'],
  [/^bullet(?:ed)?(?:-point)?(?: points?)? list$|^bullet(?:ed)? points$/u, 'bulleted list'],
  [/^numbered list$/u, 'numbered list'],
];

/** "Is a table" speaks of all of it; "has a table" does not. */
function readFormat({ text, subject }: Predicate): Check | null {
  if (HOLDS.test(text) || / in the /u.test(subject)) return null;
  const words = strip(text.replace(/ format$/u, ''));
  const format = FORMATS.find(([name]) => name.test(words))?.[1];
  return format === undefined ? null : { kind: 'format', format };
}

function readStyle({ text, subject }: Predicate): Check | null {
  if (HOLDS.test(text) || / in the /u.test(subject)) return null;
  const words = strip(text).replace(
    /^(?:entirely|all|completely|fully) | (?:language|letters|throughout|entirely)$/gu,
    '',
  );
  const letters =
    /^(upper|lower|title)[- ]?case$/u.exec(words)?.[1] ??
    (/^(?:all )?(?:capitals?|caps)$/u.test(words) ? 'upper' : undefined);
  if (letters !== undefined)
    return { kind: 'case', letters: letters === 'upper' ? 'upper' : letters === 'lower' ? 'lower' : 'title' };
  const language = /\bin\b|language/u.test(text) ? CheckLanguage.safeParse(words).data : undefined;
  if (language !== undefined) return { kind: 'language', language };
  const wrapper =
    /^(?:wrapped|enclosed|surrounded|placed|put) (?:(?:with|within|inside|by) )?(?:double )?(quotes|quotation marks|parentheses|brackets)$/u.exec(
      words,
    )?.[1];
  if (wrapper === undefined) return null;
  const [open, close] =
    wrapper === 'parentheses' ? ['(', ')'] : wrapper === 'brackets' ? ['[', ']'] : ['"', '"'];
  return { kind: 'wrapped', open: open ?? '', close: close ?? '' };
}

const PARTS = /\b(?<what>sections|headings|headers|columns)(?: named| titled| called)?:? (?<names>[^:]+)$/u;

/** "The following sections: a, b and c". */
function readParts({ text, subject, quoted }: Predicate): Check | null {
  const { what = '', names = '' } = PARTS.exec(text)?.groups ?? {};
  if (
    !/\bfollowing (?:sections|headings|headers|columns)\b/u.test(text) ||
    strip(text.slice(0, text.indexOf('following'))) !== ''
  )
    return null;
  const list = names
    .split(/,? and |, /u)
    .map((name) => name.replace(/§(\d+)/u, (_all, at: string) => quoted[Number(at)] ?? '').trim());
  if (list.some((name) => name === '' || name.split(' ').length > 4)) return null;
  if (what === 'columns' || /\btable$/u.test(subject)) return { kind: 'fields', of: 'table', names: list };
  return combined(
    'all',
    list.map((name) => ({ kind: 'heading', text: name })),
  );
}

export const PATTERNS: readonly ((predicate: Predicate) => Check | null)[] = [
  readParts,
  readPhrases,
  readEdge,
  readFormat,
  readStyle,
  readCount,
];
