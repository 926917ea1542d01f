/** Demands said with verbs that add nothing: "avoids going over", "fits within a limit of", "has … as keys". */

const UNIT = '(?:words?|characters?|chars?|sentences?|paragraphs?|lines?)';
const LIMIT = '(?:limit|maximum|cap|ceiling|budget|allowance|mark|threshold)';
const ROW = '(?:each|every|all) (?:table rows?|rows? (?:of|in) (?:the|its) table)';
const CELLS = '(?:cells|columns)';
const MARKED =
  '(?:, )?(?:(?:each|all) )?(?:(?:that |which )?(?:are )?(?:start(?:s|ing)?|begin(?:s|ning)?|marked|written|prefixed|set|formatted) (?:with|by|as|using) |\\( )';
const MARK_END = '(?: \\))?(?= |$)';
const PUTS = '(?:is there|there (?:is|must be|should be)|has|have|includes?|contains?|puts?|place)';
const AT_EDGE =
  '(an? (?:question(?: mark)?|exclamation (?:mark|point)|full stop|period)|(?:the (?:word|phrase|sentence) )?⟦\\d+⟧)';
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
  // "doesn't spill past 200 words", "at no point exceeds 200 words".
  [
    /\b(?:spill|stretch|stray|drift|creep|venture|push|pass|climb|rise|slip|balloon|grow)(s?) (?:past|beyond|over|above) (?=\d)/gu,
    'exceed$1 ',
  ],
  [/\b(?:at no (?:point|time)|under no circumstances) (?=(?:\p{L}+s) )/gu, 'never '],
  [
    new RegExp(
      `\\b(?:keep|stay|stick|hold|adhere)(s?) (?:to|within|under|inside) (?:an?|the|its|your) ${LIMIT} of (?=\\d)`,
      'gu',
    ),
    'stay$1 within ',
  ],
  [
    /\b(word|character|sentence) (?:tally|total) (?:sits|lies|stands|falls|lands) (?=between )/gu,
    '$1 count is ',
  ],
  [/\bmakes? (?:its|the|your) (?:case|point|argument) in (?=[\p{L} ]*\d)/gu, 'is written in '],
  [/\b(?:from )?as few as (\d+) (?:and|to|or) as many as (\d+)/gu, 'between $1 and $2'],
  [/^not (?:1|a single|even 1) (sentence|paragraph|line|bullet point|bullet|heading|stanza)(?= )/u, 'no $1'],
  // "an array of five strings in JSON".
  [/\ban array of ([^,;.:]+) (?:in|as) json$/gu, 'a json array of $1'],
  [/\bwhose (?:top-level )?(keys|fields) (?:are|should be|must be)(?: :)? (?=⟦)/gu, 'with the $1 '],
  [
    /^(?:(?:the|its) )?(sections|headings) (?:are|should be|must be) (?:titled|called|named|headed) (?=⟦)/u,
    'has $1 titled ',
  ],
  [
    /(?<=\b(?:start|begin|open)s?\b.*) (?:,|and|, and|with) nothing (?:before|ahead of|in front of) (?:it|that|them)$/u,
    '',
  ],
  [/\b(just|only) (⟦\d+⟧) or (?:just|only) (?=⟦)/gu, '$1 $2 or '],
  [
    /\ban? section (?:with|under) (?:the|an?) markdown (heading|header)(?: of| called| titled)? (?=⟦)/gu,
    'the markdown $1 ',
  ],
  [/ and nothing more$/u, ' and nothing else'],
  [/ , (?:from )?(?:start to finish|beginning to end|top to bottom|the first word to the last)$/u, ''],
  [/(?<=\b(?:is|are|be) )alphabeti[sz]ed$/u, 'in alphabetical order'],
  [
    /\b(?:the|an?) (?:key|brand|product|company|important|technical) (term|word|name|phrase) (?=⟦)/gu,
    'the $1 ',
  ],
  [/\bquote blocks?(?= |$)/gu, 'block quote'],
  [/\bdirect (?=(?:quotations?|quotes)(?: |$))/gu, ''],
  // "four headings, each starting with ##".
  // "level-2 headings (##)" says it twice.
  [new RegExp(`(?<=level[- ](\\d) (?:markdown )?)(headings?) \\( #{2,6}${MARK_END}`, 'gu'), '$2'],
  [new RegExp(`\\bheadings? ${MARKED}##${MARK_END}`, 'gu'), 'level 2 headings'],
  [new RegExp(`\\bheadings? ${MARKED}###${MARK_END}`, 'gu'), 'level 3 headings'],
  // "every row of the table has four cells".
  [
    new RegExp(`^(?:is|are) ${ROW} (?:made(?: up)?|composed) of (?=.*\\d+ ${CELLS}$)`, 'u'),
    'does the table have ',
  ],
  [
    new RegExp(`^does ${ROW} (?:have|contain|hold|consist of) (?=.*\\d+ ${CELLS}$)`, 'u'),
    'does the table have ',
  ],
  [
    new RegExp(
      `^${ROW} (?:must |should )?(?:has|have|contains?|holds?|consists? of|(?:is|be) (?:made(?: up)?|composed) of) (?=.*\\d+ ${CELLS}$)`,
      'u',
    ),
    'the table has ',
  ],
  [/(?<=^(?:does )?the table (?:has|have) .*\d+ )cells$/u, 'columns'],
  [/(?<!\b(?:least|exactly|twice|than) )\bas many as (?=\d)/gu, 'at most '],
  // "respects Twitter's 280-character limit".
  [
    new RegExp(
      `\\b(?:respect|observe|obey|hono(?:u)?r|meet|keep to|stick to|stay within|fit(?: within| into| in)?)(s?) \\p{L}+'s (\\d+) (${UNIT}) ${LIMIT}(?= |$)`,
      'gu',
    ),
    'stay$1 within $2 $3',
  ],
  [
    new RegExp(
      `\\b(?:(?:fall|lie|land|sit|stay|remain)s?|is) (?:in|within|inside) the (\\d+) (?:-|to) (\\d+)( ${UNIT})? range$`,
      'u',
    ),
    'is between $1 and $2$3',
  ],
  [/\b(the|your|its) final (?=(?:output|response|text|version|reply|message)(?: |$))/gu, '$1 '],
  // "is there a question at the end?"
  [new RegExp(`^${PUTS} ${AT_EDGE} at the (?:very )?end$`, 'u'), 'ends with $1'],
  [new RegExp(`^${PUTS} ${AT_EDGE} at the (?:very )?(?:start|beginning|top)$`, 'u'), 'starts with $1'],
  // Rows of a table are those below its header.
  [
    /\ba header(?: row)? and (?=[\p{L} ]*\d+ (?:data |body )?rows?(?: (?:beneath|below|under|underneath|after|following) (?:it|that))?$)/u,
    '',
  ],
  [/(?<=\brows?) (?:beneath|below|under|underneath|after|following) (?:it|that)$/u, ''],
  [/(?<=\brows?) (?:, )?plus (?:a|the|1) header(?: row| line)?$/u, ''],
  [
    /^(?:(?:all|any|every|the|its) )?dates? (?:uses?|follows?|takes?|appears? in|come in|conform to|adhere to|are given in) (?:the )?(?:format|form|pattern|layout) /u,
    'all dates are written in the form ',
  ],
  [
    /^(?:(?:all|any|every|the|its) )?dates? (?:are|is|must be|should be) (?:written|given|formatted|shown|stated) as (?=(?:yyyy|dd|mm|d)\b)/u,
    'all dates are written in the form ',
  ],
  [/^is (?:something|anything) (?:(?:set|put|written) )?in (bold|italics)$/u, 'is there text in $1'],
  [/\b(?:tops|maxes) out at (?=\d)/gu, 'has at most '],
  [/\b(?:top|max) out at (?=\d)/gu, 'have at most '],
];
