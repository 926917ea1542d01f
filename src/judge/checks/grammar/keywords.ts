/** Words that must or must not occur: "the word 'soil' at least twice", "either A or B", "none of the words a, b and c". */
import type { Bound, CodeCheck, Place } from '../code-check.ts';
import { atLeast, atMost, boundBefore, denied, exactly, NONE } from './bounds.ts';
import { type Claim, allOf, anyOf } from './claims.ts';
import { either, later, list, map, maybe, sequence, tokens, type Parser } from './reading.ts';

/** Marks of what is left to do need no quotes. */
const MARKER =
  '(todo|tbd|tba|tbc|xxx|fixme|lorem ipsum)s?(?: (?:notes?|markers?|comments?|tags?|items?|text|remarks?|entries))?';

export const marker: Parser<string> = map(tokens(MARKER), ([said = '']) => said);

/** A quoted text, or one in bare letters where the grammar says that a word comes. */
export const quotedText: Parser<string> = either(
  marker,
  map(tokens('(?=#)(#[\\p{L}\\p{N}_]*\\p{L}[\\p{L}\\p{N}_]*)'), ([tag = '']) => tag),
  map(tokens('the (?:number|year|figure) (\\d+)'), ([n = '']) => n),
  map(tokens('⟦(\\d+)⟧'), ([index = ''], { quoted }) => quoted[Number(index)] ?? null),
);

const NOT_A_KEYWORD =
  '(?:that|which|who|of|in|on|with|for|from|to|is|are|be|should|must|may|can|will|has|have|count|limit|length|only|long|or|and|more|less|fewer|appears?|occurs?|not|at|as|by|it|they|such|like|used|used|below|above|following|the|a|an|each|every|per|natural|naturally|organically|properly|correctly|sparingly|consistently|carefully|relevant|important|appropriate|suitable|provided|given|listed|well|often)';
/** Letters of pronouns and names are lower case here; whole words are compared in any case. */
const bareWord: Parser<string> = map(
  tokens(`((?!${NOT_A_KEYWORD}(?: |$))[\\p{L}][\\p{L}'-]*)`),
  ([word = '']) => word,
);

/** After a colon a term may be of several words: "these phrases: solar power, wind farm". */
const bareTerm: Parser<string> = map(
  tokens(
    `((?!(?:${NOT_A_KEYWORD})(?: |$))[\\p{L}][\\p{L}'-]*(?: (?!(?:and|or|nor|in|at|each|is|are|must|should|once|twice|appears?|occurs?|used)(?: |$))[\\p{L}][\\p{L}'-]*){0,2})`,
  ),
  ([term = '']) => term,
);

const NOUN =
  '(?:exact |literal |specific |given |required |mandatory )?(?:(?:key)?words?|key words?|phrases?|terms?|expressions?|(?:(?:brand|product|company|place|city|file|user|project|proper|trade|domain|first|last|full|family) )?names?|brands?|tags?|strings?|pronouns?|sentences?|lines?|tokens?|texts?|hashtags?|numbers?|years?|figures?|symbols?|emojis?|urls?|links?|e-?mail address|web address|buzzwords?|place names|place name|filler words?|greeting|salutation|formula|sign-off|slogan|tagline|motto|catchphrase|key phrases?|disclaimer)';
const THE =
  '(?:(?:the|any|this|these|both|all|all the|both the|either|either of the|either the|any of the|all of the|each of the|both of the|1 of the|all \\d+ of the|all \\d+|the \\d+|its)(?: following)?(?: (?:\\d+))? )?';

const comma = tokens(
  ',? ?(?:and|or|nor|and/or)|,|/|as well as|, as well as|and also|along with|together with',
);
type Join = 'and' | 'or';

/** The join is that of the last separator: "a, b or c". */
function joined(item: Parser<string>): Parser<{ phrases: string[]; join: Join }> {
  return (wording, at) =>
    list(item, comma)(wording, at).map(([phrases, end]) => {
      const said = wording.text.slice(at, end);
      return [{ phrases, join: / (?:or|nor) /u.test(` ${said}`) ? 'or' : 'and' } as const, end] as const;
    });
}

const opening = either(
  tokens(`${THE}${NOUN}(?: ?:)?`),
  tokens('(?:these|the following)(?: \\d+)?(?: :)?'),
  tokens(`these(?: \\d+)? ${NOUN}(?: ?:)?`),
  tokens('(?:dummy|filler|placeholder) (?:text|copy|content)(?: ,)? (?:such as|like|e\\.g \\.)'),
  tokens('(?:both|either|any of|all of|each of)'),
);

export const bareList: Parser<string[]> = list(bareWord, comma);

/** "first-person pronouns", with or without their list. */
const PRONOUNS: Readonly<Record<string, readonly string[]>> = {
  first: ['I', 'me', 'my', 'mine', 'myself', 'we', 'us', 'our', 'ours', 'ourselves'],
  'first singular': ['I', 'me', 'my', 'mine', 'myself'],
  'first plural': ['we', 'us', 'our', 'ours', 'ourselves'],
  second: ['you', 'your', 'yours', 'yourself', 'yourselves'],
};
const pronouns: Parser<{ phrases: string[]; join: Join }> = either(
  map(
    tokens('(?:any |the )?(first|second)(?:-| )person(?: (singular|plural))? pronouns?'),
    ([person = '', number = '']) => {
      const phrases = PRONOUNS[number === '' ? person : `${person} ${number}`];
      return phrases === undefined ? null : { phrases: [...phrases], join: 'and' as const };
    },
  ),
  map(
    sequence(
      tokens(
        '(?:any |the |all |all the )?(?:\\d+ )?(?:(?:first|second|third)(?:-| )person(?: (?:singular|plural))? )?(?:pronouns?|(?:key)?words)(?: ,)?(?: \\(| such as| like)(?: (?:e\\.g \\.|i\\.e \\.|such as|like)(?: ,)?)?',
      ),
      joined(either(quotedText, bareWord)),
      tokens('\\)'),
    ),
    ([, found]) => found,
  ),
);

/** The texts themselves, with how they are joined. */
export const keywordList: Parser<{ phrases: string[]; join: Join }> = either(
  pronouns,
  map(sequence(opening, joined(quotedText)), ([, found]) => found),
  map(
    sequence(tokens('(?:both|either|any of|all of|each of)'), opening, joined(quotedText)),
    ([, , found]) => found,
  ),
  joined(map(sequence(maybe(opening), quotedText), ([, phrase]) => phrase)),
  // Of what is included so, the things themselves may be meant: "greeting, date".
  map(
    sequence(tokens('(?<=\\bmention(?:s|ing)? .*)(?:these|the following)(?: \\d+)? :'), joined(bareWord)),
    ([, found]) => found,
  ),
  map(
    sequence(
      tokens(
        `(?:(?:(?:all|each|any|either|both|none) (?:of )?)?(?:these|the following|those)|(?:all|each|both) of the|the)(?: \\d+)?(?: following)? ${NOUN} :`,
      ),
      joined(either(bareTerm, quotedText)),
    ),
    ([, found]) => found,
  ),
  map(
    sequence(
      tokens(
        '(?:(?:the|any of the|either of the|all of the|both|both the|all the|all \\d+ of the|all \\d+|the \\d+|1 of the|each of the|either|any|personal|the personal)(?: \\d+)?(?: following)? )?(?:(?:key)?words?|key words?|terms?|pronouns?|names?)(?: ?:)?',
      ),
      joined(bareWord),
    ),
    ([, found]) => found,
  ),
);

const quantified = /^(?:(?:at least 1|1 or more|any|either) (?:of|1 of)|any|either)\b/u;

const TIMES = '(once|twice|thrice|(?:\\d+)(?: times?)?)';
const TIMES_OF: Readonly<Record<string, number>> = { once: 1, twice: 2, thrice: 3 };
const timesIn = (said: string): number => TIMES_OF[said] ?? Number.parseInt(said, 10);
const AT_LEAST = '(?:at least|no (?:fewer|less) than|not (?:fewer|less) than|a minimum of)';
const AT_MOST = '(?:at (?:the )?most|no more than|not more than|never more than|up to|a maximum of)';
const timesBetween: Parser<Bound> = either(
  map(tokens(`${AT_LEAST} ${TIMES}(?: ,)? (?:and|but) ${AT_MOST} ${TIMES}`), ([low = '', high = '']) =>
    timesIn(low) <= timesIn(high) ? { min: timesIn(low), max: timesIn(high) } : null,
  ),
  map(tokens(`between ${TIMES} and ${TIMES}`), ([low = '', high = '']) =>
    timesIn(low) <= timesIn(high) ? { min: timesIn(low), max: timesIn(high) } : null,
  ),
  map(tokens('(\\d+) times or (more|less|fewer)'), ([n = '', side]) =>
    side === 'more' ? atLeast(Number(n)) : atMost(Number(n)),
  ),
  map(tokens(`${TIMES} at (?:the )?(?:very )?(least|most)`), ([said = '', side]) =>
    side === 'least' ? atLeast(timesIn(said)) : atMost(timesIn(said)),
  ),
);

/** "once", "at least three times", "no more than twice"; "each" says what holds anyway. */
export const times: Parser<Bound> = map(
  sequence(
    later(() => timesOnce),
    maybe(tokens('each')),
  ),
  ([bound]) => bound,
);
const timesOnce: Parser<Bound> = either(
  timesBetween,
  map(
    sequence(boundBefore, tokens('(?:separate |different )?(?:times?|occasions|instances|occurrences)')),
    ([bound]) => bound,
  ),
  map(tokens('(?:exactly |just |only |precisely )?once(?: only| and only once|, and only once)?'), () =>
    exactly(1),
  ),
  map(tokens('(?:exactly |just |only |precisely )?twice'), () => exactly(2)),
  map(tokens('(?:exactly |just |only |precisely )?thrice'), () => exactly(3)),
  map(tokens('(?:at least|no (?:less|fewer) than|a minimum of) (once|twice)'), ([n]) =>
    atLeast(n === 'once' ? 1 : 2),
  ),
  map(tokens('more than (once|twice)'), ([n]) => atLeast(n === 'once' ? 2 : 3)),
  map(tokens('(?:at most|no more than|not more than|up to|a maximum of) (once|twice)'), ([n]) =>
    atMost(n === 'once' ? 1 : 2),
  ),
  map(tokens('(once|twice) or (more|less|fewer)'), ([n, side]) => {
    const count = n === 'once' ? 1 : 2;
    return side === 'more' ? atLeast(count) : atMost(count);
  }),
  map(tokens('once or twice'), () => ({ min: 1, max: 2 })),
  map(tokens('fewer than twice|less than twice'), () => atMost(1)),
);

const count = (phrase: string, place: Place, bound: Bound): CodeCheck => ({
  kind: 'count',
  of: { what: 'phrase', phrase },
  place,
  bound,
});

export function phraseClaim(phrases: readonly string[], join: Join, bound: Bound = atLeast(1)): Claim {
  const opposite = denied(bound);
  return {
    asked: (place) => {
      const checks = phrases.map((phrase) => count(phrase, place, bound));
      return join === 'and' || bound.max === 0 ? allOf(checks) : anyOf(checks);
    },
    denied: (place) =>
      opposite === null ? null : allOf(phrases.map((phrase) => count(phrase, place, opposite))),
  };
}

/** "at least two of the words a, b, c": how many of them occur. */
const someOf: Parser<Claim> = map(
  sequence(
    either(
      map(tokens('1 of'), () => atLeast(1)),
      map(sequence(boundBefore, tokens('of(?: :)?')), ([bound]) => bound),
    ),
    keywordList,
  ),
  ([bound, { phrases }]): Claim => {
    const several =
      (wanted: Bound) =>
      (place: Place): CodeCheck => ({
        kind: 'several',
        checks: phrases.map((phrase) => count(phrase, place, atLeast(1))),
        bound: wanted,
      });
    const opposite = denied(bound);
    return {
      asked: several(bound),
      denied: (place) => (opposite === null ? null : several(opposite)(place)),
    };
  },
);

const listed: Parser<Claim> = (wording, at) =>
  sequence(keywordList, maybe(times))(wording, at).map(([[{ phrases, join }, bound], end]) => {
    const any = quantified.test(wording.text.slice(at, end));
    return [phraseClaim(phrases, any ? 'or' : join, bound ?? atLeast(1)), end] as const;
  });

/** "at least three mentions of 'soil'"; "no 'very'". */
const mentions: Parser<Claim> = either(
  map(
    sequence(
      boundBefore,
      tokens('(?:mentions?|uses?|occurrences?|instances?|appearances?|repetitions?) of'),
      keywordList,
    ),
    ([bound, , { phrases, join }]) => phraseClaim(phrases, join, bound),
  ),
  map(sequence(tokens('(?:no|none of|neither(?: of)?)'), keywordList), ([, { phrases }]) =>
    phraseClaim(phrases, 'and', NONE),
  ),
  map(sequence(times, keywordList), ([bound, { phrases, join }]) => phraseClaim(phrases, join, bound)),
);

/** The letter x: "the letter q at most twice". */
export const givenLetter: Parser<string> = map(
  sequence(
    tokens('(?:the )?letter'),
    either(
      quotedText,
      map(tokens('(\\p{L})'), ([found = '']) => found),
    ),
  ),
  ([, found]) => (Array.from(found).length === 1 ? found : null),
);
const letter: Parser<Claim> = map(
  sequence(
    tokens('(?:(?:the|any|(no|not 1|not a single)) )?letter'),
    either(
      quotedText,
      map(tokens('(\\p{L})'), ([found = '']) => found),
    ),
    maybe(times),
  ),
  ([[none = ''], found, bound]): Claim | null => {
    if (Array.from(found).length !== 1 || (none !== '' && bound !== null)) return null;
    const wanted = bound ?? (none === '' ? atLeast(1) : NONE);
    const make =
      (limit: Bound) =>
      (place: Place): CodeCheck => ({
        kind: 'count',
        of: { what: 'given-letter', letter: found },
        place,
        bound: limit,
      });
    const opposite = denied(wanted);
    return { asked: make(wanted), denied: (place) => (opposite === null ? null : make(opposite)(place)) };
  },
);

/** What may be contained, used, mentioned or avoided in words. */
export const keywords: Parser<Claim> = either(someOf, mentions, letter, listed);
