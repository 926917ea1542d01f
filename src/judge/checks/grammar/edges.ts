/** How something begins or ends: with given words, a question, a capital letter. */
import type { EdgeShape, Place, SimpleCheck } from '../code-check.ts';
import { amount, atLeast } from './bounds.ts';
import { claimAt, countClaim, joinClaims, opposite, plainClaim, type Claim } from './claims.ts';
import { givenLetter, keywordList } from './keywords.ts';
import { either, later, map, maybe, sequence, tokens, type Parser } from './reading.ts';
import { IT } from './vocabulary.ts';

const START = `(?:start|begin|open|commence|lead|kick|launch)(?:s|ning|ing|ed)?(?: off| out)?${IT}`;
const END = `(?:end|close|conclude|finish|sign|wrap|terminate|round)(?:s|es|ing|ed)?(?: off| up)?${IT}`;
const WITH =
  '(?: :|(?: directly| immediately| straight away| right away)? with| in| on| by(?: saying| using| asking)?)';

const SHAPES: readonly (readonly [EdgeShape, string])[] = [
  [
    'question',
    '(?:an? )?questions?(?: marks?)?(?: (?:to|for|aimed at|addressed to|directed at) (?:the|your) (?:reader|user|audience|recipient|customer)s?)?',
  ],
  ['exclamation', '(?:an? )?exclamation(?: (?:mark|point)s?)?'],
  [
    'sentence-end',
    '(?:an? )?(?:full stops?|periods?|(?:sentence-ending|end|terminal) punctuation(?: mark)?)',
  ],
  ['capital-letter', '(?:an? )?(?:capital|upper-?(?: )?case)(?: letter)?'],
  ['lower-case-letter', '(?:an? )?(?:small|lower-?(?: )?case) letter'],
  ['digit', '(?:an? )?(?:digit|number|numeral)'],
  [
    'heading',
    '(?:an? )?(?:markdown )?(?:heading|title (?:formatted|written|given|set) as an? (?:markdown )?heading|title (?:(?:formatted|written|given|set) )?(?:as|in) markdown(?: format| syntax| style)?)(?: \\( #+(?: [^()]*)? \\))?',
  ],
  ['list-item', '(?:an? )?(?:list item|bullet(?: point)?)'],
  ['emoji', '(?:an? )?emoji'],
  [
    'bold',
    '(?:an? )?bold(?:ed|face)? (?:terms?|words?|phrases?|text|labels?|keywords?|key terms?|names?|titles?)|(?:an? )?(?:term|word|phrase|label|keyword|key term|name|title) in bold|bold',
  ],
];
const MARKS: readonly (readonly [string[], string])[] = [
  [['-', '–', '—'], '(?:an? )?(?:dash|hyphen)'],
  [['*'], '(?:an? )?(?:asterisk|star)'],
  [['#'], '(?:an? )?(?:hash|hash sign|hashtag)'],
  [['"', '“', '”'], '(?:an? )?(?:double )?(?:quotation|quote) marks?'],
  [['...', '…'], '(?:an? )?ellipsis'],
  [[':'], '(?:an? )?colon'],
  [[','], '(?:an? )?comma'],
  [[';'], '(?:an? )?semi-?colon'],
  [['"', '“', '”'], '(?:an? )?" (?:characters?|marks?|signs?|symbols?)?'],
];
const markAtEdge = either(...MARKS.map(([marks, source]) => map(tokens(source), () => marks)));
const shape = either(...SHAPES.map(([found, source]) => map(tokens(source), () => found)));
const THE =
  '(?:(?:the|this|these|an?|exactly|exactly the|with|its|your) )?(?:exact |following |single |closing |opening |final )*';
const letterAtEdge = map(sequence(maybe(tokens('with')), givenLetter), ([, letter]) => letter);
const phrases: Parser<string[]> = map(
  sequence(
    maybe(
      tokens(
        `${THE}(?:words?|phrases?|line|sentence|text|greeting|salutation|sign-off|question|exclamation|string|term|name|formula|heading|title|hashtag|closing|opening)(?: ?:)?`,
      ),
    ),
    keywordList,
    maybe(tokens('exactly|verbatim|, (?:exactly )?as written')),
  ),
  ([, found]) => (found.phrases.length === 1 || found.join === 'or' ? found.phrases : null),
);
const NOTHING_AFTER =
  '(?:,|;|:|and|, and|with|, with)? ?(?:\\. )?(?:there (?:should|must|may|can) be )?(?:nothing(?: else| more| further)?|no(?: other| further| more)? (?:words?|text|sentences?|thing))(?: (?:should|must|may|can|to))? ?(?:follows?|following|comes?|coming|after|added|be added|written)?(?: after)?(?: (?:the phrase|th(?:is|at|ese) (?:phrase|words?|sentence|line|question)|it|that|this|them))?';
const remark = maybe(tokens(NOTHING_AFTER));

type With = Extract<SimpleCheck, { kind: 'edge' }>['with'];
/** What may stand at an edge. */
export const edgeObject: Parser<With> = either(
  map(phrases, (found): With => ({ type: 'phrase', phrases: found })),
  map(markAtEdge, (found): With => ({ type: 'phrase', phrases: found })),
  map(shape, (found): With => ({ type: 'shape', shape: found })),
);

/** The mark of an item or heading is no part of what it says. */
const isMarkOf = (place: Place, phrases: readonly string[]): boolean =>
  'part' in place &&
  ['heading', 'bullet', 'numbered-item', 'list-item'].includes(place.part) &&
  phrases.some((phrase) => /^[-*•+#–—]+$/u.test(phrase));

/** What 'words that begin with "s"' means is the letter, not the word. */
const isLetterOf = (place: Place, phrases: readonly string[]): boolean =>
  'part' in place && place.part === 'word' && phrases.some((phrase) => /^\p{L}$/u.test(phrase));

const claim = (edge: 'start' | 'end', found: { phrases: string[] } | { shape: EdgeShape }): Claim =>
  plainClaim((place) =>
    'phrases' in found &&
    ((edge === 'start' && isMarkOf(place, found.phrases)) || isLetterOf(place, found.phrases))
      ? null
      : {
          kind: 'edge',
          edge,
          place,
          with:
            'phrases' in found
              ? { type: 'phrase', phrases: found.phrases }
              : { type: 'shape', shape: found.shape },
        },
  );

const edge = either(
  map(
    tokens('(?:be|is|are) (?:opened|started|begun|introduced|headed)(?: off)? (?:with|by)'),
    () => 'start' as const,
  ),
  map(
    tokens('(?:be|is|are) (?:signed|closed|ended|finished|concluded|rounded)(?: off)? (?:with|by)'),
    () => 'end' as const,
  ),
  map(tokens(`${START}${WITH}`), () => 'start' as const),
  map(tokens(`${END}${WITH}`), () => 'end' as const),
);

/** "starts with the word 'Dear'", "ends in a question". */
export const edgeClaim: Parser<Claim> = either(
  map(sequence(edge, letterAtEdge), ([at, letter]) =>
    plainClaim((place) => ({ kind: 'edge', edge: at, place, with: { type: 'letter', letter } })),
  ),
  map(sequence(edge, phrases, remark), ([at, found]) => claim(at, { phrases: found })),
  // "begins with a line that starts with 'Subject:'".
  map(
    sequence(
      edge,
      tokens('an? (line|sentence|paragraph)(?: (?:that|which))?'),
      later(() => edgeClaim),
    ),
    ([at, [part = ''], found]) =>
      claimAt(found, {
        where: 'nth',
        part: part === 'line' ? 'line' : part === 'sentence' ? 'sentence' : 'paragraph',
        nth: at === 'start' ? 1 : -1,
      }),
  ),
  map(sequence(edge, markAtEdge, remark), ([at, found]) => claim(at, { phrases: found })),
  map(
    sequence(
      tokens('(?:start|begin|open)s? and (?:end|close|finish)(?:s|es)? (?:with|in)'),
      either(markAtEdge, phrases),
      remark,
    ),
    ([, found]) => joinClaims([claim('start', { phrases: found }), claim('end', { phrases: found })], 'and'),
  ),
  map(sequence(edge, shape, remark), ([at, found]) => claim(at, { shape: found })),
  map(sequence(tokens(`${END} without(?: using)?`), shape), ([, found]) =>
    opposite(claim('end', { shape: found })),
  ),
  map(sequence(tokens(`${END} without(?: using)?`), markAtEdge), ([, found]) =>
    opposite(claim('end', { phrases: found })),
  ),
  map(
    sequence(edge, amount(tokens('(hash ?-?tags?|emojis?)(?: (?:in a row|after each other|at the end))?'))),
    ([at, { unit, bound }]) =>
      at === 'end'
        ? countClaim(
            { what: (unit[0] ?? '').startsWith('hash') ? 'closing-hashtag' : 'closing-emoji' },
            bound,
          )
        : null,
  ),
  map(
    sequence(
      edge,
      tokens(
        '(?:an? )?(?:markdown )?(?:level(?:-| )(\\d)|(first|second|third)(?:-| )level|h(\\d)) (?:markdown )?(?:heading|header|title)(?: (?:in|using) markdown)?',
      ),
    ),
    ([at, [digit = '', ordinal = '', h = '']]) => {
      const level = Number(digit || h) || ['first', 'second', 'third'].indexOf(ordinal) + 1;
      return at === 'start' && level >= 1 && level <= 6
        ? claimAt(countClaim({ what: 'heading-of-level', level }, atLeast(1)), {
            where: 'nth',
            part: 'line',
            nth: 1,
          })
        : null;
    },
  ),
  map(tokens(`${START}${WITH} an? (?:clear )?title`), () => countClaim({ what: 'title' }, atLeast(1))),
  map(tokens(`${END}${WITH} (?:an? )?(?:post-?script|p\\.s)(?: \\.)?`), () =>
    countClaim({ what: 'closing-postscript' }, atLeast(1)),
  ),
);
