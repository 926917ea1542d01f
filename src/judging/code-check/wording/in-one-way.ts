/** Turns of phrase that say the same, brought to the one that the grammar reads; of a wording as its tokens. */

const PART =
  '(?:sentences?|paragraphs?|stanzas?|lines?|words?|titles?|bullets?|bullet points?|headings?|list items?)';
const ORDINAL = '(?:very |first |second |third |fourth |opening |last |final |closing |longest |shortest )*';
const UNIT = '(?:words?|characters?|chars?|sentences?|paragraphs?|lines?)';

/** "the letters q or z" is "the letter q or the letter z". */
const LETTERS =
  /\b(?:the|any) letters ((?:⟦\d+⟧|\p{L})(?:(?: ,)?(?: (?:and|or|nor))? (?:⟦\d+⟧|\p{L})(?= |$))+)(?= |$)/gu;

const SAME: readonly (readonly [RegExp, string])[] = [
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
  [/ (?:whatsoever|of any (?:kind|sort|form)|in any (?:form|shape or form)|ever)(?= [.,;]|$)/gu, ''],
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
  const said = SAME.reduce((so, [from, to]) => so.replace(from, to), text).replace(
    LETTERS,
    (_all, letters: string) => letters.replace(/⟦\d+⟧|(?<= |^)\p{L}(?= |$)/gu, 'the letter $&'),
  );
  return /\bchar/u.test(said) ? said.replace(WITH_SPACES, '') : said;
}
