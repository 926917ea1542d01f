/** How many: "at least 3", "between 4 and 6", "no more than 200", "around 80", "150 words or fewer". */
import type { Bound } from '../code-check.ts';
import { either, map, maybe, sequence, tokens, type Parser } from './reading.ts';

export const exactly = (n: number): Bound => ({ min: n === 0 ? null : n, max: n });
export const atLeast = (n: number): Bound => ({ min: n, max: null });
export const atMost = (n: number): Bound => ({ min: null, max: n });
export const NONE: Bound = atMost(0);
const between = (low: number, high: number): Bound | null => (low <= high ? { min: low, max: high } : null);
const moreThan = (n: number): Bound => atLeast(n + 1);
const fewerThan = (n: number): Bound | null => (n > 0 ? atMost(n - 1) : null);
/** What "about" allows on either side. */
const ABOUT_SHARE = 0.1;
const within = (n: number, share: number): Bound => ({
  min: Math.ceil(n * (1 - share)),
  max: Math.floor(n * (1 + share)),
});
const about = (n: number): Bound => within(n, ABOUT_SHARE);

const N = '(\\d+)';
const EXACTLY =
  '(?:exactly|precisely|just|only|strictly|a total of|all of|no (?:fewer|less) and no more than|neither more nor (?:fewer|less) than|nothing more or less than|no more and no (?:fewer|less) than)';
const AT_LEAST =
  '(?:at (?:the very |the )?least|no (?:fewer|less|shorter) than|not (?:fewer|less|shorter) than|(?:an? )?(?:absolute )?minimum(?: of)?|min(?: \\.)?|upwards of|at or above|not under|not below|no under|nothing (?:less|fewer|shorter) than|never (?:fewer|less) than|≥|>=)';
const AT_MOST =
  '(?:at (?:the very |the )?most|no more than|not more than|not over|no longer than|not longer than|no greater than|up to|(?:an? )?(?:absolute )?maximum(?: of)?|(?:an? )?(?:upper )?limit of|max(?: \\.)?|not exceeding|not above|not beyond|no higher than|no larger than|at or (?:below|under)|never more than|never over|nothing (?:over|above|beyond|longer than|more than)|as many as|a (?:cap|ceiling) of|capped at|limited to|restricted to|≤|<=)';
const MORE =
  '(?:more than|over|above|greater than|longer than|exceeding|in excess of|beyond|upward of|north of|>)';
const FEWER =
  '(?:fewer than|less than|under|below|shorter than|strictly under|strictly below|strictly fewer than|strictly less than|<)';
const ABOUT =
  '(?:about|around|roughly|approximately|approx(?: \\.)?|circa|some|~|close to|in the (?:region|neighbou?rhood|vicinity) of|somewhere around|more or less|in the area of|something like|give or take)';
const BETWEEN =
  '(?:somewhere )?(?:in the range (?:of|from)|within the range (?:of|from)|anywhere |somewhere |anything )?';

/** "75 words, no more and no less", "8 bullets, not one more or less". */
const NEITHER =
  '(?:[,;–—-] ?)?(?:and )?(?:neither more nor (?:fewer|less)|(?:no|not)(?: (?:a|1|a single|any))?(?: \\p{L}+)? (?:more|longer) ?,? ?(?:and|or|,|nor)? ?(?:no|not|not (?:a|1))? ?(?:\\p{L}+ )?(?:less|fewer|shorter)|no (?:less|fewer) ?,? ?(?:and )?no more)';

type Rule = readonly [source: string, make: (first: number, second: number) => Bound | null];

/** Before the unit. */
const BEFORE: readonly Rule[] = [
  [`${BETWEEN}(?:between|from)? ?${N} (?:and|to|-|through|up to) ${N}`, between],
  [`between ${N} and ${N}`, between],
  [`${N} (?:or|to at most|up to) ${N}`, (low, high) => (high === low + 1 ? between(low, high) : null)],
  [`${AT_LEAST} ${N} (?:and|but|, but|, and) ${AT_MOST} ${N}`, between],
  [`${MORE} ${N} (?:and|but|, but|, and) ${FEWER} ${N}`, (low, high) => between(low + 1, high - 1)],
  [`${AT_LEAST} ${N} (?:and|but|, but|, and) ${FEWER} ${N}`, (low, high) => between(low, high - 1)],
  [`${MORE} ${N} (?:and|but|, but|, and) ${AT_MOST} ${N}`, (low, high) => between(low + 1, high)],
  [`(?:either )?${N} or ${N}`, (low, high) => (high === low + 1 ? between(low, high) : null)],
  [`${N} (?:,|or) \\d+ ,? ?or ${N}`, (low, high) => (high === low + 2 ? between(low, high) : null)],
  [`(?:${EXACTLY} )?${N}`, exactly],
  ['(?:exactly |just |only |but )?(?:(?:an?|1) )?single', () => exactly(1)],
  [`${AT_LEAST} ${N}`, atLeast],
  [`${AT_LEAST} an?`, () => atLeast(1)],
  [`${N} (?:or (?:more|longer)|\\+|plus|or over|or above)`, atLeast],
  [`${MORE} ${N}`, moreThan],
  ['more than an? single', () => moreThan(1)],
  [`${AT_MOST} ${N}`, atMost],
  ['(?:at most|no more than) an? single', () => atMost(1)],
  [`${N} (?:or (?:fewer|less|under|below)|max(?: \\.)?|maximum)`, atMost],
  [`(?:no|never) more and never (?:fewer|less) than ${N}`, exactly],
  [`${AT_LEAST} ${N} ,? ?${AT_MOST} ${N}`, between],
  [`(?:within|inside(?: of)?) ${N}`, atMost],
  [`${FEWER} ${N}`, fewerThan],
  [`${ABOUT} ${N}`, about],
  [
    `(?:${ABOUT} )?${N} (?:, )?(?:±|give or take|plus or minus) ${N}(?: words)?`,
    (n, by) => between(Math.max(0, n - by), n + by),
  ],
  [
    `${N} (?:\\( )?(?:, )?(?:±|\\+ / -|give or take|plus or minus) ${N} (?:%|percent|per cent)(?: \\))?`,
    (n, share) => within(n, share / 100),
  ],
  [`within ${N} (?:%|percent|per cent) of ${N}`, (share, n) => within(n, share / 100)],
  ['(?:multiple|several different)', () => atLeast(2)],
  ['(?:no|zero|0|without any|not any|not a single|not 1|not even 1)', () => NONE],
];

/** After the unit; `n` was read before it. */
const AFTER: readonly (readonly [source: string, make: (n: number, second: number) => Bound | null])[] = [
  [
    '(?:or (?:more|longer|over|above)|and (?:more|over|up)|(?:at )?(?:the )?minimum|at (?:the very |the )?least|min|and no (?:less|fewer)|plus)',
    atLeast,
  ],
  [
    '(?:or (?:fewer|less|shorter|under|below)|(?:at )?(?:the )?max(?:imum)?(?: \\.)?|(?:, )?at (?:the very |the )?most|(?:, )?tops|and no more|, (?:and )?no more|, not more)',
    atMost,
  ],
  [`(?:exactly|precisely|only|${NEITHER})`, exactly],
  ['(?:approximately|roughly|or so|or thereabouts|more or less|approx)', about],
  [
    `(?:(?:long|in length) )?(?:, )?(?:\\( )?(?:±|give or take|plus or minus|plus / minus|with a tolerance of) ${N}(?: (?:words?|characters?|sentences?|lines?))?(?: \\))?`,
    (n, by) => between(Math.max(0, n - by), n + by),
  ],
  [
    `(?:, |\\( )?(?:, )?(?:±|\\+ / -|give or take|plus or minus) ${N} (?:%|percent|per cent)(?: \\))?`,
    (n, share) => within(n, share / 100),
  ],
];

/** Said about a quantity without changing it; "some 250 words, give or take a few" stays "about". */
const IDLE_AFTER = `(?:long|wide|deep|in length|, not counting (?:the )?(?:empty|blank) (?:lines|ones)|\\( not counting (?:empty|blank) lines \\)|in (?:total|all|sum|number)|(?:all )?(?:in all|told|together)|altogether|overall|each|apiece|, all in|, in total|, give or take(?: a few)?|give or take(?: a few)?|or so|or thereabouts|${NEITHER}|, if any|only|inclusive|, inclusive|\\( inclusive \\)|exactly|precisely)`;

function rule([source, make]: Rule): Parser<Bound> {
  return map(tokens(source), ([first = '', second = '']) => make(Number(first), Number(second)));
}

export const boundBefore: Parser<Bound> = either(...BEFORE.map(rule));
const idle = maybe(tokens(`${IDLE_AFTER}(?: ${IDLE_AFTER})?`));
/** Said of an upper limit: of an exact number it could make a limit. */
const NOT_MORE = tokens(
  '(?:[,;–—-] )?(?:and )?(?:not|no) (?:a|1|a single(?: 1)?|any|1 single)?(?: ?\\p{L}+)? ?more',
);

/** A quantity of a unit: "at least 3 paragraphs", "3 paragraphs or more", "between 3 paragraphs and 5 paragraphs". */
export function amount<Unit>(unit: Parser<Unit>): Parser<{ unit: Unit; bound: Bound }> {
  const after = either(
    ...AFTER.map(([source, make]) =>
      map(
        tokens(source),
        ([second = '']) =>
          (n: number) =>
            make(n, Number(second)),
      ),
    ),
  );
  const bare = map(tokens(N), ([n = '']) => Number(n));
  const TOLERANCE = '(?=.* (?:±|give or take|plus or minus|with a tolerance of) \\d)';
  const rough = map(tokens(`${TOLERANCE}${ABOUT} ${N}`), ([n = '']) => Number(n));
  const opening = map(tokens(`(?:between|from) ${N}`), ([n = '']) => Number(n));
  const above = map(tokens(`${MORE} ${N}`), ([n = '']) => Number(n));
  const low = map(tokens(`${AT_LEAST} ${N}`), ([n = '']) => Number(n));
  return either(
    map(sequence(either(bare, rough), unit, maybe(tokens('long')), after, idle), ([n, found, , make]) => {
      const bound = make(n);
      return bound === null ? null : { unit: found, bound };
    }),
    map(sequence(bare, after, unit, idle), ([n, make, found]) => {
      const bound = make(n);
      return bound === null ? null : { unit: found, bound };
    }),
    map(sequence(boundBefore, unit, idle), ([bound, found]) => ({ unit: found, bound })),
    map(sequence(boundBefore, unit, NOT_MORE), ([bound, found], { text }) =>
      bound.min === null || /\b(?:exactly|precisely|just|only) \d/u.test(text)
        ? { unit: found, bound }
        : null,
    ),
    map(sequence(opening, unit, tokens(`(?:and|to) ${N}`), unit, idle), ([n, found, [high = '']]) => {
      const bound = between(n, Number(high));
      return bound === null ? null : { unit: found, bound };
    }),
    map(
      sequence(above, unit, tokens(`(?:,? ?(?:and|but)) ${FEWER} ${N}`), maybe(unit), idle),
      ([n, found, [high = '']]) => {
        const bound = between(n + 1, Number(high) - 1);
        return bound === null ? null : { unit: found, bound };
      },
    ),
    map(
      sequence(low, unit, tokens(`(?:,? ?(?:and|but)) ${AT_MOST} ${N}`), maybe(unit), idle),
      ([n, found, [high = '']]) => {
        const bound = between(n, Number(high));
        return bound === null ? null : { unit: found, bound };
      },
    ),
  );
}

/** What is left when `bound` is denied; null where two separate ranges are left. */
export function denied({ min, max }: Bound): Bound | null {
  if (min === null && max !== null) return atLeast(max + 1);
  if (max === null && min !== null) return fewerThan(min);
  return min === 1 && max === 1 ? NONE : null;
}
