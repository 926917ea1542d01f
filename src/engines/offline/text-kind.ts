/** The kind of text that an instruction asks for: a kind of the library, or the grammatical object. */
import type { FoundKind, GuideKind, KindFinder } from '../../domain/guide-kind.ts';
import type { Task } from '../../domain/task.ts';
import { STOP_WORDS } from '../../text/stop-words.ts';
import { contentStems, stem, words } from '../../text/words.ts';
import type { Reader } from './demand-types.ts';
import { PLAIN_ADJECTIVES, singular, WHOLE_TEXT, wordSet } from './lexicon.ts';
import { createTagger, type SavedTags } from './tagger.ts';

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
}

const REQUEST =
  /\b(?:(?:re)?write|(?:re)?draft|compose|create|prepare|produce|craft|generate|develop|design|make|put together|give|deliver|need|want|require|writing|drafting|composing|preparing|creating|help(?: me| us)?(?: out)? with|come up with|work(?:ing)? on|finish|improve|do|have|submit|outline|plan|script)\s+(?:me |us |him |her |them |up |out |down |for (?:me|us) )*/giu;
/** Verbs whose object is a text. The others may only mention one: "I have a report to read". */
const WRITES = /^(?:(?:re)?writ|(?:re)?draft|compos|creat|prepar|produc|craft|generat)/iu;
const RESHAPE = /\b(?:into|as|in the form of)\s+(?=(?:an?|one|two|three)\s)/giu;
const RESHAPES_FIRST =
  /^\W*(?:please |can you |could you )?(?:turn|convert|transform|rework|reshape|recast|adapt|change|rewrite)\b/iu;
const MEASURE =
  /^(?:\d.*|(?:one|two|three|four|five|six|seven|eight|nine|ten|\w+teen|\w+ty|hundred)(?:-\w+)*|\w+-(?:word|page|minute|hour|day|week|month|year|line|paragraph|sentence|slide|part|step)s?)$/iu;
const DETERMINER = /^(?:an?|the|my|our|your|his|her|its|their|this|that|these|those|some|any|another|each|every|no)$/u;
/** Nouns that only hold the kind: "a piece of flash fiction", "the first draft of a letter". */
const CONTAINERS = wordSet(
  'piece draft version set series example kind type sort copy sample bit couple collection part outline pair selection list script text',
);
const NO_KIND = wordSet(
  `something anything it this that help me you them everything nothing what how advice idea information thing way sure sense time money
  lot more word sentence paragraph page be know use see us one line note decision choice`,
);
const PHRASE_END = wordSet(
  `that which who whose where when and or but so if because is are was be using based addressed titled called entitled aimed written
  regarding concerning how why please i we my our your it the a an you this these vs versus whether what due here
  about above across after against along among around at before behind below between by during except for from in inside into near of off on
  onto out outside over past per since than through to toward towards under until up upon via with within without`,
);
/** "Report a bug": a first word before a determiner is a verb. */
const IMPERATIVE = /^\W*\w+\s+(?:an?|the|my|our|your|this|these|me|us)\s/iu;
const MAX_PHRASE_WORDS = 6;

/** Undefined if no kind can be found in the instruction. */
export function findTextKind(instruction: string, kinds: KindFinder): TextKind | undefined {
  const phrases = kindsByGrammar(instruction).map(({ phrase }) => phrase);
  const found = kinds.find(instruction, phrases.find((phrase) => kinds.isKnown(phrase)) ?? phrases[0] ?? null);
  if (found === null) return kindAsNamed(instruction);
  const { kind, by } = found;
  const synonyms = kind.synonyms.filter((name) => words(name).length === 1);
  return { ...named(words(kind.name)), synonyms, filed: kind, by };
}

/** By the instruction's grammar alone, without a noun at its end that only holds the kind: "audio guide text". */
export function kindAsNamed(instruction: string): TextKind | undefined {
  const [kind] = kindsByGrammar(instruction);
  const name = kind?.phrase.split(' ') ?? [];
  const isHeld = CONTAINERS.has(kind?.noun ?? '') && kind?.modifiers.length !== 0;
  return isHeld ? named(name.slice(0, -1)) : kind;
}

/** The texts that the instruction may ask for, the likeliest first. */
function kindsByGrammar(instruction: string): readonly TextKind[] {
  // "A 1,000-word piece": this comma ends no clause.
  const text = instruction
    .slice(0, 4000)
    .replace(/["“”]/gu, ' ')
    .replace(/(?<=\d)[.,](?=\d)/gu, '');
  const matches = [...text.matchAll(REQUEST)];
  const starts = (found: readonly RegExpExecArray[]) => found.map((match) => match.index + match[0].length);
  const writes = starts(matches.filter(([verb]) => WRITES.test(verb)));
  const mentions = starts(matches.filter(([verb]) => !WRITES.test(verb)));
  const reshaped = starts([...text.matchAll(RESHAPE)]);
  const candidates = RESHAPES_FIRST.test(text)
    ? [...reshaped, ...writes, ...mentions]
    : [...writes, ...mentions, ...reshaped];
  const found = candidates.flatMap((start) => kindAt(text.slice(start)) ?? []);
  if (/\?\s*$/u.test(text) || IMPERATIVE.test(text)) return found;
  const atStart = kindAt(text);
  const isVerb = atStart?.phrase === matches[0]?.[0].trim().toLowerCase();
  return atStart === undefined || isVerb ? found : [...found, atStart];
}

/** "an" before a vowel sound, by its letters; nothing before a plural. */
export function withArticle(phrase: string): string {
  const last = words(phrase).at(-1) ?? '';
  if (singular(last) !== last) return phrase;
  return `${/^(?:[aio]|e(?!u)|u(?!ni|se|su)|hono|hour)/iu.test(phrase) ? 'an' : 'a'} ${phrase}`;
}

function kindAt(text: string): TextKind | undefined {
  const tokens = words(/^[^.,;:!?()\n\u2013\u2014]*/u.exec(text)?.[0] ?? '');
  const start = tokens.findIndex((token) => !DETERMINER.test(token) && !MEASURE.test(token));
  if (start === -1) return undefined;
  const rest = tokens.slice(start, start + MAX_PHRASE_WORDS);
  const end = rest.findIndex(
    (token, index) =>
      PHRASE_END.has(token) ||
      // After adjectives alone the noun is still to come: "the annual meeting minutes".
      (!rest.slice(0, index).every((word) => PLAIN_ADJECTIVES.has(word)) && isParticiple(token, rest[index + 1])),
  );
  const name = rest
    .slice(0, end === -1 ? undefined : end)
    .filter(
      (word, index, all) =>
        index === all.length - 1 || !(MEASURE.test(word) || word.endsWith('ly') || DETERMINER.test(word)),
    );
  const after = tokens.slice(start + (end === -1 ? rest.length : end));
  const head = singular(name.at(-1)?.replace(/'s$/u, '') ?? '');
  const isBare = name.slice(0, -1).every((word) => PLAIN_ADJECTIVES.has(word));
  if (head === '' || (isBare && NO_KIND.has(head)) || STOP_WORDS.has(head) || /^\d/u.test(head)) return undefined;
  const [link, next = ''] = after;
  if (CONTAINERS.has(head) && isBare && (link === 'of' || (link === 'for' && /^an?$/u.test(next))))
    return kindAt(after.slice(1).join(' ')) ?? named(name);
  // "Letter of recommendation": a bare noun belongs to the name; "review of the novel" has a topic.
  const isName = link === 'of' && /^[a-z]+$/u.test(next) && !isNoName(next);
  return named(name, isName ? next : undefined);
}

function isNoName(word: string): boolean {
  return DETERMINER.test(word) || MEASURE.test(word) || PHRASE_END.has(word);
}

/** "A talk explaining …" ends before the -ing form; "a briefing note" does not. */
function isParticiple(token: string, next: string | undefined): boolean {
  return (
    // A docstring is a thing.
    /[a-z]{3}(?<!string)$/u.test(token) &&
    token.endsWith('ing') &&
    next !== undefined &&
    (DETERMINER.test(next) || PHRASE_END.has(next) || /(?:s|ly)$/u.test(next))
  );
}

function named(name: readonly string[], ofNoun?: string): TextKind {
  const plain = [...name];
  while (plain.length > 1 && PLAIN_ADJECTIVES.has(plain[0] ?? '') && (plain.length > 2 || plain[0] !== 'short'))
    plain.shift();
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

/** True if a noun phrase ("a good cover letter") refers to the whole text. */
export function wholeTextTest(kind: TextKind | undefined): (nounPhrase: string) => boolean {
  const heads = new Set([...WHOLE_TEXT, ...(kind === undefined ? [] : [kind.noun, ...kind.synonyms])].map(stem));
  return (nounPhrase) => {
    const [first = '', ...more] = words(nounPhrase);
    const name = DETERMINER.test(first) || first === 'all' ? more : [first, ...more];
    const noun = singular(name.at(-1) ?? '');
    return name.length <= 3 && heads.has(stem(noun)) && !name.slice(0, -1).some((word) => PHRASE_END.has(word));
  };
}

/** The saved tags of the guides in a folder, or null. */
export type TagsOf = (folder: string) => Promise<SavedTags | null>;
/** Context for reading sentences. */
export type ReaderFor = (task: Task) => Promise<Reader>;

export function readersBy(kinds: KindFinder, tagsOf: TagsOf = () => Promise.resolve(null)): ReaderFor {
  return async ({ instruction }) => {
    const kind = findTextKind(instruction, kinds);
    const saved = kind?.filed == null ? null : await tagsOf(kind.filed.folder);
    return { tag: createTagger(saved), isWhole: wholeTextTest(kind) };
  };
}
