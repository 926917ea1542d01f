/** Noun phrases that may name a kind of text: where they begin and end, and their head. */
import type { FoundKind, GuideKind } from '../../domain/guide-kind.ts';
import { REFERRING } from '../../text/not-asked-for.ts';
import { STOP_WORDS } from '../../text/stop-words.ts';
import { contentStems, stem, words } from '../../text/words.ts';
import { PLAIN_ADJECTIVES, singular, wordSet } from './lexicon.ts';
import { tag } from './tagger.ts';

export interface TextKind {
  /** As people say it, lower case, without article and measure: "academic talk", "letter of recommendation". */
  readonly phrase: string;
  /** The noun that names the kind, singular. */
  readonly noun: string;
  /** Stem of that noun. */
  readonly head: string;
  /** Stems of the words that make it this kind and no other of its head. */
  readonly modifiers: readonly string[];
  /** Other nouns for it. */
  readonly synonyms: readonly string[];
  /** The library's kind; null if only the grammar names the kind. */
  readonly filed: GuideKind | null;
  readonly by: FoundKind['by'];
  readonly also?: FoundKind['also'];
}

const MEASURE =
  /^(?:\d.*|(?:one|two|three|four|five|six|seven|eight|nine|ten|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|few|several)(?:-\w+)*|\w+-(?:word|page|minute|hour|day|week|month|year|line|paragraph|sentence|slide|part|step)s?)$/iu;
const UNITS = wordSet('word page line sentence second minute hour day slide');
export const DETERMINER = new RegExp(`^(?:${REFERRING}|an?|some|any|another|each|every|no)$`, 'u');
/** Nouns that only hold the kind: "a piece of flash fiction", "the first draft of a letter", "a speech manuscript". */
const CONTAINERS = wordSet(
  `piece draft version set series example kind type sort copy sample bit couple collection part outline pair selection list script text
  manuscript template content sequence batch beginning start ending continuation opening rest section chapter`,
);
export const PHRASE_END = wordSet(
  `that which who whose where when and or but so if because is are was be using based addressed titled called entitled aimed written
  regarding concerning how why please i we my our your it the a an you this these vs versus whether what due here suitable worthy
  less today tomorrow tonight now wherein whereby has have had should must can could will would may been
  about above across after against along among around at before behind below between by during except for from in inside into near of off on
  onto out outside over past per since than through to toward towards under until up upon via with within without`,
);
const ING_NOUNS = wordSet(
  'briefing docstring finding filing greeting heading listing meeting posting ranking ruling warning',
);
const MAX_PHRASE_WORDS = 6;
const ADJECTIVES_BY_ENDING = String.raw`(?:[a-z]+-[a-z]+|[\w-]*(?:long|strong|simple|dark|sad|fun)|[\w-]+(?:ful|que|ive|ous|al|ic|ing|ent|ant|ible|[^t]able|ed|ish|less|ary|ct|sed?|te|ly|rt|rm|ef|ar|ny|nny|dly|chy|thy|tty|ppy|azy))(?:\s*,\s*(?:and|but|yet)?\s*|\s+(?:and|but|yet)\s+)`;
const leadingAdjectives = (before: string) =>
  new RegExp(
    String.raw`^((?:an?|the|my|our|\d+|two|three|four|five|ten)\s+)?(?:${ADJECTIVES_BY_ENDING}${before})+`,
    'iu',
  );
/** "A warm, respectful and short email": before a comma or "and". */
const LEADING_ADJECTIVES = leadingAdjectives(String.raw`(?!\s*(?:an?|the)\s)`);
/** "A short and a long bio"; but "an obituary and a poem" has none. */
const WITH_ARTICLES = leadingAdjectives('');

/** "A well written story"; but in "a reply written last night" the noun stands before. */
const HOW_WRITTEN = /^((?:an?|the|my|our)\s+)?(?:(?:well|(?!(?:reply|homily)\s)\p{L}+ly)[\s-]+)?written\s+/iu;

/** The noun phrase at the start of a text, before it what it holds: "draft of a letter" is a letter, and a draft. */
export function nounPhrasesAt(text: string): readonly TextKind[] {
  const plain = text.replaceAll(/\s*\([^()]*\)\s*/gu, ' ');
  const withoutAdjectives = plain.replace(LEADING_ADJECTIVES, '$1');
  const behindArticles = plain.replace(WITH_ARTICLES, '$1');
  const first = phrasesAt(withoutAdjectives);
  if (behindArticles === withoutAdjectives) return first;
  const isAdjective = first.every(({ phrase }) => PLAIN_ADJECTIVES.has(phrase));
  return isAdjective ? [...phrasesAt(behindArticles), ...first] : [...first, ...phrasesAt(behindArticles)];
}

function phrasesAt(plain: string): readonly TextKind[] {
  const tokens = words(/^[^.,;:!?()\n\u2013\u2014]*/u.exec(plain.replace(HOW_WRITTEN, '$1'))?.[0] ?? '');
  const start = tokens.findIndex((token) => !DETERMINER.test(token) && !MEASURE.test(token));
  if (start === -1) return [];
  const rest = tokens.slice(start, start + MAX_PHRASE_WORDS);
  const end = rest.findIndex(
    (token, index) =>
      PHRASE_END.has(token) ||
      // After adjectives alone the noun is still to come: "the annual meeting minutes".
      (!rest.slice(0, index).every((word) => PLAIN_ADJECTIVES.has(word)) && isParticiple(token, rest[index + 1])),
  );
  const untilEnd = rest.slice(0, end === -1 ? undefined : end);
  // "The best eulogy ever", "a eulogy 2024"
  const last = untilEnd.findLastIndex((word) => !STOP_WORDS.has(word) && !isNumber(word));
  const name = untilEnd
    .slice(0, last + 1)
    .filter((word, index) => index === last || isNumber(word) || !(MEASURE.test(word) || DETERMINER.test(word)));
  const after = tokens.slice(start + (end === -1 ? rest.length : end));
  const isMeasured = start > 0 && MEASURE.test(tokens[start - 1] ?? '') && name.length === 1;
  // "Forty minutes on supply and demand" names no text, "200 words of a story" does.
  if (isMeasured && UNITS.has(singular(name[0] ?? '')))
    return after[0] === 'of' ? nounPhrasesAt(after.slice(1).join(' ')) : [];
  const head = singular(name.at(-1)?.replace(/'s$/u, '') ?? '');
  const isBare = name.slice(0, -1).every((word) => PLAIN_ADJECTIVES.has(word));
  if (head === '') return [];
  const [link, next = ''] = after;
  if (CONTAINERS.has(head) && isBare && (link === 'of' || (/^(?:for|to)$/u.test(link ?? '') && /^an?$/u.test(next))))
    return [...nounPhrasesAt(after.slice(1).join(' ')), named(name)];
  // "Letter of recommendation": a bare noun belongs to the name; "review of the novel" has a topic.
  const isName = link === 'of' && /^[a-z]+$/u.test(next) && !isNoName(next);
  const first = named(name, isName ? next : undefined);
  // "A health and wellness article": one article, one noun.
  const isJoined = /^(?:and|or)$/u.test(link ?? '') && /^(?:an?|\d+)\s/iu.test(plain) && !isNoName(next);
  return isJoined ? [first, ...nounPhrasesAt(after.slice(1).join(' '))] : [first];
}

/** Without a noun at its end that only holds the kind: "audio guide text". */
export function withoutContainer(kind: TextKind): TextKind {
  const isHeld = CONTAINERS.has(kind.noun) && kind.modifiers.length > 0;
  return isHeld ? named(kind.phrase.split(' ').slice(0, -1)) : kind;
}

/**
 * Where the noun phrase may end before its last word, the longest first: at what is no noun, and at a word with a number:
 * "article envisioning new roads", "poem max 200 words".
 */
export function beginningsOf(phrase: string): readonly string[] {
  const all = phrase.split(' ');
  if (all.length === 1) return [];
  const nouns = new Set(tag(`a ${phrase}`).flatMap((word) => (word.is('Noun') ? [word.lower] : [])));
  const ends = (word: string, next = '') =>
    isNumber(word) || isNumber(next) || !(nouns.has(word) || word.includes('-') || ING_NOUNS.has(singular(word)));
  return all
    .flatMap((word, index) => (index > 0 && ends(word, all[index + 1]) ? [all.slice(0, index).join(' ')] : []))
    .reverse();
}

/** "Reviewer comments came back" */
export function isClause(phrase: string): boolean {
  return tag(`a ${phrase}`).some((word) => word.is('Verb') && !/(?:ing|ed)$/u.test(word.lower));
}

const isNumber = (word: string) => /^v?\d+$/u.test(word);

function isNoName(word: string): boolean {
  return DETERMINER.test(word) || MEASURE.test(word) || PHRASE_END.has(word) || word.endsWith('ly');
}

/** "A talk explaining …" ends before the -ing form; "a briefing note" does not. */
function isParticiple(token: string, next: string | undefined): boolean {
  return (
    token.endsWith('ing') &&
    !ING_NOUNS.has(singular(token)) &&
    next !== undefined &&
    (DETERMINER.test(next) || PHRASE_END.has(next) || /(?:s|ly)$/u.test(next))
  );
}

export function named(name: readonly string[], ofNoun?: string): TextKind {
  const plain = [...name];
  while (plain.length > 1 && PLAIN_ADJECTIVES.has(plain[0] ?? '') && plain[0] !== 'short') plain.shift();
  const noun = singular(plain.at(-1) ?? '');
  const modifiers = [...plain.slice(0, -1).filter((word) => !PLAIN_ADJECTIVES.has(word)), ofNoun ?? ''];
  return {
    phrase: ofNoun === undefined ? plain.join(' ') : `${plain.join(' ')} of ${ofNoun}`,
    noun,
    head: stem(noun),
    modifiers: modifiers.flatMap((word) => contentStems(word)),
    synonyms: [],
    filed: null,
    by: 'wording',
  };
}
