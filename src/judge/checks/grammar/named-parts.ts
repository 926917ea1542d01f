/** Headings and sections by their names: 'headings called "Background" and "Findings"'. */
import type { CodeCheck, Part } from '../code-check.ts';
import { allOf, anyOf, wholeClaim, type Claim } from './claims.ts';
import { keywordList, quotedText } from './keywords.ts';
import { either, map, sequence, tokens, type Parser } from './reading.ts';

const CALLED =
  '(?: (?:that (?:are|is) |which (?:are|is) )?(?:called|named|titled|entitled|headed|labelled|labeled|reading|that reads?|with (?:the|an?) (?:markdown )?(?:titles?|names?|headings?|headers?|labels?)|under the headings?)(?: as)?)?(?: ?:)?';
const MARKDOWN = '(?:markdown |level-\\d |h\\d )*';
const ARTICLE =
  '(?:the |an? |these |all of the |all the |both |both the )?(?:\\d+ )?(?:following )?(?:\\d+ )?';

const anyPart = (part: Part, texts: readonly string[]): CodeCheck => ({
  kind: 'exact-text',
  place: { where: 'any', part },
  texts: [...texts],
});
/** A section's name stands as a heading, in bold or with a colon on a line of its own. */
const section = (name: string): CodeCheck =>
  anyOf([
    anyPart('heading', [name, `${name}:`]),
    anyPart('line', [name, `${name}:`, `**${name}**`, `**${name}:**`, `**${name}**:`]),
  ]);
const heading = (name: string): CodeCheck => anyPart('heading', [name, `${name}:`]);

const named = (source: string, check: (name: string) => CodeCheck): Parser<Claim> =>
  map(sequence(tokens(`${ARTICLE}${source}${CALLED}`), keywordList), ([, { phrases, join }]) =>
    join === 'or' ? null : wholeClaim(allOf(phrases.map((phrase) => check(phrase)))),
  );

/** 'a "References" heading'. */
const namedBefore = (source: string, check: (name: string) => CodeCheck): Parser<Claim> =>
  map(sequence(tokens('an?|the'), quotedText, tokens(`(?:markdown )?${source}`)), ([, name]) =>
    wholeClaim(check(name)),
  );

export const namedParts: Parser<Claim> = either(
  namedBefore('(?:section |sub-?)?(?:heading|header)', heading),
  namedBefore('section', section),
  named(`${MARKDOWN}(?:section |sub-?)?(?:headings?|headers?|subheadings?)`, heading),
  named('(?:sections?|parts?)', section),
);
