/** Demands said with verbs that add nothing: "avoids going over", "fits within a limit of", "has … as keys". */

const UNIT = '(?:words?|characters?|chars?|sentences?|paragraphs?|lines?)';
const LIMIT = '(?:limit|maximum|cap|ceiling|budget|allowance|mark|threshold)';
const QUOTED_LIST = '⟦\\d+⟧(?:(?: ,)?(?: and)? ⟦\\d+⟧)*';

export const LIGHT_VERBS: readonly (readonly [RegExp, string])[] = [
  // "avoid going over 100 words".
  [/\bavoid(?:s|ing)? (?:going|running|being|getting) (?:over|above|beyond|past) (?=\d)/gu, 'not exceed '],
  [/\bavoid(?:s|ing)? (?:exceeding|surpassing) (?=\d)/gu, 'not exceed '],
  // "fits within a 280 character limit".
  [
    new RegExp(
      `(?<=\\b(?:within|inside|under|below|exceeds?|over) )(?:an?|the|its|your) (?:(?:strict|hard|upper) )?(\\d+) (${UNIT}) ${LIMIT}(?= |$)`,
      'gu',
    ),
    '$1 $2',
  ],
  // "has "title" and "year" as keys".
  [
    new RegExp(
      `(${QUOTED_LIST}) as (?:its |the )?(?:top-level )?(keys|fields|properties|columns|column headers|headings)(?= |$)`,
      'gu',
    ),
    'the $2 $1',
  ],
  // "three columns in every row".
  [
    /(?<=\b(?:columns?|cells?|fields?|values?)) (?:in|on|per|for) (?:each|every) (?:row|line|record)(?= |$)/gu,
    '',
  ],
  // "a numbered list that goes from 1 to 10".
  [
    /\b(?:(an?|the) )?numbered list (?:(?:that|which) )?(?:(?:goes|going|runs|running|counts|counting|numbered|numbering|is numbered|stretches|spans) )?(?:from )?1 (?:to|through|up to|-) (\d+)(?= |$)/gu,
    'a numbered list of $2 items',
  ],
  // "a code block in Markdown fences".
  [
    /(?<=\bcode block) (?:in|with|between|inside) (?:markdown |triple )?(?:code )?(?:fences|backticks)(?= |$)/gu,
    '',
  ],
  // "has a subject line of at most 60 characters".
  [
    /^(?:(?:has|have|includes?|contains?|with|use|needs?|write|give) )an? (?:e-?mail )?(subject line|title|headline) of (?=(?:at (?:most|least)|no more than|up to|under|between|fewer than|less than|exactly|\d+)\b)/u,
    'the $1 has ',
  ],
  [/^(?:read|reading|looking) (?:downwards?|from top to bottom|vertically) , /u, ''],
];
