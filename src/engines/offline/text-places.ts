/** Places in a text that advice may be about without naming them, below a heading or after a label. */
import { clean, lowerFirst, wordAt } from './tokens.ts';
import { baseOfThirdPerson } from './verbs.ts';
import { DETERMINERS, MODAL } from './vocabulary.ts';

const PLACES = new Set(
  `title headline subtitle heading subheading subject subject-line opening opener introduction intro lead hook greeting salutation
  summary abstract conclusion conclusions ending close closing sign-off signature caption captions footer boilerplate finale prologue
  epilogue appendix appendices postscript dialogue quotations quotes steps bullets references bibliography questions answers
  results methods discussion background findings recommendations timeline verdict refrain chorus footnotes headings
  subheadings titles examples salutations body`.split(/\s+/u),
);
const PLACED_LINES =
  /^(?:subject|opening|closing|first|last|final) (?:line|sentence|paragraph|section|stanza)$/u;
const MAX_PLACE_WORDS = 3;
/** Wording that says itself where in the text it belongs. */
const SAYS_WHERE =
  /\b(?:titles?|headlines?|headings?|subject|open(?:s|ing|ers?)?|introduc\w+|begin(?:s|ning)?|start(?:s|ing)?|end(?:s|ing)?|clos(?:e|es|ing)|finish(?:es)?|first|last|final|summar(?:y|ies)|abstract|conclu\w+|lead|top|bottom|throughout|body|caption|signature|greeting|each(?! other)|every|near|below|above)\b/iu;

/** "2. The executive summary" → "the executive summary"; undefined where the label names no place of a text. */
export function placeNamed(label: string): string | undefined {
  const name = lowerFirst(
    label
      .replace(/^(?:(?:step|part|section)\s+)?\d+[.):]?\s*/iu, '')
      .replace(/^(?:write|draft|craft) (?=(?:the|an?|your)\b)/iu, '')
      .replace(/[.:]$/u, '')
      .trim(),
  ).toLowerCase();
  const tokens = name.split(/\s+/u);
  const led = leadingPlace(tokens);
  if (led !== undefined) return led;
  const noun = DETERMINERS.has(wordAt(tokens, 0)) ? tokens.slice(1) : tokens;
  const bare = noun.map(clean).join(' ');
  if (
    noun.length === 0 ||
    noun.length > MAX_PLACE_WORDS ||
    !/^[\p{L} -]+$/u.test(bare) ||
    /\b(?:and|or|of|that|which|to|your|the)\b/u.test(bare)
  )
    return undefined;
  return PLACES.has(wordAt(noun, noun.length - 1)) || PLACED_LINES.test(bare) ? `the ${bare}` : undefined;
}

/** "The title carries more than you think", "Headline: six to ten words". */
function leadingPlace(tokens: readonly string[]): string | undefined {
  const start = /^(?:the|your|an?)$/u.test(wordAt(tokens, 0)) ? 1 : 0;
  const named = PLACES.has(wordAt(tokens, start)) && tokens.length > start + 1;
  const ends = /[:,–—]$/u.test(tokens[start] ?? '');
  const says = start === 1 && baseOfThirdPerson(wordAt(tokens, start + 1)) !== undefined;
  return named && (ends || says) ? `the ${wordAt(tokens, start)}` : undefined;
}

/** What a paragraph that begins with a place of the text ("Dialogue should …") is about. */
export function placeOfParagraph(text: string): string | undefined {
  const tokens = text.split(/\s+/u, 4);
  const start = /^(?:the|your|an?)$/u.test(wordAt(tokens, 0)) ? 1 : 0;
  const place = wordAt(tokens, start);
  const verb = wordAt(tokens, start + 1);
  return PLACES.has(place) && (MODAL.test(verb) || /^(?:is|are)$/u.test(verb)) ? `the ${place}` : undefined;
}

/** "Name the topic" said of the subject line → "In the subject line, name the topic". */
export function atPlace(order: string, place: string): string {
  return SAYS_WHERE.test(order) ? order : `In ${place}, ${lowerFirst(order)}`;
}
