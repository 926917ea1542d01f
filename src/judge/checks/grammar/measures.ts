/** Clauses whose subject is a number or length: "the word count is …", "the longest sentence has …". */
import { Part, type Bound, type CodeCheck, type Countable } from '../code-check.ts';
import { amount, atLeast, atMost, boundBefore, denied } from './bounds.ts';
import { countClaim, opposite, RESPONSE } from './claims.ts';
import { countable } from './countables.ts';
import { verbs } from './inflect.ts';
import { adjunct, DOCUMENT_NOUN } from './places.ts';
import { predicate } from './predicates.ts';
import { either, map, maybe, sequence, tokens, type Parser } from './reading.ts';
import { ASKING, MODAL } from './vocabulary.ts';

const asking = maybe(tokens(ASKING));
const modal = maybe(tokens(MODAL));
const not = tokens('not|never');

/** "The number of words is at most 150", "word count: 150 to 200", "the length of the post is from 80 to 100 words". */
const THING =
  '(?:(?:product|page|meta|seo|listing|video|email|e-mail) (?:title|description|name|headline|subject line|subject))';
const THE = "(?:(?:the|its|your) (?:\\p{L}+'s )?)?(?:total |overall |final )?";
const COUNT_NOUNS = [
  'word',
  'character',
  'sentence',
  'paragraph',
  'line',
  'heading',
  'bullet',
  'emoji',
  'hashtag',
] as const;
const countNoun: Parser<Countable> = either(
  map(sequence(tokens(`${THE}(?:number|count|amount) of`), countable), ([, of]) => of),
  map(sequence(tokens('(?:the )?total'), countable), ([, of]) => of),
  ...COUNT_NOUNS.map((what) =>
    map(tokens(`${THE}${what}(?: |-)(?:count|total)`), (): Countable => ({ what })),
  ),
);
const LIES = `(?:${verbs('be, lie, stay, fall, come, amount to, total, range, remain, equal, keep, number, reach, be kept, add up')}(?: to| within| in| at)?|:)`;
const EXCEEDS = verbs('exceed, go over, go above, go beyond, go past, run past, surpass, pass, top');
const limit: Parser<Bound> = either(
  map(sequence(maybe(not), maybe(tokens(LIES)), maybe(not), boundBefore), ([before, , after, bound]) =>
    before === null && after === null ? bound : denied(bound),
  ),
  map(sequence(not, tokens(`${EXCEEDS} (\\d+)`)), ([, [n = '']]) => atMost(Number(n))),
  map(tokens(`${EXCEEDS} (\\d+)`), ([n = '']) => atLeast(Number(n) + 1)),
);
const measured = map(
  sequence(
    asking,
    countNoun,
    maybe(adjunct),
    modal,
    limit,
    maybe(
      tokens(
        '(?:words|characters|sentences|paragraphs|lines|in total)?(?: ?,? ?(?:\\( )?inclusive(?: \\))?)?(?<=[\\p{L})])',
      ),
    ),
  ),
  ([, of, place, , bound]) => countClaim(of, bound).asked(place ?? RESPONSE),
);

/** "The bullets number at least four." */
const numbering = map(
  sequence(
    asking,
    maybe(tokens('the|its|your')),
    countable,
    modal,
    maybe(not),
    tokens(verbs('number, total, amount to, come to, add up to')),
    boundBefore,
  ),
  ([, , of, , no, , bound]) => {
    const claim = countClaim(of, bound);
    return (no === null ? claim : opposite(claim)).asked(RESPONSE);
  },
);

/** "Maximum length: 120 words" makes a bare number a limit. */
const length = map(
  sequence(
    asking,
    tokens(
      `${THE}(?:${THING} |(?:${DOCUMENT_NOUN}) )?(maximum |minimum |max(?: \\.)? |min(?: \\.)? )?(?:(?:text |response |answer |overall )?length|size|word count|(?<=the )total)`,
    ),
    maybe(adjunct),
    modal,
    maybe(not),
    maybe(
      tokens(
        `${verbs('be, lie, stay, fall, come, come to, amount to, range, remain, keep')}(?: (?:somewhere|anywhere))?|:|somewhere|anywhere`,
      ),
    ),
    amount(countable),
  ),
  ([, [kind = ''], place, , no, , { unit, bound }]): CodeCheck | null => {
    const exact = bound.min === bound.max ? bound.max : null;
    if (kind !== '' && (exact === null || no !== null)) return null;
    const wanted =
      kind === '' || exact === null ? bound : kind.startsWith('max') ? atMost(exact) : atLeast(exact);
    const claim = countClaim(unit, wanted);
    return (no === null ? claim : opposite(claim)).asked(place ?? RESPONSE);
  },
);
const lengthExceeds = map(
  sequence(asking, tokens(`${THE}(?:length|size)`), maybe(adjunct), modal, predicate),
  ([, , place, , claim]) => claim.asked(place ?? RESPONSE),
);

/** "A minimum of four sentences is required", "between two and four paragraphs make up the text". */
const required = map(
  sequence(
    amount(countable),
    tokens(
      '(?:(?:is|are) (?:required|needed|expected|wanted|the (?:limit|maximum|minimum))|(?:make up|structure|organi[sz]e|divide|subdivide|break up|split up|split|form) (?:the|your) \\p{L}+)',
    ),
  ),
  ([{ unit, bound }]): CodeCheck => ({ kind: 'count', of: unit, place: RESPONSE, bound }),
);

/** "Anything from 80 to 100 words is fine": an exact number could be one example. */
const acceptable = map(
  sequence(
    maybe(tokens(ASKING)),
    maybe(tokens('any (?:length|number|amount)')),
    amount(countable),
    tokens(
      '(?:(?:is|are|will be|would be) )?(?:fine|will do|would do|works?|ok|okay|acceptable|allowed|all right|alright|permitted|good|accepted|enough)',
    ),
  ),
  ([, , { unit, bound }]): CodeCheck | null =>
    bound.min === bound.max ? null : { kind: 'count', of: unit, place: RESPONSE, bound },
);
/** "Anything over 200 words is too long." */
const unacceptable = map(
  sequence(
    tokens('(?:anything|any(?: \\p{L}+)?)'),
    amount(countable),
    tokens(
      '(?:is|are|will be|would be|counts as) (too (?:long|short|much|many|little|few)|not (?:ok|okay|fine|acceptable|allowed|permitted)|unacceptable|a fail(?:ure)?|wrong)|(?:fails|will fail|must be rejected|is rejected)',
    ),
  ),
  ([, { unit, bound }, [why = '']]): CodeCheck | null => {
    const wanted = denied(bound);
    const tooLong = /long|much|many/u.test(why);
    const tooShort = /short|little|few/u.test(why);
    return wanted === null || (tooLong && bound.max !== null) || (tooShort && bound.min !== null)
      ? null
      : { kind: 'count', of: unit, place: RESPONSE, bound: wanted };
  },
);

/** "Does any sentence exceed 25 words?" would be met by a fault: it is not read. "There are no sentences longer than 30 words." */
const noneLonger = map(
  sequence(
    tokens(
      '(?:(?:there (?:is|are|should be|must be)|are there|is there|contains?|has|have|with|uses?) )?no (sentence|paragraph|line|bullet point|list item|heading|bullet)s?(?: (?:(?:that|which) (?:is|are|has|have)|with|of|containing|having))?',
    ),
    amount(countable),
  ),
  ([[name = ''], { unit, bound }]): CodeCheck | null => {
    const part = Part.options.find((option) => name.replace(' ', '-').startsWith(option));
    const wanted = denied(bound);
    return part === undefined ||
      wanted === null ||
      (unit.what !== 'word' && unit.what !== 'sentence' && unit.what !== 'character')
      ? null
      : { kind: 'count', of: unit, place: { where: 'each', part, orNone: true }, bound: wanted };
  },
);
const longest = map(
  sequence(
    tokens(
      '(?:is |does |has )?the (longest|shortest) (sentence|paragraph|line|bullet point|list item|heading)(?: (?:in|of) the \\p{L}+)?(?: (?:must|should))?',
    ),
    tokens(verbs('be, have, contain, count')),
    amount(countable),
  ),
  ([[end = '', name = ''], , { unit, bound }]): CodeCheck | null => {
    const part = Part.options.find((option) => name.replace(' ', '-').startsWith(option));
    const oneSided = end === 'longest' ? bound.min === null : bound.max === null;
    return part === undefined || !oneSided
      ? null
      : { kind: 'count', of: unit, place: { where: 'each', part, orNone: false }, bound };
  },
);

export const measures: Parser<CodeCheck> = either(
  measured,
  numbering,
  length,
  lengthExceeds,
  required,
  acceptable,
  unacceptable,
  noneLonger,
  longest,
);
