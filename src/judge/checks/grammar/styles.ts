/** Letter case, language and what the whole is wrapped in. */
import type { CodeCheck } from '../code-check.ts';
import { NONE } from './bounds.ts';
import { countClaim, plainClaim, RESPONSE, type Claim } from './claims.ts';
import { LANGUAGES } from '../languages.ts';
import { either, map, maybe, sequence, tokens, type Parser } from './reading.ts';
import { ALL_OF_IT, IT, PARTICIPLE } from './vocabulary.ts';

const ADVERB = `(?:${ALL_OF_IT} )?`;
const THROUGHOUT =
  '(?: (?:throughout|from (?:beginning|start|first) to (?:end|finish|last)|only|in full|exclusively|as a whole|\\( (?:entirely|only|throughout) \\)))?';
/** "… no other language is allowed" says it again. */
const NO_OTHER =
  '(?: ,(?: and| with)? (?:no|not an? (?:single )?word (?:of|in)|without an?y?(?: word of)?) english|(?: [,;.])?(?: and)?(?: (?:in|with|uses?|using))? (?:no|without any|not any|nothing in any) (?:(?:other|second|further) languages?(?: (?:is|are|may be|should be|must be))?(?: (?:allowed|permitted|used|present|mixed in))?|(?:sentence|part|word|line|passage)s? (?:is|are|being|may be|should be)?(?: written)? ?in (?:any |an)?other language))?';
const CAPITALS =
  '(?:all )?(?:capital letters|capitals|caps|block capitals|upper-?(?: )?case(?: letters)?|all-?caps|all-?(?: )?uppercase)';
const SMALL = '(?:all )?(?:lower-?(?: )?case(?: letters)?|small letters|all-?lowercase)';
const caseOf = (letterCase: 'upper' | 'lower' | 'title'): Claim => {
  const claim = plainClaim((place) => ({ kind: 'letter-case', letterCase, place }));
  return {
    // All words in capitals are a text in capitals.
    asked: (place) =>
      letterCase !== 'title' && place.where === 'each' && place.part === 'word'
        ? claim.asked(RESPONSE)
        : claim.asked(place),
    // "No word is in capitals" does not mean "I" and "A".
    denied: (place) =>
      letterCase === 'upper' && place.where === 'each' && place.part === 'word'
        ? countClaim({ what: 'all-capital-word' }, NONE).asked(RESPONSE)
        : claim.denied(place),
  };
};
export const inCase: Parser<Claim> = either(
  map(
    tokens(
      `${ADVERB}(?:${PARTICIPLE} )?${ADVERB}(?:in |using |with |of )?${ADVERB}(?:all )?${CAPITALS}${THROUGHOUT}|capitali[sz]ed (?:throughout|entirely|completely)|(?:all|fully|entirely|completely) capitali[sz]ed`,
    ),
    () => caseOf('upper'),
  ),
  map(
    tokens(
      `${ADVERB}(?:${PARTICIPLE} )?${ADVERB}(?:in |using |with |of )?${ADVERB}(?:all )?${SMALL}${THROUGHOUT}`,
    ),
    () => caseOf('lower'),
  ),
  map(tokens(`(?:${PARTICIPLE} )?in title case`), () => caseOf('title')),
);

const LANGUAGE = `(${Object.keys(LANGUAGES).join('|')})`;
export const language: Parser<Claim> = map(
  tokens(
    `${ADVERB}(?:${PARTICIPLE} )?${ADVERB}(?:in |using )?${ADVERB}(?:the )?${LANGUAGE}(?: language)?${THROUGHOUT}${NO_OTHER}`,
  ),
  ([name = '']) => {
    const code = LANGUAGES[name];
    return code === undefined ? null : inLanguage(code);
  },
);

/** "Not in English": no sentence of it is. */
function inLanguage(language: string): Claim {
  const claim = plainClaim((place) => ({ kind: 'language', language, place }));
  return {
    asked: claim.asked,
    denied: (place) =>
      place.where === 'each' ? claim.denied(place) : { kind: 'other-language', language, place },
  };
}

/** "<answer> tags", "<answer></answer>". */
const tags: Parser<readonly [string, string]> = map(
  tokens(
    '(?:an? )?(?:pair of )?< ([a-z_-]+) >(?: ?(?:,|and|\\.\\.\\.|…)? ?< /\\1 >)?(?: (?:html |xml )?tags?)?',
  ),
  ([name = '']) => [`<${name}>`, `</${name}>`] as const,
);
const PAIRS: readonly (readonly [string, string, string])[] = [
  ['double (?:quotation marks|quotes|quote marks)|(?:quotation marks|quotes|quote marks)', '"', '"'],
  ['single (?:quotation marks|quotes|quote marks)', "'", "'"],
  ['square brackets', '[', ']'],
  ['(?:round brackets|parentheses)', '(', ')'],
  ['curly (?:brackets|braces)|braces', '{', '}'],
  ['(?:double angular brackets|double angle brackets)(?: ,? ?(?:such as|like) < <[^<>]*> >)?', '<<', '>>'],
  ['(?:double )?asterisks', '**', '**'],
];
export const wrapped: Parser<Claim> = map(
  sequence(
    tokens(
      `(?:be )?(?:(?:wrap|enclose|surround|put|place|set)${IT}|wrapped|enclosed|put|placed|set|surrounded|framed|contained|written|given|in|between|inside|within)(?: (?:entirely|completely|fully))?(?: (?:in(?:side)?|within|by|with|between))?(?: a pair of)?`,
    ),
    either(...PAIRS.map(([source, open, close]) => map(tokens(source), () => [open, close] as const)), tags),
    maybe(tokens('from (?:start|beginning) to (?:finish|end)')),
  ),
  ([, [open, close]], { text }) =>
    // "The answer is in <answer> tags" may mean a part of the response.
    open.startsWith('<') &&
    /\b(?:the|its|your|final) answer (?!>)/u.test(text) &&
    !/\b(?:whole|entire|full)\b/u.test(text)
      ? null
      : plainClaim((place) => ({ kind: 'wrapped', place, open, close })),
);

/** "The language of the reply is Polish", "only English is used", "no language other than Spanish is used". */
const ONLY = [
  `(?:is |does |should |must )?(?:the|its) (?:only |output |response |answer |text )?language(?: of the \\p{L}+| used)* (?:is |be |should be |must be )?${LANGUAGE}`,
  `(?:is )?(?:only|nothing but) ${LANGUAGE} (?:(?:is|be|may be|should be|must be) )?(?:used|allowed|permitted)(?: (?:in|throughout|for) (?:the|your) \\p{L}+)?`,
  `(?:is )?${LANGUAGE} (?:(?:is|be|should be|must be) )?(?:used|written) (?:throughout|exclusively|only|from beginning to end)`,
  `(?:is )?${LANGUAGE} (?:is |must be |should be )?the (?:only|sole) language(?: (?:used|allowed|permitted))?(?: (?:in|of|throughout) (?:the|your) \\p{L}+)?`,
  `(?:is )?no (?:other )?language (?:other than|but|except) ${LANGUAGE} (?:(?:is|be|may be|should be) )?(?:used|allowed|permitted)`,
];
/** The order in its own language: "Antwort komplett auf Deutsch". */
const OWN_NAMES: Readonly<Record<string, string>> = {
  deutsch: 'deu', englisch: 'eng', französisch: 'fra', spanisch: 'spa', italienisch: 'ita',
  français: 'fra', anglais: 'eng', allemand: 'deu', espagnol: 'spa',
  español: 'spa', inglés: 'eng', francés: 'fra', alemán: 'deu',
  italiano: 'ita', inglese: 'eng', português: 'por', nederlands: 'nld',
}; // prettier-ignore
const inItself: Parser<CodeCheck> = map(
  tokens(
    `(?:(?:die |la |il |o )?(?:antwort\\p{L}*|schreib\\p{L}*|text|réponse|répond\\p{L}*|écri\\p{L}*|texte|respuesta|respond\\p{L}*|escrib\\p{L}*|rispo\\p{L}*|scriv\\p{L}*|texto|testo|antwoord\\p{L}*) ?)?(?:(?:bitte|komplett|nur|ausschließlich|vollständig|ganz|uniquement|entièrement|seulement|sólo|solo|solamente|únicamente|completamente|solamente|interamente|ist|est|es|è|alleen|volledig) )*(?:auf|in|en|em|in het) (${Object.keys(OWN_NAMES).join('|')})(?: (?:uniquement|seulement|solamente|únicamente|verfasst|geschrieben))?`,
  ),
  ([name = '']): CodeCheck | null => {
    const code = OWN_NAMES[name];
    return code === undefined ? null : { kind: 'language', language: code, place: RESPONSE };
  },
);
const languageUsed = either(
  inItself,
  ...ONLY.map((source) =>
    map(tokens(source), ([name = '']): CodeCheck | null => {
      const language = LANGUAGES[name];
      return language === undefined ? null : { kind: 'language', language, place: RESPONSE };
    }),
  ),
);

/** "Only small letters are used." */
const onlyLetters = map(
  tokens(
    '(?:are |is )?(?:only|nothing but|exclusively) (?:(small|lower-?(?: )?case)|(?:capital|upper-?(?: )?case|block))(?: letters)? ?(?:are|be|is|may be|should be|must be)? ?(?:used|allowed|permitted|appears?|occurs?|present)',
  ),
  ([small = '']): CodeCheck => ({
    kind: 'letter-case',
    letterCase: small === '' ? 'upper' : 'lower',
    place: RESPONSE,
  }),
);

/** Clauses of their own about language and letters. */
export const styleClauses: Parser<CodeCheck> = either(languageUsed, onlyLetters);
