/** Places in a text that advice may be about without naming them, below a heading or after a label. */
import { clean, lowerFirst, wordAt } from './tokens.ts';
import { DETERMINERS } from './vocabulary.ts';

const PLACES = new Set(
  `title headline subtitle heading subheading subject subject-line opening opener introduction intro lead hook greeting salutation
  summary abstract conclusion conclusions ending close closing sign-off signature caption captions footer boilerplate finale prologue
  epilogue appendix appendices postscript`.split(/\s+/u),
);
const PLACED_LINES =
  /^(?:subject|opening|closing|first|last|final) (?:line|sentence|paragraph|section|stanza)$/u;
const MAX_PLACE_WORDS = 3;
/** Wording that says itself where in the text it belongs. */
const SAYS_WHERE =
  /\b(?:titles?|headlines?|headings?|subject|open(?:s|ing|ers?)?|introduc\w+|begin(?:s|ning)?|start(?:s|ing)?|end(?:s|ing)?|clos(?:e|es|ing)|finish(?:es)?|first|last|final|summar(?:y|ies)|abstract|conclu\w+|lead|top|bottom|throughout|body|caption|signature|greeting|each|every|near|below|above)\b/iu;

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

/** "Name the topic" said of the subject line → "In the subject line, name the topic". */
export function atPlace(order: string, place: string): string {
  return SAYS_WHERE.test(order) ? order : `In ${place}, ${lowerFirst(order)}`;
}
