/** "Word limit: 150", "limit: 400 characters", "the maximum is 3 sentences"; parts that each hold something. */
import type { CodeCheck, Countable, Part, Place } from '../code-check.ts';
import { amount, atLeast, atMost } from './bounds.ts';
import { RESPONSE, allOf, countClaim, joinClaims, wholeClaim, type Claim } from './claims.ts';
import { countable } from './countables.ts';
import { either, list, map, maybe, sequence, tokens, type Parser } from './reading.ts';

const UPPER =
  '(?:(?:upper |maximum |hard |strict |length |size )*(?:limit|cap|ceiling|budget|allowance)|max(?:imum)?(?: \\.)?(?: (?:length|size|number|count))?|upper bound|length limit)';
const LOWER = '(?:min(?:imum)?(?: \\.)?(?: (?:length|size|number|count))?|lower (?:limit|bound))';
const IS =
  '(?: (?:for|of|on) (?:the|your) \\p{L}+)?(?: (?:is|of|be|should be|must be)(?: set (?:at|to))?| :)*';
const UNITS: readonly (readonly [Countable, string])[] = [
  [{ what: 'word' }, 'words?'],
  [{ what: 'character' }, 'char(?:acter)?s?'],
  [{ what: 'sentence' }, 'sentences?'],
  [{ what: 'paragraph' }, 'paragraphs?'],
  [{ what: 'line' }, 'lines?'],
];
const limit = (of: Countable, n: number, isUpper: boolean): CodeCheck => ({
  kind: 'count',
  of,
  place: RESPONSE,
  bound: isUpper ? atMost(n) : atLeast(n),
});
export const limits: Parser<CodeCheck> = either(
  ...UNITS.flatMap(([of, source]) => [
    map(tokens(`(?:the |its |your )?${source} ${UPPER}${IS} (\\d+)(?: ${source})?`), ([n = '']) =>
      limit(of, Number(n), true),
    ),
    map(tokens(`(?:the |its |your )?${UPPER} ${source}${IS} (\\d+)`), ([n = '']) =>
      limit(of, Number(n), true),
    ),
    map(tokens(`(?:the |its |your )?${source} ${LOWER}${IS} (\\d+)(?: ${source})?`), ([n = '']) =>
      limit(of, Number(n), false),
    ),
    map(tokens(`(?:the |its |your )?${LOWER} ${source}${IS} (\\d+)`), ([n = '']) =>
      limit(of, Number(n), false),
    ),
  ]),
  map(
    sequence(
      tokens(`(?:the |its |your )?(?:(${UPPER})|${LOWER})(?: (?:is|of)| :)+`),
      tokens('(\\d+)'),
      countable,
    ),
    ([[upper = ''], [n = ''], of]) => limit(of, Number(n), upper !== ''),
  ),
);

const PART_OF: Readonly<Partial<Record<Countable['what'], Part>>> = {
  sentence: 'sentence',
  paragraph: 'paragraph',
  line: 'line',
  bullet: 'bullet',
  'list-item': 'list-item',
  'numbered-item': 'numbered-item',
};
const each = (part: Part): Place => ({ where: 'each', part, orNone: false });
const apiece = map(
  sequence(
    tokens('with|containing|having|that have|consisting of'),
    amount(countable),
    tokens(',? ?(?:each|apiece)'),
  ),
  ([, found]) => found,
);
/** "of four lines each", "each at most ten words long", "of at most eight words". */
const holding = either(
  map(
    sequence(tokens('(?:, )?of'), amount(countable), maybe(tokens(',? ?(?:each|apiece)'))),
    ([, found]) => found,
  ),
  apiece,
  map(
    sequence(
      tokens(
        '(?:,|and|-|–|—|;)? ?(?:with )?(?:each|every 1|all)(?: of (?:them|which|these))?(?: (?:must |should )?(?:be|is|are|of|with|containing|contains?|having|has|have|being|consists? of|consisting of|made up of))?',
      ),
      amount(countable),
    ),
    ([, found]) => found,
  ),
);
const BLANK_BETWEEN = tokens(
  '(?:, )?(?:and )?(?:with|separated by|divided by) (?:an? |1 )?(?:blank|empty) lines?(?: (?:between|separating|in between|after) (?:them|each|the |every |each of them)?(?: ?\\p{L}+)?)?',
);
/** "40 to 60 words in two paragraphs": the whole of it is so long and in so many. */
const SIZE_ORDER: readonly Countable['what'][] = ['character', 'word', 'sentence', 'paragraph'];
export const spreadOver: Parser<Claim> = map(
  sequence(
    amount(countable),
    tokens(
      '(?:, )?(?:(?:spread|split|divided|organi[sz]ed|arranged|structured|distributed|written|laid out|set) )?(?:in|into|across|over)',
    ),
    amount(countable),
  ),
  ([size, , { unit, bound }]) => {
    const [small, large] = [size.unit, unit].map(({ what }) => SIZE_ORDER.indexOf(what));
    return small === undefined || large === undefined || small < 0 || large <= small || size.bound.max === 0
      ? null
      : joinClaims([countClaim(size.unit, size.bound), countClaim(unit, bound)], 'and');
  },
);
const SIZES = new Set<Countable['what']>(['word', 'sentence', 'line', 'character']);
/** "Three stanzas of four lines each": so many parts, and each of them so. */
export const partsEach: Parser<Claim> = map(
  sequence(amount(countable), list(holding, tokens(',? ?and|,')), maybe(BLANK_BETWEEN)),
  ([{ unit, bound }, held]) => {
    const part = PART_OF[unit.what];
    if (part === undefined || !held.every((found) => SIZES.has(found.unit.what))) return null;
    return wholeClaim(
      allOf([
        { kind: 'count', of: unit, place: RESPONSE, bound },
        ...held.map((found): CodeCheck => ({
          kind: 'count',
          of: found.unit,
          place: each(part),
          bound: found.bound,
        })),
      ]),
    );
  },
);
