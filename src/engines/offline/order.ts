/** Orders: sentences and list items that begin with a verb in its base form, or with what only leads to one. */
import { orderOf, type Order } from './demand-types.ts';
import { baseOfGerund, isTextPart, TEXT_ACTS, WORK_ACTS } from './lexicon.ts';
import { tag, type TaggedWord } from './tagger.ts';

const OFTEN = '(?:also |always |often |usually |generally |really |very |strongly |would )*';
/** What only leads to the order proper. */
const LEADS_TO_ORDER = new RegExp(
  `^(?:${[
    `it(?:'s| is) ${OFTEN}(?:important|best|better|essential|crucial|vital|critical|helpful|useful|wise|necessary|good practice|a good (?:idea|practice)|worth(?:while)?)(?: not)? to`,
    `${OFTEN}(?:be sure|make sure|remember|try|aim|strive|take care|be certain|(?:do not|don't|never) forget)(?: not)? to`,
    `(?:you(?:'ll)?|(?:good |the )?(?:writers|authors|speakers|applicants|candidates)|the (?:writer|author|speaker|applicant)) ${OFTEN}(?:should|must|(?:need|have|want|ought)(?: not)? to)`,
    "you(?:'d| had) better",
    `(?:we|i) ${OFTEN}(?:recommend|suggest|advise) (?:that )?you`,
  ].join('|')}) `,
  'iu',
);
const RECOMMENDS_GERUND = new RegExp(
  `^(?:(?:we|i) ${OFTEN}(?:recommend|suggest|advise)|it(?:'s| is) (?:also |often )?worth|consider) (?=\\w+ing\\b)`,
  'iu',
);
const NEGATION = /^(?:do not|don't|never|not)(?: ever)? /iu;
/** "Don't just list them" asks for more than the list. */
export const IN_PART = /^(?:just|simply|always|only|merely|really|exclusively|solely) /iu;
const EMPTY_ADVERB = /^(?:(?:always|also|just|simply|then|now|at least|really) )+(?=\w)/iu;
const ADVERB = /^(only|\w{3,}ly) (?=\w)/iu;
/** Words that no order begins with. */
const NO_VERB =
  /^(?:the|an?|it|this|that|these|those|he|she|they|we|i|you|there|your|our|its|their|his|her|my|as|because|since|although|though|while|if|when|where|what|who|why|how|which|most|many|some|all|each|every|no|one|in|on|at|for|to|with|by|from|of|past|and|or|but)$/iu;

export function readOrder(statement: string): Order | undefined {
  let rest = statement.replace(EMPTY_ADVERB, '');
  const recommends = RECOMMENDS_GERUND.exec(rest);
  if (recommends !== null) {
    const [first = '', ...more] = rest.slice(recommends[0].length).split(' ');
    const base = baseOfGerund(first.toLowerCase(), (word) => TEXT_ACTS.has(word) || WORK_ACTS.has(word));
    return base === undefined ? undefined : orderOf(base, more.join(' '));
  }
  const led = LEADS_TO_ORDER.exec(rest)?.[0] ?? '';
  rest = rest.slice(led.length);
  const negated = NEGATION.exec(rest)?.[0] ?? '';
  rest = rest.slice(negated.length);
  const isDenied = negated !== '' || / not to $/iu.test(led);
  if (isDenied && IN_PART.test(rest)) return undefined;
  rest = rest.replace(EMPTY_ADVERB, '');
  const adverb = ADVERB.exec(rest)?.[1] ?? '';
  if (adverb !== '') rest = rest.slice(adverb.length + 1);
  const [first = '', ...more] = rest.split(' ');
  // "Never say: “…”"
  const verb = first.toLowerCase().replace(isDenied ? /:$/u : /(?!)/u, '');
  if (!/^[a-z-]+$/u.test(verb) || NO_VERB.test(verb) || /[a-z]{2}(?:[a-z]ing|[^e]ed)$/u.test(verb)) return undefined;
  // After "you should" and "do not" the verb needs no further sign.
  if (led !== '' || isDenied ? !isBaseForm(verb) : !opensOrder(rest)) return undefined;
  // "Don't forget to add" asks for it.
  const negative = isDenied && !/\bforget\b/iu.test(led);
  const object = more.join(' ');
  return {
    ...orderOf(verb, /\bbetter\b/iu.test(led) ? withRather(object) : object),
    adverb: adverb.toLowerCase(),
    negative,
  };
}

export function isBaseForm(verb: string): boolean {
  if (TEXT_ACTS.has(verb) || WORK_ACTS.has(verb) || verb === 'be' || verb === 'have') return true;
  return !/(?:ing|[^e]ed|ly)$/u.test(verb) && tag(`to ${verb}`)[1]?.is('Infinitive') === true;
}

/** "Let readers see": a verb of its own belongs to the object. */
const CAUSES = /^(?:let|make|help|have|see|watch)$/u;
/** Only so many words tell whether a sentence opens with an order. */
const OPENING_WORDS = 9;
const DETERMINER = /^(?:an?|the|your|each|every|any|all|one|two|three)$/u;
const OPENS_OBJECT =
  /^(?:an?|the|your|each|every|any|all|this|that|these|those|it|them|yourself|one|two|three|what|how|why|who)$/u;

function opensOrder(text: string): boolean {
  const words = tag(text.split(' ').slice(0, OPENING_WORDS).join(' ')).filter((word) => word.text !== '');
  const [first, second] = words;
  if (first === undefined || second === undefined || first.after.trim() !== '') return false;
  const known = TEXT_ACTS.has(first.lower) || WORK_ACTS.has(first.lower) || first.lower === 'be';
  const tagged = first.is('Infinitive', 'Imperative');
  if (OPENS_OBJECT.test(second.lower) || second.is('Possessive'))
    return (
      known ||
      (tagged && !/^(?:that|one|two|three)$/u.test(second.lower)) ||
      (isPlainNoun(first) && DETERMINER.test(second.lower))
    );
  if (!known || (first.is('Adjective') && !tagged)) return false;
  // "Detail shows competence" is a statement, "List facts with dates" an order.
  if (isTextPart(first.lower) && (!second.is('Plural') || words[2]?.is('Noun') === true)) return false;
  return (CAUSES.test(first.lower) || !isSubject(words.slice(1))) && !isLabel(first, words.slice(1));
}

/** "Phrase each item", "Word each item": no noun stands before a determiner. */
function isPlainNoun(word: TaggedWord): boolean {
  return word.is('Noun') && !word.is('Adjective', 'Plural', 'Pronoun', 'ProperNoun', 'Value');
}

/** "Cover letters should …", "Cook also says …": a finite verb follows before anything that an order's object would bring. */
function isSubject(rest: readonly TaggedWord[]): boolean {
  for (const [index, word] of rest.entries()) {
    if (index > 0 && word.is('PresentTense') && rest[index - 1]?.is('Plural') === true) return true;
    if (word.is('Modal', 'Copula') || /^(?:has|does|have|do|can|will)$/u.test(word.lower)) return true;
    if (word.is('PresentTense') && !word.is('Infinitive') && !word.is('Gerund') && !isTextPart(word.lower)) return true;
    if (word.is('Determiner', 'Preposition') || word.is('Conjunction', 'Pronoun')) return false;
    if (word.is('QuestionWord')) return false;
    if (word.after.trim() !== '') return false;
  }
  return false;
}

/** "It is better to leave out a date than to guess it" */
function withRather(object: string): string {
  const [before = '', ...after] = object.split(/ than (?:to )?/iu);
  const compares = tag(before).some((word) => word.is('Comparative') || /^(?:more|less|fewer)$/u.test(word.lower));
  return after.length !== 1 || compares ? object : `${before} rather than ${after.join('')}`;
}

/** "Review process", "List of duties", "Work experience": a noun, and nothing that only an object would bring. */
function isLabel(first: TaggedWord, rest: readonly TaggedWord[]): boolean {
  if (first.is('Infinitive') && !isTextPart(first.lower)) return false;
  const [second, ...more] = rest;
  if (second === undefined || second.lower === 'of') return true;
  return (
    more.length === 0 &&
    second.is('Noun') &&
    !second.is('Plural') &&
    !second.is('ProperNoun') &&
    !/^quotation\d/u.test(second.lower)
  );
}
