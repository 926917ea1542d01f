/** The grammar of advice: what a sentence asks the writer to do, or demands of a part of the text. */
import {
  AUXILIARIES,
  DETERMINERS,
  DISCOURSE_OPENERS,
  MAKERS,
  PLAIN_ADJECTIVES,
  PRAISE,
  PREPOSITIONS,
  TEXT_PARTS,
} from './vocabulary.ts';
import { isReceiver } from './task-kind.ts';
import { NOUN_FIRST } from './verb-list.ts';
import { baseOfGerund, baseOfParticiple, baseOfThirdPerson, isBaseVerb } from './verbs.ts';

/** "In the title, do not use jargon": lead "in the title", verb phrase "use jargon", negative. */
export interface AdviceForm {
  /** Null where the text as a whole (its writer) is to act; otherwise what the advice is demanded of. */
  readonly subject: string | null;
  /** Begins with the base form of a verb. */
  readonly verbPhrase: string;
  readonly negative: boolean;
  /** A fronted circumstance, without its comma. */
  readonly lead: string | null;
  /** Said of good texts ("a good X does Y") rather than ordered. */
  readonly declared: boolean;
}

type Core = Pick<AdviceForm, 'subject' | 'verbPhrase' | 'negative' | 'declared'>;

const NO_SUBJECT = new Set(
  'i we it this that these those they he she there what which who here such one if when where because although though while since as unless once whether how why not something anything none another others both'.split(
    ' ',
  ),
);
const NEVER_HEADS = new Set(
  'like welcome better suppose please mean matter need depend long lower mind bother found wish live love hope fret even back'.split(
    ' ',
  ),
);
const ADVERBS =
  /^(?:always|never|not|also|only|ideally|really|usually|therefore|normally|generally|simply|just|merely|almost|\w+ly)$/u;
/** A verb that may be followed by a that-clause or by a noun with its own clause. */
const SAYING = new Set(
  'say show state explain note remember mention ensure check tell assume prove argue admit acknowledge demonstrate suggest signal make believe decide know see imply confirm verify'.split(
    ' ',
  ),
);
const CLAUSE_EDGE = new Set(
  'that which who whose what how why when where if because so than as whether unless until before after while whatever whenever wherever'.split(
    ' ',
  ),
);
const FRONTED = new Set([
  ...PREPOSITIONS,
  'if',
  'when',
  'where',
  'unless',
  'once',
  'whenever',
  'wherever',
  'whatever',
  'whichever',
  'however',
  'because',
  'although',
  'though',
  'while',
  'as',
  'even',
  'instead',
  'rather',
  'only',
  'to',
  'apart',
  'both',
  'unlike',
]);
const MODAL = /^(?:should|must|ought|needs?|has|have)$/u;
/** Words after which "needs" is a noun, or the sentence no demand. */
const NO_DEMAND_BEFORE =
  /['’]s$|['’]$|^(?:seldom|rarely|hardly|often|never|no|not|don['’]t|doesn['’]t|didn['’]t|may|might|would|still|you|their|its|your|the|and|or|all)$/u;
/** "Compare ⟦0⟧ with ⟦1⟧" shows the guide's reader something. */
const POINTS_AT_WORDING =
  /^(?:compare|contrast|take|see|look at|note|notice|consider|recall|think of|try|read|imagine|picture|swap|replace)\b[^,]{0,20}⟦/iu;
const MAX_SUBJECT_WORDS = 9;

/**
 * Reads one clause (quotations masked). Undefined where it is no advice.
 * @param isWhole tells whether a noun phrase names the whole text.
 */
export function readAdvice(clause: string, isWhole: (nounPhrase: string) => boolean): AdviceForm | undefined {
  const sentence = withoutOpeners(clause.trim());
  // A question asks, and a colon at the end leads to what the sentence alone does not say.
  if (/[?:]["”’)]*$/u.test(sentence)) return undefined;
  if (POINTS_AT_WORDING.test(sentence)) return undefined;
  const direct = readCore(sentence, isWhole);
  if (direct !== undefined) return { ...direct, lead: null };
  const first = wordAt(sentence.split(' '), 0);
  if (!FRONTED.has(first)) return undefined;
  for (let comma = sentence.indexOf(', '); comma !== -1; comma = sentence.indexOf(', ', comma + 1)) {
    const core = readCore(withoutOpeners(sentence.slice(comma + 2)), isWhole);
    const lead = sentence.slice(0, comma);
    if (core !== undefined && !/[:⟦]/u.test(lead)) return { ...core, lead: lowerFirst(lead) };
  }
  return undefined;
}

function readCore(sentence: string, isWhole: (nounPhrase: string) => boolean): Core | undefined {
  const tokens = sentence.split(/\s+/u).filter((token) => token !== '');
  if (tokens.length < 2) return undefined;
  const there = /^there (?:should|must) be (.+)$/iu.exec(sentence);
  if (there?.[1] !== undefined)
    return { subject: null, verbPhrase: `have ${there[1]}`, negative: false, declared: false };
  return readImperative(tokens) ?? readDemand(tokens, isWhole) ?? readPraise(tokens, isWhole);
}

function readImperative(tokens: readonly string[]): Core | undefined {
  const phrase = tokens.join(' ');
  const negated = /^(?:do not|don['’]t|never)\s+(?:ever\s+|you\s+)?(.*)$/iu.exec(phrase);
  if (negated?.[1] !== undefined) {
    const rest = negated[1].split(' ');
    const verbIndex = ADVERBS.test(wordAt(rest, 0)) ? 1 : 0;
    if (!isBaseVerb(wordAt(rest, verbIndex)) || rest.length < 2) return undefined;
    // "Don't just list" leaves open what to do instead.
    if (/^(?:just|only|merely|simply) /u.test(negated[1])) return undefined;
    const turned = /^(?:forget|neglect|fail|hesitate|be afraid|be shy|be scared) to (.*)$/iu.exec(negated[1]);
    if (turned?.[1] !== undefined)
      return { subject: null, verbPhrase: turned[1], negative: false, declared: false };
    return { subject: null, verbPhrase: negated[1], negative: true, declared: false };
  }
  if (/^do [a-z]/iu.test(phrase) && isBaseVerb(wordAt(tokens, 1))) return readImperative(tokens.slice(1));
  if (/^no [a-z]/iu.test(phrase) && tokens.length <= 9 && isBareNounPhrase(tokens.slice(1))) {
    return {
      subject: null,
      verbPhrase: `contain no ${tokens.slice(1).join(' ')}`,
      negative: false,
      declared: false,
    };
  }
  const adverbFirst = /^(?:always|only|\w+ly)$/iu.test(wordAt(tokens, 0)) && isBaseVerb(wordAt(tokens, 1));
  const plain = adverbFirst && wordAt(tokens, 0) === 'always' ? tokens.slice(1) : tokens;
  const head = wordAt(plain, adverbFirst && plain === tokens ? 1 : 0);
  if (!isBaseVerb(head) || NEVER_HEADS.has(head)) return undefined;
  if (!headsImperative(head, plain.slice(adverbFirst && plain === tokens ? 2 : 1), plain[0] ?? ''))
    return undefined;
  return { subject: null, verbPhrase: lowerFirst(plain.join(' ')), negative: false, declared: false };
}

/** "No show of learning", but not "No audience ever complained". */
function isBareNounPhrase(tokens: readonly string[]): boolean {
  const edge = tokens.findIndex((token) => CLAUSE_EDGE.has(clean(token)));
  const noun = edge === -1 ? tokens : tokens.slice(0, edge);
  return (
    !hasFiniteVerb(tokens) &&
    !tokens.join(' ').includes(',') &&
    !noun.some(
      (token, index) =>
        /^(?:ever|one|matter|need)$/u.test(clean(token)) || (index > 0 && clean(token).endsWith("ed")),
    )
  );
}

/** Tells "Report the loss" from "Report titles are short". */
function headsImperative(head: string, rest: readonly string[], headToken: string): boolean {
  if (/[,:;.]$/u.test(headToken)) return false;
  const next = wordAt(rest, 0);
  if (next === '' || AUXILIARIES.has(next) || MODAL.test(next)) return head === 'be' || head === 'let';
  if (head === 'thank' && next === 'you') return false;
  if (next === 'of') return /^(?:think|beware|dispose|speak|talk|make|write)$/u.test(head);
  if (next === 'that' && !SAYING.has(head))
    return (
      !isBaseVerb(wordAt(rest, 1)) &&
      baseOfThirdPerson(wordAt(rest, 1)) === undefined &&
      !AUXILIARIES.has(wordAt(rest, 1))
    );
  // "Research shows that …", but "Keep paragraphs to five lines".
  if (baseOfThirdPerson(next) !== undefined) {
    const after = wordAt(rest, 1);
    const ends = /[,.;:]$/u.test(rest[0] ?? '') || after === '';
    if (
      NOUN_FIRST.has(head) ||
      !(
        ends ||
        PREPOSITIONS.has(after) ||
        CLAUSE_EDGE.has(after) ||
        /^(?:and|or|to|not|only|rather|where)$/u.test(after)
      )
    )
      return false;
  }
  if (next === 'and' || next === 'or') return isBaseVerb(wordAt(rest, 1));
  if (
    DETERMINERS.has(next) ||
    PREPOSITIONS.has(next) ||
    CLAUSE_EDGE.has(next) ||
    /^(?:it|them|him|her|us|me|yourself|you|readers|people|sure|everyone|someone|anything|nothing|everything|something|only|not|out|up)$/u.test(
      next,
    ) ||
    /^[\d⟦“"‘£$€]/u.test(rest[0] ?? '')
  ) {
    // "Say the size is small" has a clause of its own; "Paragraph three can carry the quote" is no order.
    return SAYING.has(head) || head === 'let' || !hasAuxiliary(rest);
  }
  if (NOUN_FIRST.has(head) && !PLAIN_ADJECTIVES.has(next)) return false;
  // "Travel pages receive more than they can print": a plural and its verb.
  if (
    isPlural(next) &&
    isBaseVerb(wordAt(rest, 1)) &&
    !PREPOSITIONS.has(wordAt(rest, 1)) &&
    (isArticleNext(rest[2]) || DETERMINERS.has(wordAt(rest, 2)))
  )
    return false;
  return !hasFiniteVerb(rest);
}

function hasFiniteVerb(tokens: readonly string[]): boolean {
  for (const [index, token] of tokens.entries()) {
    const word = clean(token);
    if (CLAUSE_EDGE.has(word)) return false;
    if (AUXILIARIES.has(word) && word !== 'do') return true;
    if (
      index > 0 &&
      baseOfThirdPerson(word) !== undefined &&
      !isInNounPhrase(tokens[index - 1]) &&
      isArticleNext(tokens[index + 1])
    )
      return true;
    if (/[,;:]$/u.test(token)) return false;
  }
  return false;
}

function isInNounPhrase(before: string | undefined): boolean {
  const word = clean(before ?? '');
  return DETERMINERS.has(word) || PREPOSITIONS.has(word) || PLAIN_ADJECTIVES.has(word);
}

function hasAuxiliary(tokens: readonly string[]): boolean {
  for (const token of tokens) {
    const word = clean(token);
    if (CLAUSE_EDGE.has(word) || /^(?:you|it|they|we|i|he|she|readers?|listeners?)$/u.test(word))
      return false;
    if (AUXILIARIES.has(word) && !/^(?:do|be|been|have|ought)$/u.test(word)) return true;
    if (/[,;:]$/u.test(token)) return false;
  }
  return false;
}

function isArticleNext(token: string | undefined): boolean {
  return token !== undefined && /^(?:a|an|the|your|it|them|how|what|to)$/u.test(clean(token));
}

/** "The title should name the finding", "A plan needs a budget", "Listeners must be able to …". */
function readDemand(tokens: readonly string[], isWhole: (nounPhrase: string) => boolean): Core | undefined {
  const modalAt = tokens.findIndex((token) => MODAL.test(clean(token)));
  if (modalAt < 1 || modalAt > MAX_SUBJECT_WORDS) return undefined;
  const subject = tokens.slice(0, modalAt).join(' ');
  if (/[,:;]/u.test(subject) || tokens.slice(0, modalAt).some((token) => CLAUSE_EDGE.has(clean(token))))
    return undefined;
  if (NO_SUBJECT.has(wordAt(tokens, 0)) || FRONTED.has(wordAt(tokens, 0))) return undefined;
  if (tokens.slice(0, modalAt).some((token, index) => index > 0 && AUXILIARIES.has(clean(token))))
    return undefined;
  if (
    modalAt === 1 &&
    /^(?:each|all|some|any|both|one|most|many|few|either|neither|every|more|less|two|three)$/u.test(
      wordAt(tokens, 0),
    )
  )
    return undefined;
  const modal = clean(tokens[modalAt] ?? '');
  let rest = tokens.slice(modalAt + 1);
  let negative = false;
  let needsNoun = false;
  if (
    modal.startsWith('need') &&
    NO_DEMAND_BEFORE.test(clean(tokens[modalAt - 1] ?? '')) &&
    wordAt(tokens, modalAt - 1) !== 'you'
  )
    return undefined;
  // "The talk has to end on time" demands; "a visitor has to wait" reports.
  if (
    modal.startsWith("ha") &&
    (wordAt(rest, 0) !== 'to' || !(isWhole(lowerFirst(subject)) || isTextPart(wordAt(tokens, modalAt - 1))))
  )
    return undefined;
  if (modal === 'ought' || modal.startsWith("ha") || modal.startsWith('need')) {
    if (wordAt(rest, 0) === 'to') rest = rest.slice(1);
    else if (modal.startsWith('need') && !AUXILIARIES.has(wordAt(rest, 0)) && wordAt(rest, 0) !== 'not')
      needsNoun = true;
    else return undefined;
  }
  while (ADVERBS.test(wordAt(rest, 0)) && rest.length > 1) {
    if (/^(?:not|never)$/u.test(wordAt(rest, 0))) negative = true;
    rest = rest.slice(1);
  }
  if (needsNoun) {
    if (
      !/^(?:an?|at|one|two|three|no|some|enough|the|only|\w+)$/iu.test(wordAt(rest, 0)) ||
      CLAUSE_EDGE.has(wordAt(rest, 0))
    )
      return undefined;
    rest = ['have', ...rest];
  }
  if (!isBaseVerb(wordAt(rest, 0)) || rest.length < 2) return undefined;
  if (wordAt(rest, 0) === 'have' && baseOfParticiple(wordAt(rest, 1)) !== undefined) return undefined;
  return demandOf(subject, rest.join(' '), negative, isWhole, false);
}

/** "A good talk opens with a puzzle", "The best titles name the finding". */
function readPraise(tokens: readonly string[], isWhole: (nounPhrase: string) => boolean): Core | undefined {
  const praiseAt = tokens.slice(0, 4).findIndex((token) => PRAISE.has(clean(token)));
  if (
    praiseAt === -1 ||
    (praiseAt > 0 && !/^(?:an?|the|any|every|most|really|very|all)$/iu.test(wordAt(tokens, 0)))
  )
    return undefined;
  for (let index = praiseAt + 2; index < Math.min(tokens.length - 1, praiseAt + 6); index += 1) {
    const word = wordAt(tokens, index);
    const subject = tokens.slice(0, index);
    const head = wordAt(tokens, index - 1);
    if (/[,:;]$/u.test(tokens[index - 1] ?? '') || CLAUSE_EDGE.has(word) || PREPOSITIONS.has(word))
      return undefined;
    const plural = isPlural(head);
    const base = plural ? (isBaseVerb(word) ? word : undefined) : baseOfThirdPerson(word);
    const auxiliary = plural ? /^(?:are|do|have)$/u.test(word) : /^(?:is|does|has)$/u.test(word);
    if (base === undefined && !auxiliary) continue;
    if (/[,;:]$/u.test(tokens[index] ?? '')) return undefined;
    const rest = tokens.slice(index + 1);
    const negative = /^(?:not|never|rarely|seldom)$/u.test(wordAt(rest, 0));
    const verb =
      word === 'is' || word === 'are'
        ? 'be'
        : word === 'does'
          ? 'do'
          : word === 'has'
            ? 'have'
            : (base ?? word);
    if (verb === 'do' && !negative) return undefined;
    if (
      /^(?:almost|nearly|none|been|little|more|less|to|nothing|no)$/u.test(wordAt(rest, 0)) &&
      verb === 'have'
    )
      return undefined;
    const phrase = [...(verb === 'do' ? [] : [verb]), ...(negative ? rest.slice(1) : rest)].join(' ');
    if (phrase.split(' ').length < 2 || !isBaseVerb(clean(phrase.split(' ')[0] ?? ''))) return undefined;
    return demandOf(subject.join(' '), phrase, negative, isWhole, true);
  }
  return undefined;
}

function demandOf(
  subject: string,
  verbPhrase: string,
  negative: boolean,
  isWhole: (nounPhrase: string) => boolean,
  declared: boolean,
): Core | undefined {
  const lower = lowerFirst(subject);
  const head = clean(lower.split(' ').at(-1) ?? '');
  if (MAKERS.has(head) || isWhole(lower)) return { subject: null, verbPhrase, negative, declared };
  if (isReceiver(head) && !lower.includes(' of ')) {
    if (declared) return undefined;
    const enabled = verbPhrase.replace(/^be able to /u, '');
    if (enabled.startsWith("be ") || negative) return undefined;
    return {
      subject: null,
      verbPhrase: `let ${lower.replace(/^(?:a|an|any|every|each) /u, 'the ')} ${enabled}`,
      negative: false,
      declared,
    };
  }
  if (declared && !isTextPart(head)) return undefined;
  const named = declared ? withoutPraise(lower) : lower;
  return { subject: named, verbPhrase, negative, declared };
}

function withoutPraise(subject: string): string {
  const kept = subject
    .split(' ')
    .filter((token) => !PRAISE.has(token) && !/^(?:most|really|very)$/u.test(token));
  return kept.join(' ').replace(/^(?:an?) /u, 'a ');
}

export function isTextPart(noun: string): boolean {
  return TEXT_PARTS.has(noun) || TEXT_PARTS.has(noun.replace(/s$/u, ''));
}

export function isPlural(noun: string): boolean {
  return (
    /^(?:people|children|men|women|criteria|data|media)$/u.test(noun) ||
    /[^suif]s$|(?:se|ue|ie|fe|oe)s$|[aeiou]fs$/u.test(noun)
  );
}

function withoutOpeners(sentence: string): string {
  let rest = sentence;
  for (let turn = 0; turn < 3; turn += 1) {
    const match = /^([\p{L}]+)(,?)\s+(.*)$/u.exec(rest);
    const word = match?.[1]?.toLowerCase();
    if (match?.[3] === undefined || word === undefined || !DISCOURSE_OPENERS.has(word)) break;
    // "First drafts are …" and "Please everyone" keep their first word; "First, name …" does not.
    if (match[2] === '' && !canOpen(match[3])) break;
    rest = match[3];
  }
  return rest.replace(
    /^(?:above all|in short|in general|as a rule|as a rule of thumb|if possible|where possible|of course|by all means|for example|for instance|in other words|after all|whatever you do|most importantly|if in doubt|when in doubt|in practice|at all costs|all in all|in the end|at the very least|to begin with|to start with),\s+/iu,
    '',
  );
}

function canOpen(rest: string): boolean {
  const first = clean(rest.split(' ')[0] ?? '');
  return (
    isBaseVerb(first) ||
    /^(?:never|don't|don’t|do|always|avoid|the|a|an|your|every|each|in|for|if|when|you)$/u.test(first)
  );
}

export function clean(token: string): string {
  return token.toLowerCase().replace(/^[("'“‘[]+|[)"'”’\].,;:!?]+$/gu, '');
}

export function lowerFirst(text: string): string {
  const first = text.split(/\s/u)[0] ?? '';
  // Acronyms and "I" keep their capitals.
  if (/^\p{Lu}[\p{Lu}\d]/u.test(first) || first === 'I') return text;
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function wordAt(tokens: readonly string[], index: number): string {
  return clean(tokens[index] ?? '');
}

/** "Pasting tables" → "paste tables"; undefined where the phrase does not begin with an -ing form. */
export function fromGerund(phrase: string): string | undefined {
  const [first = '', ...rest] = phrase.split(' ');
  const base = baseOfGerund(clean(first));
  return base === undefined || rest.length === 0 ? undefined : [base, ...rest].join(' ');
}
