/** Where in the text a piece of advice applies: at its opening, its ending, in its title, or throughout. */
import { inOneWording } from './concepts.ts';

const UNIT =
  '(?:words?|sentences?|paragraphs?|lines?|pages?|seconds|section|scene|screen|scroll|image|stanza)';
const COUNT = '(?:one |two |three |four |five |ten |fifteen |thirty |sixty |\\d+ )?(?:or \\w+ )?';
const AT = '(?:with|on|by|at|in|as|where|when|close|near|before)';

const PLACES: readonly (readonly [place: string, pattern: RegExp])[] = [
  [
    'opening',
    new RegExp(
      `\\b(?:opening|opener|introduction|intro|the first ${COUNT}(?:or second )?${UNIT}|first ${COUNT}${UNIT}|open(?:s|ing)?,? ${AT}|begin(?:s|ning)? ${AT}|start(?:s|ing)? ${AT}|lead(?:s|ing)? with|(?:a|the) (?:lead|hook)|(?:at|near) the (?:very )?(?:top|start|beginning|outset)|before the first)\\b`,
      'u',
    ),
  ],
  [
    'ending',
    new RegExp(
      `\\b(?:endings?|closing|conclusion|(?:the|a) close|(?:the|a|its) (?:last|final|closing) ${COUNT}${UNIT}|end(?:s|ing)? ${AT}|close(?:s)? ${AT}|clos(?:es?|ing) by|finish(?:es|ing)? ${AT}|conclud(?:es?|ing) ${AT}|at the (?:very )?end|the ending)\\b`,
      'u',
    ),
  ],
  ['title', /\b(?:titles?|headlines?|subject lines?)\b/u],
  ['subtitle', /\b(?:sub-?titles?|sub-?headings?|sub-?heads?|standfirsts?)\b/u],
  ['heading', /\bheadings?\b/u],
  [
    'summary',
    /\b(?:the|a) (?:executive )?(?:summary|abstract|synopsis) (?:should|must|has|is|that)\b|\bin the (?:executive )?(?:summary|abstract|synopsis)\b/u,
  ],
];
/** "In each section, start with …" speaks of the section's opening, not of the text's. */
const INNER =
  /\b(?:(?:each|every|any|all) |(?=paragraphs|sections|chapters)(?=[^.]*\b(?:of (?:each|them)|its)\b))(section|paragraph|chapter|stanza|slide|scene|page|line|objective|chart|figure|table)s?\b/u;
/** Whole spans are no place: "from start to finish", "from the first paragraph on". */
const SPAN = /\bfrom (?:the )?(?:start|beginning|first|opening|cover)[^,;.]*?\b(?:to|on|until)\b[^,;.]*/gu;
/** "Before the first sentence ends" and "return to the opening" speak of the opening, not at it. */
const MENTIONED =
  /\b(?:return(?:s|ing)? to|answers?|mirrors?|echo(?:es)?|back to|circles? back to) the (?:opening|beginning|start)(?: \w+)?/gu;

/** Names such as `opening` or `section opening`; none where the advice is for the whole text. */
export function placesIn(text: string): ReadonlySet<string> {
  const plain = inOneWording(text)
    .toLowerCase()
    .replace(/[“"][^”"]*[”"]/gu, ' ')
    .replace(SPAN, ' ')
    .replace(MENTIONED, ' ');
  const inner = INNER.exec(plain)?.[1];
  return new Set(
    PLACES.filter(([, pattern]) => pattern.test(plain)).map(([place]) =>
      inner === undefined || place === 'title' ? place : `${inner} ${place}`,
    ),
  );
}
