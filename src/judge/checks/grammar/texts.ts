/** What exactly a response, its first word or last line says, and what kind of sentence a part is. */
import type { CodeCheck } from '../code-check.ts';
import { atLeast } from './bounds.ts';
import { plainClaim, RESPONSE, type Claim } from './claims.ts';
import { countable } from './countables.ts';
import { edgeObject } from './edges.ts';
import { bareList, keywordList, quotedText } from './keywords.ts';
import { document, partPlace } from './places.ts';
import { either, list, map, maybe, sequence, tokens, type Parser } from './reading.ts';

/** Bare words are answers to choose from only where several are offered, or where they are hardly anything else. */
const answers: Parser<{ phrases: string[]; join: 'or' }> = (wording, at) =>
  map(bareList, (phrases) => ({ phrases, join: 'or' as const }))(wording, at).filter(([{ phrases }, end]) =>
    phrases.length === 1
      ? ANSWERS.test(phrases[0] ?? '')
      : /(?:^| )(?:or|:|1 of|options|choices) /u.test(wording.text.slice(Math.max(0, at - 8), end)) &&
        phrases.every((phrase) => !COUNTED.test(phrase)),
  );
/** "A, B, C or D". */
const letterAnswers: Parser<{ phrases: string[]; join: 'or' }> = map(
  list(
    map(tokens('(\\p{L})'), ([letter = '']) => letter),
    tokens(',? ?or|,'),
  ),
  (phrases) => (phrases.length > 1 ? { phrases, join: 'or' } : null),
);
const ANSWERS = /^(?:yes|no|true|false|none|n\/a|unknown|ok|done)$/u;
const COUNTED =
  /^(?:words?|sentences?|paragraphs?|lines?|bullets?|headings?|prose|text|numbers?|digits?|letters?|nouns?|verbs?|lists?|tables?|json|csv|emojis?)$/u;

/** "nothing other than 'A', 'B' or 'C'", "exactly "Yes"". */
export const exactText: Parser<Claim> = either(
  // Without "only" the answer may also just contain it: two readings.
  map(
    sequence(
      tokens('(?:answer|respond|reply)(?:s|ing)?(?: with)?(?: either)?'),
      either(keywordList, answers, letterAnswers),
      maybe(tokens('only|(?:, )?(?:and )?nothing (?:else|more)')),
    ),
    ([, { phrases, join }]) =>
      phrases.length > 1 && join === 'and'
        ? null
        : plainClaim((place) => ({ kind: 'exact-text', place, texts: phrases })),
  ),
  // "contains only the word 'OK'".
  map(
    sequence(
      tokens(
        '(?:contain|include|say)s? (?:only|just|nothing but|nothing except)(?: the)?(?: (?:single )?(?:word|phrase|text|sentence|answer))?',
      ),
      quotedText,
      maybe(tokens('(?:, )?and nothing else')),
    ),
    ([, said]) => plainClaim((place) => ({ kind: 'exact-text', place, texts: [said] })),
  ),
  // "one single word: positive, negative or neutral".
  map(
    sequence(
      tokens(
        '(?:(?:exactly |just |only )?(?:an? |1 )(?:single |1 )?|single )(?:words?|labels?|letters?|options?|terms?|values?|categor(?:y|ies)|choices?|verdicts?|ratings?|answers?) ?(?::|,|-|–|—|\\(|from|out of|among|chosen from|, either|either)(?: (?:the )?(?:list|set|following|these|options?|labels?|words?|choices?))*(?: :)?',
      ),
      either(keywordList, answers, letterAnswers),
      maybe(tokens('\\)')),
    ),
    ([, { phrases }]) =>
      phrases.length > 1 ? plainClaim((place) => ({ kind: 'exact-text', place, texts: phrases })) : null,
  ),
  map(
    sequence(
      tokens(
        '(?:nothing (?:other than|but|except|more than)|(?:only )?with only|only with|exactly|only|simply|just|either|solely|(?:of )?nothing but|((?:exactly |only |just )?1 of)|(?:made up|composed) (?:only|solely) of|(?:only|solely|entirely|exclusively) of|limited to|say(?:s)? (?:only|just|exactly|nothing but))( 1 of)?( (?:the |these )?(?:\\d+ )?(?:following )?(?:options|choices|words?|phrases?|answers?|values?|labels?)|(?<=1 of) (?:these|the following))?(?: [:,])?',
      ),
      maybe(tokens('(?:the )?(?:single |1 )?(?:words?|letters?|options?|phrases?)(?: ,)?')),
      either(keywordList, answers, letterAnswers),
      maybe(tokens('only|alone|,? ?(?:and|with) nothing else(?: added)?|,? ?and no other (?:word|text)s?')),
    ),
    ([[only = '', one = '', offered = ''], , { phrases, join }]) =>
      phrases.length > 1 && join === 'and' && `${only}${one}${offered}` === ''
        ? null
        : plainClaim((place) => ({ kind: 'exact-text', place, texts: phrases })),
  ),
);

/** "The last words are 'so it goes.'": several words at an edge are no single word. */
export function saysJust(phrases: readonly string[], join: 'and' | 'or'): Claim | null {
  if (phrases.length > 1 && join === 'and') return null;
  return plainClaim((place) => {
    if (place.where === 'nth' && place.part === 'word')
      return Math.abs(place.nth) === 1
        ? {
            kind: 'edge',
            edge: place.nth === 1 ? 'start' : 'end',
            place: RESPONSE,
            with: { type: 'phrase', phrases: [...phrases] },
          }
        : { kind: 'exact-text', place, texts: [...phrases] };
    return place.where === 'nth' || place.where === 'title'
      ? { kind: 'exact-text', place, texts: [...phrases] }
      : null;
  });
}

/** "Is the last sentence a question?", "the first word is 'Today'": of parts only. */
export const ofPart: Parser<Claim> = either(
  map(tokens('an? (question|exclamation)'), ([shape]) =>
    plainClaim((place) =>
      place.where === 'response' || place.where === 'title'
        ? null
        : {
            kind: 'edge',
            edge: 'end',
            place,
            with: { type: 'shape', shape: shape === 'question' ? 'question' : 'exclamation' },
          },
    ),
  ),
  map(sequence(tokens('an?'), countable), ([, of]) =>
    plainClaim((place) =>
      place.where === 'nth' &&
      place.part === 'line' &&
      (of.what === 'heading' || of.what === 'heading-of-level')
        ? { kind: 'count', of, place, bound: atLeast(1) }
        : null,
    ),
  ),
  map(keywordList, ({ phrases, join }) => saysJust(phrases, join)),
);

/** "Is 'Once' the first word of the story?", "the first word of the second paragraph is 'Meanwhile'". */
const WORD_OR_LINE = '(?:the )?(first|opening|last|final|closing) (word|line|sentence)';
const edgeOf = (ordinal: string): 'start' | 'end' => (/^(?:first|opening)$/u.test(ordinal) ? 'start' : 'end');
const wordAtEdge: Parser<CodeCheck> = either(
  map(
    sequence(
      tokens('is|are'),
      keywordList,
      tokens(WORD_OR_LINE),
      maybe(sequence(tokens('of|in'), either(document, partPlace))),
    ),
    ([, { phrases }, [ordinal = ''], inside]): CodeCheck | null =>
      phrases.length > 1
        ? null
        : {
            kind: 'edge',
            edge: edgeOf(ordinal),
            place: inside?.[1] ?? RESPONSE,
            with: { type: 'phrase', phrases },
          },
  ),
  map(
    sequence(
      maybe(tokens('is')),
      tokens(`${WORD_OR_LINE.replace('line|sentence', 'words')} of`),
      partPlace,
      maybe(tokens('should|must|has to|will')),
      maybe(tokens('is|be|reads?')),
      keywordList,
    ),
    ([, [ordinal = ''], place, , , { phrases, join }]): CodeCheck | null =>
      phrases.length > 1 && join === 'and'
        ? null
        : { kind: 'edge', edge: edgeOf(ordinal), place, with: { type: 'phrase', phrases } },
  ),
);

/** "First word of the reply: Yes or No". */
const wordOfResponse = map(
  sequence(
    tokens(
      '(?:is )?(?:the )?(?:very )?(first|opening|last|final) words?(?: (?:of|in) (?:the|your|its) (?:[\\p{L}-]+ )?\\p{L}+)?(?: ,)? ?(?:is|:|must be|should be|has to be|needs to be|reads?)?(?: either)?(?: ?:)?',
    ),
    answers,
  ),
  ([[ordinal = ''], { phrases }]): CodeCheck | null =>
    phrases.length > 1
      ? { kind: 'edge', edge: edgeOf(ordinal), place: RESPONSE, with: { type: 'phrase', phrases } }
      : null,
);

const lastCharacter = map(
  sequence(
    tokens(
      '(?:is |does )?(?:the )?(?:very )?(first|last|final) (?:character|sign|mark|punctuation mark)(?: (?:in|of) the \\p{L}+)? ?(?:is|be|must be|should be)?',
    ),
    edgeObject,
  ),
  ([[which = ''], withWhat]): CodeCheck => ({
    kind: 'edge',
    edge: which === 'first' ? 'start' : 'end',
    place: RESPONSE,
    with: withWhat,
  }),
);

/** "The first three words are "Once there was"", "The whole response is "OK"." */
const wordsAtEdge = map(
  sequence(
    tokens(
      '(?:are )?the (?:very )?(first|opening|last|final|closing) \\d+ words(?: (?:of|in) (?:the|your|its) \\p{L}+)? ?(?:are|be|must be|should be|read)?',
    ),
    quotedText,
  ),
  ([[ordinal = ''], said]): CodeCheck => ({
    kind: 'edge',
    edge: edgeOf(ordinal),
    place: RESPONSE,
    with: { type: 'phrase', phrases: [said] },
  }),
);
const wholeText = map(
  sequence(
    tokens(
      '(?:is |does )?the (?:entire|whole|full|complete) \\p{L}+ (?:(?:must|should|has to) )?(?:is|be|reads?|says?)',
    ),
    quotedText,
  ),
  ([, said]): CodeCheck => ({ kind: 'exact-text', place: RESPONSE, texts: [said] }),
);

/** "The first letter of the response is "T"." */
const letterAtEdge = map(
  sequence(
    tokens(
      '(?:is )?the (?:very )?(first|last|final) letter(?: (?:in|of) (?:the|your|its) (?:[\\p{L}-]+ )?\\p{L}+)? ?(?:is|be|must be|should be)?(?: an?| the letter)?',
    ),
    either(
      quotedText,
      map(tokens('(\\p{L})'), ([letter = '']) => letter),
    ),
  ),
  ([[which = ''], letter]): CodeCheck | null =>
    Array.from(letter).length === 1
      ? {
          kind: 'edge',
          edge: which === 'first' ? 'start' : 'end',
          place: RESPONSE,
          with: { type: 'letter', letter },
        }
      : null,
);

/** Clauses whose subject is a word, line or sign at an edge. */
export const edgeClauses: Parser<CodeCheck> = either(
  wordAtEdge,
  wordOfResponse,
  lastCharacter,
  letterAtEdge,
  wordsAtEdge,
  wholeText,
);
