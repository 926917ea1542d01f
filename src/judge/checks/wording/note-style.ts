/** Notes of a label and a value, "Bullets: 4 to 6", "Headline: max. 8 words", as the sentences that they stand for; of a wording as its tokens. */

const AMOUNT =
  '(?:(?:exactly|precisely|only|just|max(?:imum)?|min(?:imum)?|at (?:the )?(?:most|least)|no (?:more|fewer|less|longer) than|not (?:more|fewer|less|longer) than|up to|between|from|about|around|roughly|approximately|under|below|over|more than|fewer than|less than|limited to|within)(?: \\.)?(?: of)? )?\\d';
const COUNTED =
  '(?:words|sentences|paragraphs|lines|(?:bullet(?: |-)points|bullets|numbered items|list items)|(?:markdown )?headings|subheadings|emojis?|hash ?-?tags|links|tables|code blocks|questions|question marks|exclamation marks|commas|semi-?colons|colons|(?:em )?dashes|hyphens|parentheses|quotation marks|asterisks|capital letters|footnotes|images|lists|(?:bulleted|numbered) lists|placeholders|contractions|digits)';
/** These are often a whole response; any other label may name a part of it. */
const TEXT =
  '(?:(?:meta|product|video|page|short|listing|event|job) description|tweet|caption|post|summary|abstract|blurb|bio|slogan|tagline|text message|push notification|reply|response|answer)';

const NOTES: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(`^(${COUNTED}) : (?:none|no|0|not allowed|forbidden|banned|prohibited|not permitted)$`, 'u'),
    'no $1',
  ],
  [new RegExp(`^(${COUNTED}) : (?=${AMOUNT})`, 'u'), 'the number of $1 is '],
  // A story may have three characters.
  [new RegExp(`^characters : (?=${AMOUNT}\\d)`, 'u'), 'the number of characters is '],
  [new RegExp(`^(${TEXT}) : (?=${AMOUNT})`, 'u'), 'the $1 has '],
  [new RegExp(`^(?:e-?mail )?(title|headline|subject|subject line) : (?=${AMOUNT})`, 'u'), 'the $1 has '],
  [/^(?:word count target|target word count)(?: :)?(?= \d+ -)/u, 'the word count is'],
  [
    /^(?:allowed|required|permitted|target) length : (?=(?:up to|at (?:most|least)|between|max|min|no more|\d+ -))/u,
    'length : ',
  ],
  [/^json (keys|fields) : /u, 'json with the $1 : '],
  [/^((?:very )?(?:first|last|opening|closing|final)) (line|sentence|word) : (?=⟦\d+⟧$)/u, 'the $1 $2 is '],
  [
    /^(?:the )?(?:(?:required|mandatory|obligatory|must-have) (keywords?|vocabulary|words?|terms?|phrases?)|(keywords?|vocabulary|words?|terms?|phrases?) (?:to (?:be )?(?:include|use|mention|included|used|mentioned)|required|that must (?:appear|occur|be (?:used|included|mentioned)))) ?:/u,
    'include the words :',
  ],
  [
    /^(?:the )?(?:(?:forbidden|banned|prohibited|taboo|disallowed) (keywords?|words?|terms?|phrases?)|(keywords?|words?|terms?|phrases?) (?:to (?:be )?(?:avoid|avoided)|not to (?:be )?used?|that must not (?:appear|occur|be (?:used|included|mentioned)))) ?:/u,
    'avoid the words :',
  ],
];

export function asSentence(text: string): string {
  return NOTES.reduce((said, [note, sentence]) => said.replace(note, sentence), text);
}
