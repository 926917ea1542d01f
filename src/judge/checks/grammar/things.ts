/** What a response may contain, use, ask or leave out: counted things, words, tables and lists with what they hold. */
import { Part } from '../code-check.ts';
import { amount, atLeast, NONE } from './bounds.ts';
import { claimAt, countClaim, joinClaims, opposite, RESPONSE, wholeClaim, type Claim } from './claims.ts';
import { countable } from './countables.ts';
import { edgeClaim } from './edges.ts';
import { listOf, tableWith } from './forms.ts';
import { jsonKeys, onlyKeys } from './json-parts.ts';
import { keywordList, keywords, phraseClaim, times } from './keywords.ts';
import { partsEach, spreadOver } from './limits.ts';
import { taggedThing } from './marked-up.ts';
import { datedThing } from './orders.ts';
import { adjunct, DOCUMENT_NOUN, MODIFIER } from './places.ts';
import { namedParts } from './named-parts.ts';
import { either, list, map, maybe, sequence, tokens, type Parser } from './reading.ts';

/** These have a number in every text: naming them without one asks for nothing. */
const ALWAYS_THERE = new Set([
  'word',
  'sentence',
  'paragraph',
  'line',
  'character',
  'character-without-spaces',
  'letter',
  'distinct-word',
]);

/** "The percentage" is one of which the reader knows. */
const PARTICULAR = new Set([
  'percentage',
  'money',
  'clock-time',
  'footnote',
  'blank-line',
  // "The text is in bold" is about all of it.
  'bold',
  'italic',
  'all-capital-word',
  'quotation',
  'parenthesis',
  'capital-letter',
  'lower-case-letter',
]);

const and = tokens(',? ?(?:and|as well as|plus|along with|but)|,');
const or = tokens(',? ?(?:or|nor|and/or)|,');

const somePlain: Parser<Claim> = map(
  sequence(
    maybe(
      tokens(
        '(?:any|an?|some|any kind of|any sort of|the use of(?: any)?|any use of|at least 1|use of)|(the|all)',
      ),
    ),
    countable,
  ),
  ([article, of]) =>
    ALWAYS_THERE.has(of.what) || ((article?.[0] ?? '') !== '' && PARTICULAR.has(of.what))
      ? null
      : countClaim(of, atLeast(1)),
);
/** No text is without words: "no word …" means something else. */
const quantity: Parser<Claim> = map(amount(countable), ({ unit, bound }) =>
  bound.max === 0 && ALWAYS_THERE.has(unit.what) ? null : countClaim(unit, bound),
);
/** "no bullets or numbered lists": none of each. */
const noneOfThese: Parser<Claim> = map(
  sequence(tokens('no|not any|not an? single|not 1|without any|0'), list(countable, either(or, and))),
  ([, found]) =>
    found.length > 1 && !found.some((of) => ALWAYS_THERE.has(of.what))
      ? joinClaims(
          found.map((of) => countClaim(of, NONE)),
          'and',
        )
      : null,
);

/** "bold text at least once", "quotation marks twice". */
const timedThing: Parser<Claim> = map(
  sequence(maybe(tokens('any|an?|some')), countable, times),
  ([, of, bound]) => (ALWAYS_THERE.has(of.what) ? null : countClaim(of, bound)),
);

const jsonKeyClaim: Parser<Claim> = map(jsonKeys, (check) => wholeClaim(check));
const headingOnTop: Parser<Claim> = map(
  tokens(
    '(?:an? )?(?:title|heading|headline)(?: (?:(?:given |written |formatted |set )?(?:as|in the form of) an? (?:markdown )?(?:level(?: |-)\\d |h\\d )?heading|in markdown))?(?: ,)? at the (?:very )?(?:top|start|beginning)|(?:an? )?title (?:given |written |formatted |set )?(?:as|in the form of) an? markdown heading',
  ),
  () =>
    wholeClaim({ kind: 'edge', edge: 'start', place: RESPONSE, with: { type: 'shape', shape: 'heading' } }),
);
/** "a 100-word story", "a five-sentence summary". */
export const sized: Parser<Claim> = map(
  sequence(
    maybe(tokens('an?|the|1')),
    amount(tokens('(words?|sentences?|paragraphs?|lines?|characters?)')),
    tokens(`${MODIFIER}?${DOCUMENT_NOUN}(?: \\( \\p{L}+ \\))?`),
  ),
  ([
    ,
    {
      unit: [unit = ''],
      bound,
    },
  ]) => {
    const what = SIZES.find((size) => unit.startsWith(size));
    return what === undefined ? null : countClaim({ what }, bound);
  },
);
const SIZES = ['word', 'sentence', 'paragraph', 'line', 'character'] as const;

/** "Highlight at least 3 sections in your answer with markdown, i.e. *highlighted section*". */
const highlighted: Parser<Claim> = map(
  sequence(
    amount(
      tokens(
        '(?:sections?|words?|phrases?|parts?|passages?|terms?|expressions?|key (?:words|phrases|terms)|sentences?)',
      ),
    ),
    maybe(adjunct),
    tokens(
      '(?:(?:are |is |be )?(?:highlighted|set|put|written|printed|marked|formatted|emphasi[sz]ed|shown) )?(?:in|with|using|by|as) (markdown|bold|italics?)(?: (?:type|face|print|text|formatting|markdown))?(?: ?,? ?(?:\\( )?(?:i\\.e \\.|i\\.e|e\\.g \\.|such as|like)? ?,? ?[*_]+[^*_]+[*_]+(?: \\))?)?',
    ),
  ),
  ([{ bound }, , [style = '']]) =>
    countClaim({ what: style === 'bold' ? 'bold' : style === 'markdown' ? 'highlight' : 'italic' }, bound),
);
/** "a line that starts with 'P.S.'". */
const somePart: Parser<Claim> = map(
  sequence(
    tokens(
      '(?:an?|any|1|at least 1|some|at least an?) (line|sentence|paragraph|bullet point|bullet|list item|heading)(?: (?:that|which))?',
    ),
    edgeClaim,
  ),
  ([[name = ''], claim]): Claim | null => {
    const part = Part.options.find((option) => name.replace(' ', '-').startsWith(option));
    return part === undefined
      ? null
      : {
          asked: (place) => (place.where === 'response' ? claim.asked({ where: 'any', part }) : null),
          denied: (place) =>
            place.where === 'response' ? claim.denied({ where: 'each', part, orNone: true }) : null,
        };
  },
);
/** 'the word "bamboo" in the reply at least twice'. */
const timedAt: Parser<Claim> = map(
  sequence(keywordList, adjunct, times),
  ([{ phrases, join }, place, bound]) => claimAt(phraseClaim(phrases, join, bound), place),
);
const thing: Parser<Claim> = either(
  timedAt,
  taggedThing,
  headingOnTop,
  somePart,
  sized,
  partsEach,
  spreadOver,
  datedThing,
  highlighted,
  tableWith,
  namedParts,
  listOf,
  quantity,
  jsonKeyClaim,
  map(onlyKeys, (check) => wholeClaim(check)),
  timedThing,
  somePlain,
  keywords,
);

/** With where it stands, before or after it. */
export function located(claim: Parser<Claim>): Parser<Claim> {
  return either(
    map(sequence(claim, maybe(adjunct)), ([found, place]) =>
      place === null ? found : claimAt(found, place),
    ),
    map(sequence(adjunct, claim), ([place, found]) => claimAt(found, place)),
  );
}

/** What may be contained, with where: "two links and a table", "no commas or semicolons". */
export const things: Parser<Claim> = either(
  located(noneOfThese),
  located(thing),
  // "neither emojis nor hashtags".
  map(sequence(tokens('neither'), list(either(somePlain, keywords), tokens('nor'))), ([, claims]) =>
    claims.length > 1 ? opposite(joinClaims(claims, 'and')) : null,
  ),
  map(list(located(thing), and), (claims) => (claims.length > 1 ? joinClaims(claims, 'and') : null)),
  map(
    sequence(
      located(keywords),
      tokens(',? ?(?:but|and) (?:not|never)(?: contain(?:ing)?)?'),
      located(keywords),
    ),
    ([wanted, , unwanted]) => ({
      asked: joinClaims([wanted, opposite(unwanted)], 'and').asked,
      denied: () => null,
    }),
  ),
  map(sequence(tokens('either'), list(located(somePlain), or)), ([, claims]) =>
    claims.length > 1 ? joinClaims(claims, 'or') : null,
  ),
  // "two links or images" leaves open how many images: only bare things are alternatives.
  map(list(located(either(somePlain, keywords)), or), (claims) =>
    claims.length > 1 ? joinClaims(claims, 'or') : null,
  ),
);
