/** Demands that exclude each other: limits on the same quantity, opposite advice on the same thing, long against short. */
import { contentStems, words } from '../../text/words.ts';
import { signatureOf, type Signature } from './same-advice.ts';

export interface Demands {
  readonly limits: readonly Limit[];
  readonly signature: Signature;
  readonly length: 'long' | 'short' | undefined;
}

/** Bounds on a counted unit; `scope` holds the stems of what is bounded ("title"), none for the whole text. */
interface Limit {
  readonly unit: string;
  readonly scope: readonly string[];
  readonly least: number;
  readonly most: number;
}

const NUMBERS = new Map(
  [
    'zero',
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
    'eight',
    'nine',
    'ten',
    'eleven',
    'twelve',
  ].map((word, value) => [word, value]),
);
for (const [word, value] of [
  ['fifteen', 15],
  ['twenty', 20],
  ['thirty', 30],
  ['forty', 40],
  ['fifty', 50],
  ['sixty', 60],
  ['hundred', 100],
  ['a hundred', 100],
] as const)
  NUMBERS.set(word, value);
const NUMBER = `\\d[\\d,]*|${[...NUMBERS.keys()].join('|')}`;
const UNITS =
  'words?|characters?|lines?|sentences?|paragraphs?|pages?|minutes?|stanzas?|sections?|slides?|items?|points?|bullets?|headings?';
const UPPER = `(?:under|below|at most|no more than|not more than|no longer than|not longer than|fewer than|less than|up to|within|maximum of|max|not exceed|over no)`;
const LOWER = `(?:at least|no fewer than|no less than|more than|over|minimum of|not under|above)`;
const LIMIT = new RegExp(
  `(?:(${UPPER})|(${LOWER}))?\\s*\\b(${NUMBER})(?:\\s*(?:to|-|–|or)\\s*(${NUMBER}))?[- ](${UNITS})\\b(?:\\s+(or (?:less|fewer|more)|at (?:most|least)))?`,
  'giu',
);
const SHORT =
  /\b(?:(?:be|keep|stay|as|very) (?:\w+ )?(?:short|brief|concise)|brief(?:ly)?|short examples?)\b/iu;
const LONG =
  /\b(?:(?:long|lengthy|extended|extensive|detailed) (?:example|explanation|description|quotation|discussion|account|background)s?|at length|in full detail|in depth)\b/iu;
/** A text this short has no room for anything long. */
const SHORT_TEXT_WORDS = 150;
const WORDS_PER_PAGE = 500;
const MIN_SHARED_SCOPE = 0.5;

export function demandsOf(text: string): Demands {
  return {
    limits: limitsOf(text),
    signature: signatureOf(text),
    length: LONG.test(text) ? 'long' : SHORT.test(text) ? 'short' : undefined,
  };
}

/** Why the two exclude each other, or null. */
export function conflictOf(left: Demands, right: Demands): string | null {
  for (const a of left.limits) {
    for (const b of right.limits) {
      if (a.unit !== b.unit || !sameScope(a.scope, b.scope)) continue;
      if (a.least > b.most || b.least > a.most)
        return `They set limits on the number of ${a.unit}s that exclude each other.`;
    }
  }
  if (opposed(left.signature, right.signature)) return 'One asks for what the other forbids.';
  if (
    left.length !== undefined &&
    right.length !== undefined &&
    left.length !== right.length &&
    left.length === 'long' &&
    sameObject(left, right)
  ) {
    return 'One asks for length where the other asks for brevity.';
  }
  return null;
}

/** Why a criterion cannot be met together with the instruction, or null. */
export function conflictWithInstruction(criterion: string, instruction: string): string | null {
  const asked = limitsOf(instruction).filter(isOfWholeText(instruction));
  const own = demandsOf(criterion);
  for (const limit of asked) {
    for (const mine of own.limits) {
      const whole =
        mine.unit === limit.unit &&
        (mine.scope.length === 0
          ? mine.least > limit.most || mine.most < limit.least
          : mine.least > limit.most);
      const pages =
        mine.unit === 'page' &&
        limit.unit === 'word' &&
        mine.scope.length === 0 &&
        (mine.least - 1) * WORDS_PER_PAGE > limit.most;
      if (whole || pages) return 'The instruction sets a length that excludes it.';
    }
    if (limit.unit === 'word' && limit.most <= SHORT_TEXT_WORDS && own.length === 'long')
      return `The instruction allows ${limit.most} words at most, too few for this.`;
  }
  for (const match of instruction.matchAll(
    /\b(?:no|without(?: any)?|do not use(?: any)?|don['’]t use(?: any)?|avoid(?: any| using)?|never use|not use(?: any)?)\s+((?:[a-z-]+\s+){0,2}?[a-z-]+)(?=[.,;:!?)]|\s+(?:and|or|in|at|for|to|please|about)\b|\s*$)/giu,
  )) {
    const banned = contentStems(match[1] ?? '');
    const head = banned.at(-1);
    if (
      head === undefined ||
      /^(?:word|sentenc|page|line|paragraph)$/u.test(head) ||
      /^(?:more|fewer|less|longer)/u.test(match[1] ?? '')
    )
      continue;
    const used = contentStems(criterion);
    if (
      banned.every((stem) => used.includes(stem)) &&
      !own.signature.negative &&
      !/\b(?:no|not|avoid|without|never)\b/iu.test(criterion)
    )
      return `The instruction rules out "${(match[1] ?? '').trim()}".`;
  }
  return null;
}

function limitsOf(text: string): Limit[] {
  return [...text.matchAll(LIMIT)].flatMap((match) => {
    const [, upper, lower, first = '', second, unit = '', after = ''] = match;
    const a = numberOf(first);
    const b = second === undefined ? a : numberOf(second);
    if (a === undefined || b === undefined) return [];
    const name = unit.toLowerCase().replace(/s$/u, '');
    const isUpper = upper !== undefined || /less|fewer|most/u.test(after);
    const isLower = lower !== undefined || /more|least/u.test(after);
    const exact = a === b && !isUpper && !isLower;
    if (exact && name !== 'word' && name !== 'page') return [];
    const scope = scopeOf(text);
    return [
      {
        unit: name,
        scope,
        least: isUpper ? 0 : exact ? a * 0.8 : a,
        most: isLower ? Number.POSITIVE_INFINITY : exact ? a * 1.2 : b,
      },
    ];
  });
}

/** Stems beside the number that do not belong to the bounding itself. */
const BOUNDING = new Set(
  contentStems(
    'keep stay aim limit run write hold length long short whole text response most least fewer about roughly around exceed total word words page pages line sentence sentences paragraph character minute single ensure place fit entire piece maximum minimum more less brief',
  ),
);

function scopeOf(text: string): readonly string[] {
  return contentStems(text).filter((stem) => !BOUNDING.has(stem) && !/^\d/u.test(stem) && !NUMBERS.has(stem));
}

/** Both of the whole text, or both of the same thing. */
function sameScope(left: readonly string[], right: readonly string[]): boolean {
  if (left.length === 0 || right.length === 0) return left.length === right.length;
  const shared = left.filter((stem) => right.includes(stem)).length;
  return shared / Math.max(left.length, right.length) >= MIN_SHARED_SCOPE;
}

/** An instruction's own limit is on the text, unless it counts in a part ("a title under 60 characters"). */
function isOfWholeText(instruction: string): (limit: Limit) => boolean {
  const inPart =
    /\b(?:title|headline|sentence|paragraph|section|summary|opening|line)s?\b[^.,;]{0,25}\d|\d[^.,;]{0,15}\b(?:title|headline|opening|summary|per|each)\b/iu.test(
      instruction,
    );
  return (limit) => !inPart || limit.unit === 'page';
}

function numberOf(word: string): number | undefined {
  const digits = Number(word.replace(/,/gu, ''));
  return Number.isNaN(digits) ? NUMBERS.get(word.toLowerCase()) : digits;
}

/** Nearly all the same words, one of the two negated. */
function opposed(left: Signature, right: Signature): boolean {
  if (left.negative === right.negative) return false;
  const [small, large] =
    left.stems.size <= right.stems.size ? [left.stems, right.stems] : [right.stems, left.stems];
  if (small.size < 2) return false;
  const content = (stems: ReadonlySet<string>): string[] =>
    [...stems].filter((stem) => stem !== 'avoid' && stem !== 'us');
  const own = content(small);
  const other = new Set(content(large));
  return own.length >= 2 && other.size <= own.length + 1 && own.every((stem) => other.has(stem));
}

function sameObject(left: Demands, right: Demands): boolean {
  const shared = [...left.signature.stems].filter((stem) => right.signature.stems.has(stem));
  return shared.length >= 1 && words(shared.join(' ')).length >= 1;
}
