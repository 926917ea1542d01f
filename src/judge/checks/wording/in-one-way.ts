/** Turns of phrase that say the same, brought to the one that the grammar reads; of a wording as its tokens. */

import { LIGHT_VERBS } from './light-verbs.ts';

const PART =
  '(?:sentences?|paragraphs?|stanzas?|lines?|words?|titles?|bullets?|bullet points?|headings?|list items?)';
const ORDINAL = '(?:very |first |second |third |fourth |opening |last |final |closing |longest |shortest )*';
const UNIT = '(?:words?|characters?|chars?|sentences?|paragraphs?|lines?)';

/** "the letters q or z" is "the letter q or the letter z". */
const LETTERS =
  /\b(?:the|any) letters ((?:⟦\d+⟧|\p{L})(?:(?: ,)?(?: (?:and|or|nor))? (?:⟦\d+⟧|\p{L})(?= |$))+)(?= |$)/gu;

const APPEAR =
  '(?:figures?|surfaces?|pops? up|(?:can|may|should|must) be (?:found|seen|read|spotted)|(?:is|are) (?:to be )?spotted|makes? an appearance|gets? (?:a mention|mentioned)|finds? (?:its|their) way in)';
const BEGINS: Readonly<Record<string, string>> = {
  start: 'starts', begin: 'begins', beginn: 'begins', open: 'opens', end: 'ends', finish: 'finishes', close: 'closes', clos: 'closes',
}; // prettier-ignore
const EDGE = '(start|beginn?|open|end|finish|close?)(?:s|es|ing|ed)?(?: off)?';
const EDGE_PART = '(sentence|paragraph|stanza|line|bullet point|bullet|list item|numbered item|heading)s?';
/** What is joined to it would be said of the part, too. */
const ALONE = '(?!.* (?:and|but|while|yet) (?!⟦|the (?:word|phrase|letter)))';
/** "Avoid starting any sentence with …" is "no sentence starts with …". */
const NO_PART_BEGINS = new RegExp(
  `${ALONE}^(?:(?:does|do|should|must|is) )?(?:(?:the|your|this) (?:\\p{L}+ )?\\p{L}+ )?(?:(?:does|should|must|may|can|shall|is|to) )?(?:(?:do )?(?:not|never)(?: to)?|avoids?|avoid(?:s|ing)?|refrains? from) ${EDGE} (?:(?:any|an?|1|a single|any of (?:the|its|your)|even 1|any single) )?${EDGE_PART} (?=with|in|by|on)`,
  'u',
);
const EACH_PART_BEGINS = new RegExp(
  `${ALONE}^${EDGE} (each|every|all)(?: of)?(?: the| your| its)? ${EDGE_PART} (?=with|in|by|on)`,
  'u',
);

const SAME: readonly (readonly [RegExp, string])[] = [
  // "Word limit of 30 respected?", "the 30-word limit is kept".
  [
    new RegExp(
      `^(?:(?:is|was|has) )?(?:(?:the|a|your) )?(?:upper |maximum |strict )?(?:(word|character|sentence|paragraph|line)(?: count)? |length |size )?(?:limit|maximum|cap|ceiling) (?:of|:) (\\d+)(?: (${UNIT}))? (?:(?:is|was|be|been|must be|should be|has been) )?(?:respected|kept(?: to)?|observed|met|hono(?:u)?red|obeyed|adhered to|followed|complied with|upheld|not exceeded)$`,
      'u',
    ),
    'at most $2 $1$3',
  ],
  [
    new RegExp(
      `^(?:(?:is|was|has) )?(?:(?:the|a|your) )?(?:upper |maximum |strict )?(\\d+) (${UNIT}) (?:limit|maximum|cap|ceiling) (?:(?:is|was|be|been|must be|should be|has been) )?(?:respected|kept(?: to)?|observed|met|hono(?:u)?red|obeyed|adhered to|followed|complied with|upheld|not exceeded|applies)$`,
      'u',
    ),
    'at most $1 $2',
  ],
  [
    new RegExp(
      `\\b(?:respect|observe|obey|adhere to|comply with|keep to|hono(?:u)?r|stick to|stay within|remain within)(s?) (?:the|a|its|an) (?:(?:strict|upper|maximum) )?(word|character|sentence|paragraph|line)(?: count)? (?:limit|maximum|cap|ceiling) of (\\d+)(?: ${UNIT})?(?= |$)`,
      'gu',
    ),
    'stay$1 within $3 $2s',
  ],
  // "get by with at most two paragraphs".
  [
    /\b(?:gets? (?:by|along)|makes? do|manages?) (?:with|on)(?= (?:at most|no more than|fewer than|less than|under|up to|not more than|between|max|a maximum of|\d+ or (?:fewer|less)|\d+ (?:to|-) \d+|\p{L}+ \d+ (?:words|sentences|lines|paragraphs|characters) or (?:fewer|less)|\d+ \p{L}+ (?:or (?:fewer|less)|at (?:the )?most)))/gu,
    'use',
  ],
  [
    new RegExp(
      `(?<=⟦\\d+⟧ (?:(?:does|do|should|must|shall|has to|needs to|not|never|also) )*)${APPEAR}(?= |$)`,
      'gu',
    ),
    'appear',
  ],
  [
    /\b(?:appear|occur|feature|show up|turn up|crop up|come up)(?:s)? (?:nowhere|at no point)(?= |$)/gu,
    'not appear',
  ],
  [/\b(?:is|are|be) nowhere(?= (?:in|within) |$)/gu, 'not appear'],
  [
    new RegExp(
      `\\bnot (?:a|1|a single|even 1) (${UNIT}) (?:more than|longer than|over|above|beyond) (\\d+)(?= |$)`,
      'gu',
    ),
    'no more than $2 $1',
  ],
  [new RegExp(`^(?:an? )?(\\d+) (${UNIT}) (?:limit|maximum|cap|ceiling)$`, 'u'), 'at most $1 $2'],
  [
    /\bnothing (?:(?:is|should be|must be|may be) )?(?:(?:set|put|written) )?in (bold|italics)(?= |$)/gu,
    'no text in $1',
  ],
  [
    /^((?:the|your|this) \p{L}+ (?:is|must be|should be) )?(comma|emoji|contraction|hashtag|semicolon|bullet|placeholder|link)-free$/u,
    '$1free of $2s',
  ],
  [/(?<=\bjson(?: (?:object|array|output))?) (?:, )?and nothing (?:else|more)$/u, ''],
  [
    /^(?:the )?use of ((?:the (?:word|phrase|term) )?⟦\d+⟧) is limited to (\d+) (?:occurrences?|times?|uses?|instances?)(?= |$)/u,
    '$1 appears at most $2 times',
  ],
  [
    /(?<=⟦\d+⟧ )(?:makes?|has|gets?) ((?:[\p{L}]+ )*\d+(?: or (?:more|fewer))?) (?:appearances?|mentions?|occurrences?)(?= |$)/u,
    'appears $1 times',
  ],
  [/^1 of the headings (?:reads?|is|says) (?=⟦\d+⟧$)/u, 'there is a heading '],
  [/^it (?:is|must be|should be|has to be) possible to parse (the \p{L}+) as (?=\p{L}+$)/u, '$1 parses as '],
  [
    /\bconsist(s?) (?:solely|only|entirely|exclusively|purely) of (?=(?:an? )?(?:single |valid )*(?:json|csv|yaml)\b)/gu,
    'consist$1 of ',
  ],
  // "A bulleted list is used, with at most 5 points."
  [
    /^(an? (?:\p{L}+ )?(?:list|table)) (?:(?:is|must be|should be) )(?:used|given|included|provided|present|there) (?:, )?(?=(?:with|of|that has|containing|consisting of) )/u,
    'there is $1 ',
  ],
  [
    /^is (an? (?:\p{L}+ )?(?:list|table)) (?:used|given|included|provided|present|there) (?:, )?(?=(?:with|of|that has|containing|consisting of) )/u,
    'is there $1 ',
  ],
  // A lipogram is what goes without a letter.
  [/^(?:(?:write|produce|compose|create) )?an? lipogram (?:[:;,.–—-]|in which|where) (?=.*\bletters? )/u, ''],
  [/^(?:(?:write|produce|compose|create) )?an? lipogram (?=(?:without|that (?:avoids|omits)) )/u, 'a text '],
  [
    /^(?:(?:in|use) )?(?:an? )?formal (?:style|tone|register|language|writing) (?:[:–—-]|\() ((?:no|without(?: any)?|avoid|do not use) contractions?(?= |$).*?)(?: \))?$/u,
    '$1',
  ],
  // "one of these labels and nothing else: …".
  [
    /\b((?:exactly |only )?1 of (?:these|the following|the) (?:\d+ )?\p{L}+) ?(?:, )?(?:and|with) nothing (?:else|more) (?=: )/u,
    '$1 ',
  ],
  [
    /\b(?:use|apply) (bold|italics) (?:type |text |formatting )?(?:for|on|to) ((?:\p{L}+ )*\d+ (?:key )?(?:words?|phrases?|terms?))(?= |$)/u,
    'put $2 in $1',
  ],
  // "6 items in the list".
  [/(?<=\b(?:\d+|single) )(?:items?|entries|entry|points?) (?:in|on) the list(?= |$)/gu, 'list items'],
  // "the poem's last line" is "the last line of the poem".
  [new RegExp(`\\b(the|your|this) ([\\p{L}-]+)'s (${ORDINAL}${PART})(?= |$)`, 'gu'), 'the $3 of $1 $2'],
  // "fewer words than 50".
  [new RegExp(`\\b(fewer|less|more) (${UNIT}) than (\\d+)(?= |$)`, 'gu'), '$1 than $3 $2'],
  // "the 120-word mark".
  [new RegExp(`\\bthe (\\d+) (${UNIT}) (?:mark|limit|threshold|line|cap|ceiling)(?= |$)`, 'gu'), '$1 $2'],
  // "weighs in under 60 words".
  [/\b(?:weigh|clock|come)(s?) (?:in|out) (?=(?:under|below|over|above|between) \d)/gu, 'stay$1 '],
  [/\bclock(s?) in (?=at )/gu, 'come$1 in '],
  [/\bthe (?:vowel|consonant)(?= (?:⟦\d+⟧|\p{L})(?: |$))/gu, 'the letter'],
  [/\b(?:each and every|every single|every last|each single)(?= )/gu, 'every'],
  [
    / (?:whatsoever|of any (?:kind|sort|form)|in any (?:form|shape or form)|ever)(?= [.,;]| (?:in|within) (?:the|your|its) |$)/gu,
    '',
  ],
  [/ (?:explicitly|actually|literally|in fact)(?= )/gu, ''],
  // "… (exactly) as written": the words themselves are what is looked for.
  [
    /(?<=⟦\d+⟧) (?:, )?(?:exactly |just )?(?:as (?:written|given|quoted|shown)|verbatim|word for word)(?= |$)/gu,
    '',
  ],
];

/** Spaces count as characters anyway. */
const WITH_SPACES =
  / (?:[,(] )?(?:(?:with|including|counting) (?:all )?(?:the )?(?:white)?spaces(?: and punctuation)?(?: counted| included)?|(?:white)?spaces(?: and punctuation)? (?:are |being )?(?:included|counted|count))(?: [,)](?= |$))?/gu;

export function inOneWay(text: string): string {
  const said = [...LIGHT_VERBS, ...SAME]
    .reduce((so, [from, to]) => so.replace(from, to), text)
    .replace(LETTERS, (_all, letters: string) =>
      letters.replace(/⟦\d+⟧|(?<= |^)\p{L}(?= |$)/gu, 'the letter $&'),
    )
    .replace(NO_PART_BEGINS, (_all, edge: string, part: string) => `no ${part} ${BEGINS[edge] ?? edge} `)
    .replace(
      EACH_PART_BEGINS,
      (_all, edge: string, _each, part: string) => `every ${part} ${BEGINS[edge] ?? edge} `,
    );
  return /\bchar/u.test(said) ? said.replace(WITH_SPACES, '') : said;
}
