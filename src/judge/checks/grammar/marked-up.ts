/** Clauses about what stands between tags or in bold: "the answer is put between <answer> and </answer>", "the word 'x' is bolded". */
import type { CodeCheck } from '../code-check.ts';
import { atLeast } from './bounds.ts';
import { allOf, countClaim, RESPONSE, type Claim } from './claims.ts';
import { keywordList } from './keywords.ts';
import { DOCUMENT_NOUN } from './places.ts';
import type { Wording } from '../wording/normalize-wording.ts';
import { either, map, maybe, sequence, tokens, type Parser } from './reading.ts';
import { ASKING, MODAL } from './vocabulary.ts';

const PAIR = '(?:a (?:pair|set) of )?< ?([a-z][a-z0-9_-]*) ?>(?: ?(?:,|and|\\.\\.\\.|…)? ?< ?/ ?\\1 ?>)?';
const tag: Parser<string> = map(
  tokens(
    `(?:the |an? )?(?:(?:xml|html)(?: |-))?(?:tags? )?${PAIR}(?: (?:(?:xml|html)(?: |-))?(?:tags?|elements?|blocks?))?`,
  ),
  ([name = '']) => name,
);
const BETWEEN =
  '(?:(?:put|placed|set|wrapped|enclosed|given|written|contained|surrounded|found|stated|marked) )?(?:in(?:side)?|within|between|by|with)';
/** A part of the response; what is said of the response itself holds for all of it. */
const PART = `(?:the|its|your|any|all(?: the)?) (?!(?:[\\p{L}-]+ ){0,2}(?:(?!answer )${DOCUMENT_NOUN}|whole|entire) )(?:[\\p{L}-]+ ){0,2}[\\p{L}-]+|final answer|answer|reasoning`;
const taggedCheck = (name: string): CodeCheck | null =>
  countClaim({ what: 'tagged', tag: name }, atLeast(1)).asked(RESPONSE);

/** "The final answer is enclosed in <answer> tags." */
const partIn = map(
  sequence(
    maybe(tokens(ASKING)),
    tokens(PART),
    maybe(tokens(MODAL)),
    maybe(tokens('be|is|are|stands?|comes?|appears?')),
    tokens(BETWEEN),
    tag,
  ),
  ([, , , , , name]) => taggedCheck(name),
);
/** "Puts its final answer between <answer> and </answer> tags." */
const puts = map(
  sequence(
    maybe(tokens(`(?:the|your) \\p{L}+(?: ${MODAL})?`)),
    tokens('(?:put|place|wrap|enclose|give|write|set|surround|state|provide)s?'),
    tokens(PART),
    tokens('in(?:side)?|within|between|by|with'),
    tag,
  ),
  ([, , , , name]) => taggedCheck(name),
);
/** "Contains an <output> tag." */
export const taggedThing: Parser<Claim> = map(
  tokens(
    `(?:an? |the |1 )?(?:(?:xml|html) )?(?:${PAIR} (?:tags?|elements?|blocks?|sections?)|(?:tags?|elements?) ${PAIR.replace('\\1', '\\2')})`,
  ),
  ([first = '', second = '']) => countClaim({ what: 'tagged', tag: first || second }, atLeast(1)),
);

/** Of several words that one or none of them is so, is not read. */
const inStyle = (
  { phrases, join }: { phrases: readonly string[]; join: 'and' | 'or' },
  style: string,
  { text }: Wording,
): CodeCheck | null =>
  phrases.length > 1 && (join === 'or' || /(?:^| )(?:1|any|either|neither|none|no) /u.test(text))
    ? null
    : allOf(
        phrases.map((phrase) => ({
          kind: 'emphasised',
          phrase,
          style: style.startsWith('bold') ? 'bold' : style.startsWith('ital') ? 'italic' : 'capitals',
          place: RESPONSE,
        })),
      );
/** "None of the words 'a' and 'b' is in bold" is about both; "in capitals and bold" asks for both. */
const alone =
  (parser: Parser<CodeCheck>): Parser<CodeCheck> =>
  (wording, at) =>
    / (?:and|or|nor) $/u.test(wording.text.slice(0, at)) && wording.text.startsWith('⟦', at)
      ? []
      : parser(wording, at).filter(
          ([, end]) =>
            !/^(?:, )?(?:and|or) (?:in )?(?:bold|ital|capital|upper)/u.test(wording.text.slice(end)),
        );
const STYLE =
  '(?:markdown )?(?:(bold(?:ed|face)?|itali(?:cs?|ci[sz]ed)|all-caps|(?:all |full )?(?:capital letters|capitals|caps|upper-?(?: )?case(?: letters)?))(?: (?:type|text|print|letters))?)';

/** "The word 'urgent' is in bold." */
const emphasised = map(
  sequence(
    maybe(tokens('is|are')),
    keywordList,
    maybe(tokens('must be|should be|has to be|have to be|needs to be|appears?|stands?|is|are|be')),
    tokens(`(?:(?:set|put|printed|written|marked|formatted|given|shown|rendered) )?(?:in )?${STYLE}`),
  ),
  ([, words, , [style = '']], wording) => inStyle(words, style, wording),
);
/** "Bold the word 'free'", "put the name 'Ann' in italics". */
const emphasise = either(
  map(sequence(tokens('(bold|italici[sz]e)'), keywordList), ([[style = ''], words], wording) =>
    inStyle(words, style, wording),
  ),
  map(
    sequence(tokens('put|set|write|print|mark|type|format'), keywordList, tokens(`in ${STYLE}`)),
    ([, words, [style = '']], wording) => inStyle(words, style, wording),
  ),
);

export const markedUp: Parser<CodeCheck> = either(partIn, puts, alone(emphasised), alone(emphasise));
