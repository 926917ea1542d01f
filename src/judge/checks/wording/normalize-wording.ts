/** A criterion's wording as tokens apart by single spaces: lower case, digits for number words, quoted texts set aside. */
import { withoutIdleRemarks } from './idle-remarks.ts';
import { inOneWay } from './in-one-way.ts';
import { asSentence } from './note-style.ts';
import { inPlainTerms } from './plain-terms.ts';
import { digitsForNumberWords } from './number-words.ts';

export interface Wording {
  /** Tokens apart by single spaces; `⟦k⟧` stands for the k-th quoted text. */
  readonly text: string;
  readonly quoted: readonly string[];
}

/** Each opens and closes a quoted text; an apostrophe inside a word is none of them. */
const QUOTED =
  /"([^"]+)"|“([^”]+)”|„([^“”]+)[“”]|«\s*([^»]+?)\s*»|`([^`]+)`|‘((?:[^’]|’(?=\p{L}))+)’|(?<![\p{L}\p{N}])'((?:[^']|'(?=\p{L}))+)'(?!\p{L})/gu;

/** "… with this exact phrase: Any other questions? No other words …": the phrase reaches to its sentence's end. */
const UNQUOTED_PHRASE =
  /((?:phrase|sentence|words|line)(?::|(?<=exact phrase)))\s+(?!["“‘'«„`])(\p{Lu}[^"“‘]*?(?:[?!]|(?=\.)))(?=\.?\s|\.?$)/u;

const NAME = "\\p{Lu}[\\p{L}\\p{N}'-]*(?: \\p{Lu}[\\p{L}\\p{N}'-]*)*";
/** What is told apart by meaning, not by its word: "mentions advantages, risks and costs". */
const TOPIC =
  '(?:[\\p{L}-]+(?:tion|sion|ment|ness|ity|ism|ics|ence|ance|ages|backs|fits|ings)s?|causes?|effects?|reasons?|examples?|risks?|costs?|prices?|names?|dates?|steps?|facts?|religion|race|gender|sex|drugs|violence|money|at|the|an?|any|its|his|her|their|how|what|why|when|where|who|that|both|in|on|of|for|to|from)';
const BARE = `(?!${TOPIC}(?![\\p{L}-]))\\p{Ll}[\\p{Ll}-]*`;
const listOf = (word: string, least: number): string =>
  `${word}(?:, ${word}){${least - 2},}(?:,? (?:and|or|nor) ${word})`;
/** Names, and three words or more, that stand alone after "mention": the words themselves are meant. */
const MENTIONED = new RegExp(
  `(?<=\\b[Mm]ention(?:s|ing)? (?:both |either |the names? )?)(?:${listOf(NAME, 2)}|${NAME}|${listOf(BARE, 3)})(?=(?: (?:by name|at least once|anywhere|at all))?[.?!]?$)`,
  'u',
);

/** "names both Lisbon and Porto". */
const NAMED_BOTH = new RegExp(
  `(?<=\\b(?:[Nn]ames?|[Cc]ites?|refers? to|[Mm]entions?) both )${NAME} and ${NAME}(?=[.?!]?$)`,
  'u',
);
/** "begins with either Yes or No", "starts with yes or no"; without "either" a name may be what a story is about. */
const VERDICT =
  '(?:[Yy]es|YES|[Nn]o|NO|[Tt]rue|TRUE|[Ff]alse|FALSE|[Mm]aybe|[Cc]orrect|[Ii]ncorrect|[Pp]ass|[Ff]ail)';
const ANSWER =
  '(?!(?:JSON|YAML|CSV|HTML|XML|Markdown|English|French|German|Spanish|Italian|Latin|H\\d)\\b)\\p{Lu}\\p{L}*';
const OPENED_WITH = new RegExp(
  `(?<=\\b(?:begin|start|open|end|close|finish)(?:s|es|ning|ing)? with (?:either )?)(?:(?<=either )${ANSWER}(?:, ${ANSWER})*,? or ${ANSWER}|${VERDICT}(?:, ${VERDICT})*,? or ${VERDICT})(?=[.?!]?$)`,
  'u',
);
/** "the first letters spell HOPE". */
const SPELLED =
  /(?<=\b(?:spell(?:ing|s)?(?: out)?|form|make|read) (?:the (?:word|name) )?)\p{Lu}{2,}(?=[.?!]?$)/u;

const WORDS_OF_LIST =
  /(?<![\p{L}-])(?!(?:and|or|nor)(?![\p{L}-]))(?:\p{Lu}[\p{L}\p{N}'-]*(?: \p{Lu}[\p{L}\p{N}'-]*)*|\p{Ll}[\p{Ll}-]*)/gu;

const CONTRACTIONS: readonly [RegExp, string][] = [
  [/\b(can)(?:no|')t\b/gu, 'can not'],
  [/\bwon't\b/gu, 'will not'],
  [/\b(do|does|did|is|are|was|were|has|have|should|must|need|would|could)n't\b/gu, '$1 not'],
  [/\b(it|there|that)'s\b/gu, '$1 is'],
];

export function normalizeWording(wording: string): Wording {
  const quoted: string[] = [];
  const setAside = wording
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(UNQUOTED_PHRASE, '$1 "$2"')
    .replace(NAMED_BOTH, (list) => list.replace(WORDS_OF_LIST, '"$&"'))
    .replace(OPENED_WITH, (list) => list.replace(WORDS_OF_LIST, '"$&"'))
    .replace(SPELLED, '"$&"')
    .replace(MENTIONED, (list) => list.replace(WORDS_OF_LIST, '"$&"'))
    .replace(QUOTED, (_whole, ...groups: unknown[]) => {
      const inner = groups.slice(0, 7).find((group): group is string => typeof group === 'string') ?? '';
      quoted.push(inner.replace(/,$/u, ''));
      return ` ⟦${String(quoted.length - 1)}⟧ `;
    })
    .replace(/’/gu, "'");
  let text = setAside.toLowerCase();
  for (const [from, to] of CONTRACTIONS) text = text.replace(from, to);
  text = inPlainTerms(digitsForNumberWords(text).trim())
    .replace(/(\d)[, ](?=\d{3}\b)/gu, '$1')
    .replace(/(\d)\s*[-–—]\s*(?=\d)/gu, '$1 - ')
    .replace(/(\d)-(?=\p{L})/gu, '$1 ')
    .replace(/([,;:()?!+±~≥≤%]|[<>]=?|\.(?=[\s?!)]|$))/gu, ' $1 ')
    .replace(/\s+/gu, ' ')
    // "['red', 'blue']" lists as "'red', 'blue'" does.
    .replace(/\[ ?(⟦\d+⟧(?: , ⟦\d+⟧)*) ?\]/gu, '$1')
    .replace(/(?<=: )\( (⟦\d+⟧(?: , (?:or )?⟦\d+⟧)+) \)/gu, '$1')
    .trim()
    .replace(/(?: [.?!])+$/u, '');
  return { text: inOneWay(asSentence(withoutIdleRemarks(text))).replace(/(?: [.?!])+$/u, ''), quoted };
}
