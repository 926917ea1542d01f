/** Clauses about how parts follow each other, and about how dates are written. */
import { DATE_LAYOUTS } from '../count/notations.ts';
import type { CodeCheck, Countable, Part } from '../code-check.ts';
import { amount, atLeast, NONE } from './bounds.ts';
import { allOf, countClaim, RESPONSE, type Claim } from './claims.ts';
import { quotedText } from './keywords.ts';
import { either, map, maybe, sequence, tokens, type Parser } from './reading.ts';
import { ASKING, MODAL } from './vocabulary.ts';

const asking = maybe(tokens(ASKING));
const modal = maybe(tokens(MODAL));

const PARTS: readonly (readonly [Part, string])[] = [
  ['bullet', 'bullet(?:ed)?(?: |-)?(?:points?|items?|entries)|bullets|bullet(?:ed)?(?: point)? lists?'],
  ['numbered-item', 'numbered (?:items?|points?|entries|steps|lists?)'],
  [
    'list-item',
    '(?!bullet|number)(?:\\p{L}+ )?(?:lists?|list items|items|entries|items (?:of|in|on) the list)',
  ],
  ['line', 'lines'],
  ['sentence', 'sentences'],
  ['paragraph', 'paragraphs'],
];
const ALPHABETICAL =
  '(?:(?:be|is|are|being|appears?|stands?|comes?|runs?|must be|should be|to be) )*(?:(?:given|listed|sorted|ordered|arranged|presented|put|set out|organi[sz]ed) )?(?:in (?:strict(?:ly)? )?(reverse )?(?:alphabetical|alphabetic) order|(reverse )?(?:alphabetically|from a to z|a to z|a - z)|from (z) to a)(?: (?:sorted|ordered|arranged|listed))?';
const sorted: Parser<CodeCheck> = either(
  ...PARTS.map(([part, source]) =>
    map(
      tokens(
        `(?:${ASKING} )?(?:(?:the|its|your|all|all the|an?) )?(?:${source})(?: (?:of|in|on) the \\p{L}+)? ?(?:(?:must|should|has to|have to|needs? to) )?${ALPHABETICAL}`,
      ),
      ([reverse = '', again = '', z = '']): CodeCheck => ({
        kind: 'sorted',
        part,
        descending: `${reverse}${again}${z}` !== '',
      }),
    ),
  ),
  ...PARTS.map(([part, source]) =>
    map(
      tokens(
        `(?:sort|order|arrange|list|put|give|present) (?:(?:the|its|your|all|all the) )?(?:${source}) (?:(?:in (reverse )?(?:alphabetical|alphabetic) order)|alphabetically|from a to z)`,
      ),
      ([reverse = '']): CodeCheck => ({ kind: 'sorted', part, descending: reverse !== '' }),
    ),
  ),
);

/** "The first letters of the lines spell "HOPE"." */
const OPENING_OF =
  '(?:the )?(?:first|initial) letters? (?:of|in) (?:each|every|all|all the|the|its) (?:of the )?';
const acrostic: Parser<CodeCheck> = either(
  ...(['line', 'sentence', 'paragraph', 'word'] as const).map((part) =>
    map(
      sequence(
        asking,
        tokens(`(?:${OPENING_OF}${part}s?|(?:the )?initials of the ${part}s)`),
        modal,
        tokens(
          '(?:read (?:downwards?|together|from top to bottom) )?(?:spells?|forms?|makes?|reads?|gives?)(?: out| up)?',
        ),
        maybe(tokens('the (?:word|name)')),
        quotedText,
      ),
      ([, , , , , letters]): CodeCheck => ({ kind: 'acrostic', part, letters }),
    ),
  ),
);

/** "No two sentences start with the same word", "each line begins with a different letter". */
const BEGIN = '(?:starts?|begins?|opens?)';
const openings: Parser<CodeCheck> = either(
  ...(['sentence', 'paragraph', 'line', 'bullet'] as const).flatMap((part) => {
    const name = part === 'bullet' ? 'bullet(?: point)?' : part;
    return [
      map(
        tokens(`(?:do |does )?(?:no 2|no) ${name}s? ${BEGIN} with the same (word|letter)`),
        ([of]): CodeCheck => ({
          kind: 'openings',
          part,
          of: of === 'letter' ? 'letter' : 'word',
          alike: false,
        }),
      ),
      map(
        tokens(
          `(?:do |does )?(?:each|every|all|all the) ${name}s? (?:must |should )?${BEGIN} with (?:the (same)|an? (?:different|new)|different) (word|letter)s?`,
        ),
        ([same = '', of]): CodeCheck => ({
          kind: 'openings',
          part,
          of: of === 'letter' ? 'letter' : 'word',
          alike: same !== '',
        }),
      ),
    ];
  }),
);

const layoutNames = DATE_LAYOUTS.map((layout) => layout.replaceAll('.', '\\.')).join('|');
/** A layout by its letters or by an example that can be read in one way: "2025-01-31". */
const layout: Parser<string> = either(
  map(
    tokens(`(?:the )?(?:format |form |pattern )?(${layoutNames})(?: format| form)?`),
    ([name = '']) => name,
  ),
  map(tokens('(?:the )?iso(?: 8601)?(?: date)?(?: format)?'), () => 'yyyy-mm-dd'),
  map(tokens('(?:the )?(?:format |form )?(?:like |of )?\\d{4} ?- ?\\d{2} ?- ?\\d{2}'), () => 'yyyy-mm-dd'),
  map(
    tokens('(?:the )?(?:format |form )?(?:like |of )?(?:1[3-9]|2\\d|3[01])([./])\\d{2}\\1\\d{4}'),
    ([sep = '']) => `dd${sep}mm${sep}yyyy`,
  ),
  map(sequence(maybe(tokens('the (?:format|form|pattern)')), quotedText), ([, said]) =>
    DATE_LAYOUTS.includes(said.toLowerCase()) ? said.toLowerCase() : null,
  ),
);
const INTO =
  '(?:(?:that (?:is|are) |which (?:is|are) )?(?:written |given |formatted |expressed )?(?:in|as|like|using|with|of)|:)';
const dateUnit: Parser<Countable> = map(
  sequence(tokens('(?:calendar )?dates?'), tokens(INTO), layout),
  ([, , found]): Countable => ({ what: 'date-as', layout: found }),
);
/** "contains a date in the form YYYY-MM-DD". */
export const datedThing: Parser<Claim> = either(
  map(amount(dateUnit), ({ unit, bound }) => countClaim(unit, bound)),
  map(sequence(tokens('an?|some|the'), dateUnit), ([, of]) => countClaim(of, atLeast(1))),
);
const everyDate: Parser<CodeCheck> = map(
  sequence(
    asking,
    tokens('(?:every|each|all|all the|any|the)(?: of the)? dates?(?: (?:in|of) the \\p{L}+)?'),
    modal,
    maybe(tokens('be|is|are|has|have|uses?|follows?|appears?')),
    maybe(tokens(INTO.replace('(?:in', '(?:written|given|formatted|expressed|in'))),
    layout,
  ),
  ([, , , , , found]) =>
    allOf([
      { kind: 'count', of: { what: 'date-as', layout: found }, place: RESPONSE, bound: atLeast(1) },
      { kind: 'count', of: { what: 'date-not-as', layout: found }, place: RESPONSE, bound: NONE },
    ]),
);

export const orders: Parser<CodeCheck> = either(sorted, acrostic, openings, everyDate);
