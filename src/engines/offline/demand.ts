/** Reads one sentence of a guide as a demand on a text: an order, a statement with "should", a question to check by. */
import { baseOfGerund } from './inflect.ts';
import { isTextPart, MAKERS, RECEIVERS, singular, TEXT_ACTS, WHOLE_TEXT, WORK_ACTS } from './lexicon.ts';
import { maskQuotes, restoreQuotes } from './masked-quotes.ts';
import type { TaggedWord, Tagger } from './tagger.ts';

export type Demand =
  /** "Use short sentences": what the response should do. */
  | {
      readonly form: 'order';
      /** Base form. */
      readonly verb: string;
      /** What follows the verb. */
      readonly rest: string;
      readonly negative: boolean;
      /** A circumstance in front: "in the introduction". */
      readonly lead: string | null;
    }
  /** "The title should be short": about one part of the response. */
  | { readonly form: 'part'; readonly subject: string; readonly predicate: string; readonly negative: boolean }
  /** "Readers should see why it matters": what the response should let them do. */
  | { readonly form: 'reader'; readonly reader: string; readonly predicate: string }
  /** A question that the response should answer. */
  | { readonly form: 'question'; readonly question: string }
  /** Advice whose sentence no plain form fits: its own words are kept. */
  | { readonly form: 'kept'; readonly sentence: string };

export interface Reader {
  readonly tag: Tagger;
  /** Whether a noun phrase stands for the whole text. */
  readonly isWhole: (nounPhrase: string) => boolean;
}

const OPENER =
  /^(?:so|and|but|then|also|finally|instead|still|again|first|second|third|fourth|next|secondly|thirdly|firstly|lastly|therefore|however|besides|moreover|furthermore|similarly|likewise|otherwise|generally|usually|ideally|ultimately|please|above all|in short|in general|as a rule|if possible|where possible|of course|most importantly|when in doubt|if in doubt|at the very least|to begin with|to start with|for example|for instance|remember|step \d+|tip \d+|rule \d+|\d+)(?:[,:.)]\s+|\s+)/iu;
/** What only leads to the order proper. */
const LEADS_TO_ORDER = new RegExp(
  `^(?:${[
    "it(?:'s| is) (?:also |often |always |usually |generally |very )?(?:important|best|better|essential|crucial|vital|critical|helpful|useful|wise|necessary|good practice|a good (?:idea|practice)|worth(?:while)?) to",
    '(?:always |also |just )?(?:be sure|make sure|remember|try|aim|strive|take care|be certain|(?:do not|don\'t|never) forget) to',
    "(?:you(?:'ll)?|(?:good |the )?(?:writers|authors|speakers|applicants|candidates)|the (?:writer|author|speaker|applicant)) (?:also |always |really |will |generally |usually )*(?:should|must|(?:need|have|want|ought) to)(?: always| also| really| generally)?",
    "you(?:'d| had) better",
    'feel free to',
    '(?:we|i) (?:also |strongly |would )*(?:recommend|suggest|advise) (?:that )?you',
  ].join('|')}) `,
  'iu',
);
const RECOMMENDS = /^(?:we|i) (?:also |strongly |would )*(?:recommend|suggest|advise) /iu;
const WORTH = /^(?:it(?:'s| is) (?:also |often )?(?:worth|best) )(?=\w+ing\b)/iu;
const NEGATION = /^(?:do not|don't|never|not)(?: ever)? /iu;
const BEFORE_ORDER = /^(?:(?:always|also|only|just|simply|then|now|at least|\w+ly) )+(?=\w)/iu;
/** A circumstance that holds for every text of the kind; "if" and "when" set cases apart. */
const LEAD = /^(?:to|for|in|at|on|with|within|after|before|throughout|instead of|rather than|from|under|near|unless|if|when|where|once|as|by) /iu;
const MODAL =
  /^(.+?) (?:should|must|ought to|needs? to|ha(?:s|ve) to) (not |never )?(?:also |always |only |ideally |therefore |generally |usually |at least )*(.+)$/iu;
const QUESTION_AUXILIARY = /^(is|are|does|do|did|has|have|can|will) (.+?)\?*$/iu;
const MAX_SUBJECT_WORDS = 9;

/** Undefined where the sentence asks for nothing that this grammar can see. */
export function readDemand(sentence: string, reader: Reader): Demand | undefined {
  const { text, quotes } = maskQuotes(normalize(sentence));
  const demand = text.endsWith('?') ? readQuestion(text, reader) : readStatement(text, reader);
  return demand === undefined ? undefined : mapTexts(demand, (part) => restoreQuotes(part, quotes));
}

function normalize(sentence: string): string {
  let rest = sentence.replaceAll('’', "'").replace(/\s+/gu, ' ').replace(/^[^\p{L}\p{N}“"‘'(]+/u, '').trim();
  for (let turn = 0; turn < 2 && OPENER.test(rest); turn += 1) {
    const shorter = rest.replace(OPENER, '');
    // "First drafts are rough", "Second person works": an adjective, no opener.
    if (/^\S+ \S/u.test(rest) && !/^[^\s]+[,:.)]/u.test(rest) && !/^\p{L}+ (?:\p{L}+) /u.test(rest)) break;
    rest = shorter;
  }
  return rest;
}

function readStatement(text: string, reader: Reader): Demand | undefined {
  const statement = text.replace(/[.!;:,]+$/u, '');
  return (
    readOrder(statement, reader) ??
    readFronted(statement, reader) ??
    readModal(statement, reader)
  );
}

function readFronted(statement: string, reader: Reader): Demand | undefined {
  if (!LEAD.test(statement)) return undefined;
  for (let comma = statement.indexOf(', '); comma !== -1; comma = statement.indexOf(', ', comma + 1)) {
    const main = statement.slice(comma + 2);
    const order = readOrder(main, reader) ?? readModal(main, reader);
    const lead = lowerFirst(statement.slice(0, comma));
    if (order?.form === 'order') return { ...order, lead };
    if (order !== undefined) return { form: 'kept', sentence: `${upperFirst(statement)}.` };
  }
  return undefined;
}

function readOrder(statement: string, reader: Reader): Extract<Demand, { form: 'order' }> | undefined {
  let rest = statement.replace(BEFORE_ORDER, '');
  const led = LEADS_TO_ORDER.exec(rest) ?? undefined;
  if (led !== undefined) rest = rest.slice(led[0].length);
  else if (RECOMMENDS.test(rest) || WORTH.test(rest)) {
    rest = rest.replace(RECOMMENDS, '').replace(WORTH, '');
    const [first = ''] = rest.split(' ');
    const base = baseOfGerund(first.toLowerCase(), (word) => TEXT_ACTS.has(word) || WORK_ACTS.has(word));
    if (base === undefined) return undefined;
    return { form: 'order', verb: base, rest: rest.slice(first.length + 1), negative: false, lead: null };
  }
  const negated = NEGATION.exec(rest);
  const forgets = led !== undefined && /\bforget\b/iu.test(led[0]);
  if (negated !== null) rest = rest.slice(negated[0].length);
  rest = rest.replace(BEFORE_ORDER, '');
  const [first = ''] = rest.split(' ');
  const verb = first.toLowerCase().replace(/[^a-z-]/gu, '');
  // After "you should" and "do not" the verb needs no further sign.
  const signed = led !== undefined || negated !== null;
  if (verb === '' || first.endsWith(',') || first.endsWith(':')) return undefined;
  if (signed ? !isBaseForm(verb, reader.tag) : !isOrder(rest, reader.tag)) return undefined;
  return {
    form: 'order',
    verb,
    rest: rest.slice(first.length + 1),
    negative: negated !== null && !forgets,
    lead: null,
  };
}

function isBaseForm(verb: string, tag: Tagger): boolean {
  return TEXT_ACTS.has(verb) || WORK_ACTS.has(verb) || tag(`to ${verb}`)[1]?.is('Infinitive') === true;
}

/** Only so many words tell whether a sentence opens with an order. */
const OPENING_WORDS = 9;

function isOrder(text: string, tag: Tagger): boolean {
  const words = tag(text.split(' ').slice(0, OPENING_WORDS).join(' ')).filter(({ text: said }) => said !== '');
  const [first, second] = words;
  if (first === undefined) return false;
  const known = TEXT_ACTS.has(first.lower) || WORK_ACTS.has(first.lower) || first.lower === 'be';
  if (second === undefined) return false;
  const opensObject =
    second.is('Determiner') || second.is('Possessive') || second.is('Value') || /^(?:a|an|the|your|each|every|any|all|this|that|these|those|it|them|yourself|one|two|three|what|how|why|who)$/u.test(second.lower);
  if (opensObject) return known || first.is('Infinitive') || first.is('Imperative') || isPlainNoun(first);
  if (!known && !first.is('Infinitive') && !first.is('Imperative')) return false;
  if (first.after.trim() !== '') return false;
  return !isSubject(words.slice(1)) && !(isNounFirst(first, tag) && isNounPhraseTail(words.slice(1)));
}

/** "Phrase each item", "Word each item": no noun stands before a determiner. */
function isPlainNoun(word: TaggedWord): boolean {
  return word.is('Noun') && !word.is('Plural') && !word.is('Pronoun') && !word.is('ProperNoun') && !word.is('Value');
}

/** "Cover letters should …", "Design matters": a finite verb follows before anything that an order's object would bring. */
function isSubject(rest: readonly TaggedWord[]): boolean {
  for (const word of rest) {
    if (word.is('Modal') || word.is('Copula') || /^(?:has|does|have|do|can|will)$/u.test(word.lower)) return true;
    if (word.is('Determiner') || word.is('Preposition') || word.is('Conjunction') || word.is('Pronoun')) return false;
    if (word.after.trim() !== '') return false;
  }
  return false;
}

function isNounFirst(word: TaggedWord, tag: Tagger): boolean {
  return !TEXT_ACTS.has(word.lower) || tag(`the ${word.lower}`)[1]?.is('Noun') === true;
}

/** "Review process", "Work experience": nothing but nouns follows, as in a label. */
function isNounPhraseTail(rest: readonly TaggedWord[]): boolean {
  const [only, ...more] = rest;
  return only !== undefined && more.length === 0 && only.is('Noun') && !only.is('Plural');
}

function readModal(statement: string, { tag, isWhole }: Reader): Demand | undefined {
  const match = MODAL.exec(statement);
  const [, subject = '', negation, predicate = ''] = match ?? [];
  if (match === null || subject.split(' ').length > MAX_SUBJECT_WORDS) return undefined;
  const words = tag(subject);
  const kept: Demand = { form: 'kept', sentence: `${upperFirst(statement)}.` };
  if (words.some((word) => word.is('Verb') && !word.is('Gerund') && !word.is('Participle') && !word.is('PastTense')))
    return undefined;
  if (/^(?:i|we|he|she|they|that|which|who|what|there|this|these|those|it)$/iu.test(subject)) return undefined;
  const head = headOf(words);
  const verb = predicate.split(' ')[0]?.toLowerCase() ?? '';
  if (isWhole(subject) || MAKERS.has(singular(head)))
    return isBaseForm(verb, tag)
      ? { form: 'order', verb, rest: predicate.slice(verb.length + 1), negative: negation !== undefined, lead: null }
      : kept;
  if (RECEIVERS.has(singular(head)))
    return negation === undefined ? { form: 'reader', reader: lowerFirst(subject), predicate } : kept;
  const definite = /^(?:the|your|its?)\s+/iu.exec(subject);
  if (definite !== null && isTextPart(head) && !/\b(?:of|in|for)\b/u.test(subject))
    return { form: 'part', subject: subject.slice(definite[0].length), predicate, negative: negation !== undefined };
  return kept;
}

function headOf(words: readonly TaggedWord[]): string {
  const end = words.findIndex((word, index) => index > 0 && word.is('Preposition'));
  return words.slice(0, end === -1 ? undefined : end).findLast((word) => word.text !== '')?.lower ?? '';
}

function readQuestion(text: string, reader: Reader): Demand | undefined {
  const question = text.replace(/\?+$/u, '');
  if (/^(?:who|what|when|where|why|how|which|whose|whom)\b/iu.test(question))
    return { form: 'question', question: `${upperFirst(question)}?` };
  const match = QUESTION_AUXILIARY.exec(question);
  const auxiliary = match?.[1]?.toLowerCase();
  const clause = match?.[2];
  if (auxiliary === undefined || clause === undefined) return undefined;
  const words = clause.split(' ');
  for (let length = 1; length <= Math.min(5, words.length - 1); length += 1) {
    const subject = words.slice(0, length).join(' ');
    const predicate = words.slice(length).join(' ');
    const isText = /^(?:it|you)$/iu.test(subject) || (reader.isWhole(subject) && !reader.isWhole(words.slice(0, length + 1).join(' ')));
    const first = predicate.split(' ')[0]?.toLowerCase() ?? '';
    if (!isText) continue;
    const be = auxiliary === 'is' || auxiliary === 'are';
    if (be && subject.toLowerCase() !== 'you' && !/ing$/u.test(first))
      return { form: 'order', verb: 'be', rest: predicate, negative: false, lead: null };
    if (/^(?:do|does)$/u.test(auxiliary) && isBaseForm(first, reader.tag))
      return { form: 'order', verb: first, rest: predicate.slice(first.length + 1), negative: false, lead: null };
    return undefined;
  }
  return { form: 'question', question: `${upperFirst(question)}?` };
}

function mapTexts(demand: Demand, change: (text: string) => string): Demand {
  switch (demand.form) {
    case 'order':
      return { ...demand, rest: change(demand.rest), lead: demand.lead === null ? null : change(demand.lead) };
    case 'part':
      return { ...demand, subject: change(demand.subject), predicate: change(demand.predicate) };
    case 'reader':
      return { ...demand, reader: change(demand.reader), predicate: change(demand.predicate) };
    case 'question':
      return { ...demand, question: change(demand.question) };
    case 'kept':
      return { ...demand, sentence: change(demand.sentence) };
  }
}

export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Lower case for a word that only its place gave a capital; "I" and names of more capitals keep theirs. */
export function lowerFirst(text: string): string {
  return /^(?:I\b|\p{Lu}[\p{Lu}\d])/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

/** Whether a noun phrase's last word names any text. */
export function namesAnyText(nounPhrase: string): boolean {
  return WHOLE_TEXT.has(singular(nounPhrase.split(' ').at(-1)?.toLowerCase() ?? ''));
}
