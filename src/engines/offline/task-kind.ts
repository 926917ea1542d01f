/** The kind of text that an instruction asks for, found by its grammar alone. */
import { STOP_WORDS } from '../../text/stop-words.ts';
import { contentStems, stem, words } from '../../text/words.ts';
import { DETERMINERS, PLAIN_ADJECTIVES, PREPOSITIONS } from './vocabulary.ts';
import { isReceiver } from './receivers.ts';
import { baseOfGerund } from './verbs.ts';

export interface TextKind {
  /** As people say it, lower case, without article and measure: "academic talk", "letter of recommendation". */
  readonly phrase: string;
  /** Stem of the noun that names the kind. */
  readonly head: string;
  /** Stems of the words that make it this kind and no other of its head. */
  readonly modifiers: readonly string[];
  /** Stems of every other content word of the instruction: occasion and topic, which say what a page may be about too. */
  readonly circumstances: ReadonlySet<string>;
  /** Whom the text is for, in the instruction's words ("first-year students"), or null. */
  readonly audience: string | null;
}

const REQUEST =
  /\b(?:(?:re)?write|(?:re)?draft|compose|create|prepare|produce|craft|generate|develop|design|make|put together|give|deliver|need|want|require|like|writing|drafting|composing|preparing|creating|giving|making|help(?: me| us)?(?: out)? with|come up with|work(?:ing)? on|finish|improve|do|have|submit|outline|plan|script)\s+(?:me |us |up |out |down |for (?:me|us) )*/giu;
const RESHAPE = /\b(?:into|as|in the form of|to)\s+(?=(?:an?|one|two|three)\s)/giu;
const RESHAPE_VERB =
  /\b(?:turn|rewrite|convert|transform|rework|reshape|recast|make|adapt|change|shape|summari[sz]e|write)\b/iu;
const MEASURE =
  /^(?:\d[\d,.]*\S*|(?:one|two|three|four|five|six|seven|eight|nine|ten|\w+teen|\w+ty|hundred)(?:-\w+)*|\w+-(?:word|page|minute|hour|day|week|month|year|line|paragraph|sentence|slide|part|step)s?)$/iu;
/** Nouns that only hold the kind: "a piece of flash fiction", "the first draft of a letter". */
const CONTAINERS = new Set([
  'piece',
  'draft',
  'version',
  'set',
  'series',
  'example',
  'kind',
  'type',
  'sort',
  'copy',
  'sample',
  'bit',
  'couple',
  'collection',
  'part',
  'outline',
  'pair',
  'selection',
  'list',
  'script',
  'text',
]);
const NO_KIND = new Set([
  'something',
  'anything',
  'it',
  'this',
  'that',
  'help',
  'me',
  'you',
  'them',
  'everything',
  'nothing',
  'what',
  'how',
  'advice',
  'idea',
  'ideas',
  'information',
  'thing',
  'things',
  'way',
  'sure',
  'sense',
  'time',
  'money',
  'lot',
  'more',
  'words',
  'word',
  'sentences',
  'paragraphs',
  'pages',
  'be',
  'know',
  'use',
  'see',
  'us',
  'one',
  'lines',
  'notes',
  'decision',
  'choice',
]);
const NP_END = new Set([
  'that',
  'which',
  'who',
  'whose',
  'where',
  'when',
  'and',
  'or',
  'but',
  'so',
  'if',
  'because',
  'is',
  'are',
  'was',
  'be',
  'using',
  'based',
  'addressed',
  'titled',
  'called',
  'entitled',
  'aimed',
  'written',
  'regarding',
  'concerning',
  'how',
  'why',
  'please',
  'i',
  'we',
  'my',
  'our',
  'your',
  'it',
  'the',
  'a',
  'an',
  'you',
  'this',
  'these',
  'vs',
  'versus',
  'whether',
  'what',
  'due',
  'here',
]);
const MAX_PHRASE_WORDS = 6;

/** The kind of text, or undefined where the instruction names none that this grammar can see. */
export function findTextKind(instruction: string): TextKind | undefined {
  // "A 1,000-word piece": this comma ends no clause.
  const text = instruction
    .slice(0, 4000)
    .replace(/["“”]/gu, ' ')
    .replace(/(?<=\d)[.,](?=\d)/gu, '');
  for (const start of candidateStarts(text)) {
    const found = kindAt(text.slice(start));
    if (found === undefined) continue;
    return { ...found, circumstances: circumstancesOf(text, found), audience: audienceOf(text.slice(start)) };
  }
  return undefined;
}

/** "an" before a vowel sound, by its letter. */
export function withArticle(phrase: string): string {
  return `${/^(?:[aeio]|u(?!ni|se|su))/iu.test(phrase) ? 'an' : 'a'} ${phrase}`;
}

function candidateStarts(text: string): number[] {
  const requests = [...text.matchAll(REQUEST)].map((match) => match.index + match[0].length);
  const reshaped = RESHAPE_VERB.test(text)
    ? [...text.matchAll(RESHAPE)].map((match) => match.index + match[0].length)
    : [];
  // "Turn these notes into a letter" names the kind after "into"; a bare noun phrase is the last resort.
  return /^\W*(?:please |can you |could you )?(?:turn|convert|transform|rework|reshape|recast|adapt|change)\b/iu.test(
    text,
  )
    ? [...reshaped, ...requests]
    : [...requests, ...reshaped, ...(isNounPhraseOnly(text) ? [0] : [])];
}

function isNounPhraseOnly(text: string): boolean {
  const [first = '', ...rest] = words(text);
  if (
    /\?\s*$/u.test(text) ||
    /^(?:what|who|how|why|when|where|which|is|are|do|does|can|i|we|he|she|it|they|you)$/u.test(first)
  )
    return false;
  if (/^(?:write|draft|help|tell|give|explain|make|create|show|talk|speak|say|think)$/u.test(first))
    return false;
  const boundary = rest
    .slice(0, MAX_PHRASE_WORDS)
    .findIndex((word) => ['for', 'about', 'on', 'to'].includes(word));
  return boundary !== -1;
}

function kindAt(text: string): Pick<TextKind, 'phrase' | 'head' | 'modifiers'> | undefined {
  const clause = /^[^.,;:!?()\n\u2013\u2014]*/u.exec(text)?.[0] ?? '';
  const tokens = words(clause);
  let index = 0;
  while (index < tokens.length && (DETERMINERS.has(tokens[index] ?? '') || MEASURE.test(tokens[index] ?? '')))
    index += 1;
  const phrase: string[] = [];
  while (index < tokens.length && phrase.length < MAX_PHRASE_WORDS) {
    const token = tokens[index] ?? '';
    if (NP_END.has(token) || PREPOSITIONS.has(token)) break;
    // After adjectives alone the noun is still to come: "the annual meeting minutes".
    if (!phrase.every((word) => PLAIN_ADJECTIVES.has(word)) && endsPhrase(token, tokens[index + 1])) break;
    phrase.push(token);
    index += 1;
  }
  const name = phrase.filter((word, at) => !isMeasure(word, at === phrase.length - 1));
  const head = name.at(-1)?.replace(/'s$/u, '');
  // "These notes" are no kind, "release notes" are one.
  const isBare = name.every((word) => word === name.at(-1) || PLAIN_ADJECTIVES.has(word));
  if (head === undefined || (isBare && NO_KIND.has(head)) || STOP_WORDS.has(head) || /^\d/u.test(head))
    return undefined;
  if (tokens[index] === 'of') {
    const inner = tokens.slice(index + 1);
    const next = inner[0] ?? '';
    if (CONTAINERS.has(head) || CONTAINERS.has(head.replace(/s$/u, '')))
      return kindAt(inner.join(' ')) ?? named(name);
    // "letter of recommendation": a bare noun belongs to the name; "review of the novel" has a topic.
    if (
      !DETERMINERS.has(next) &&
      !MEASURE.test(next) &&
      /^[a-z]+$/u.test(next) &&
      !NP_END.has(next) &&
      !PREPOSITIONS.has(next)
    )
      return named(name, next);
  }
  if (CONTAINERS.has(head) && tokens[index] === 'for' && /^an?$/u.test(tokens[index + 1] ?? '')) {
    return kindAt(tokens.slice(index + 1).join(' ')) ?? named(name);
  }
  return named(name);
}

const CALENDAR =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day|spring|summer|autumn|winter)$/u;

/** "500-word", "two page", "October", "really": how much, when or how, not what. */
function isMeasure(word: string, isLast: boolean): boolean {
  if (!isLast && CALENDAR.test(word)) return true;
  if (MEASURE.test(word) || /^(?:day|week|month|year|today|tomorrow)'s$/u.test(word)) return true;
  return (
    !isLast && (/^(?:words?|pages?|minutes?)$/u.test(word) || (word.endsWith('ly') && word !== 'family'))
  );
}

/** Nouns by now: "bilingual meeting minutes". */
const GERUND_NOUNS =
  /^(?:meeting|briefing|training|wedding|greeting|marketing|fundraising|housing|lending|opening|closing|building|listing|landing|engineering|nursing|reading|writing|teaching|coaching|catering|packing|shopping)$/u;

/** "a talk explaining …" ends before the -ing form; "a briefing note" does not. */
function endsPhrase(token: string, next: string | undefined): boolean {
  if (baseOfGerund(token) !== undefined && !GERUND_NOUNS.test(token))
    return (
      next !== undefined &&
      (DETERMINERS.has(next) ||
        PREPOSITIONS.has(next) ||
        next === 'how' ||
        next === 'why' ||
        next.endsWith('s'))
    );
  return false;
}

function named(name: readonly string[], ofNoun?: string): Pick<TextKind, 'phrase' | 'head' | 'modifiers'> {
  const plain = [...name];
  while (plain.length > 2 && PLAIN_ADJECTIVES.has(plain[0] ?? '')) plain.shift();
  if (plain.length === 2 && PLAIN_ADJECTIVES.has(plain[0] ?? '') && plain[0] !== 'short') plain.shift();
  const head = plain.at(-1) ?? '';
  const modifiers = plain.slice(0, -1).filter((word) => !PLAIN_ADJECTIVES.has(word));
  return {
    phrase: ofNoun === undefined ? plain.join(' ') : `${plain.join(' ')} of ${ofNoun}`,
    head: stem(head),
    modifiers: [...modifiers, ...(ofNoun === undefined ? [] : [ofNoun])].flatMap((word) =>
      contentStems(word),
    ),
  };
}

function circumstancesOf(text: string, kind: Pick<TextKind, 'head' | 'modifiers'>): ReadonlySet<string> {
  const own = new Set([kind.head, ...kind.modifiers]);
  return new Set(contentStems(text).filter((word) => !own.has(word)));
}

function audienceOf(text: string): string | null {
  const match =
    /\b(?:for|to|aimed at)\s+((?:an?|the|my|our|your)\s+)?((?:[a-z][\w'-]*\s+){0,3}?)([a-z][\w'-]*)(?=\s+(?:on|about|who|that|at|in|of|from|with|to)\b|[.,;:!?)]|\s*$)/iu.exec(
      text,
    );
  const head = match?.[3]?.toLowerCase();
  if (match === null || head === undefined || !isReceiver(head)) return null;
  return `${match[2] ?? ''}${head}`.toLowerCase().trim();
}
