/** The notions that a piece of advice is about: words that mean much the same count as one. General English only. */
import { stem, words } from '../../text/words.ts';
import { STOP_WORDS } from '../../text/stop-words.ts';

/** Words that mean much the same in writing advice, a row each; the first stands for all. */
const SYNONYM_ROWS = `
  avoid skip omit drop exclude leave resist refrain
  name state say tell mention pose give specify identify announce report express
  show demonstrate illustrate present display reveal
  explain describe clarify define
  keep hold stay limit cap maximum below exceed restrict
  add include contain provide offer attach insert
  place set position
  write compose
  prefer choose pick select favour favor employ
  promise guarantee
  explain account
  example instance case illustration
  reader audience listener viewer recipient
  main central key core chief principal
  important essential crucial vital decisive
  number figure statistic
  specific concrete precise exact particular definite
  simple plain straightforward everyday
  short brief concise tight
  reason justification rationale
  job post role vacancy
  wording phrasing phrase
  cliche clichés cliché platitude
  citation reference
  aim purpose goal objective
  finding result outcome
  picture image photograph
  doubt worry concern hesitation misgiving
  claim statement assertion
  evidence proof
  opinion judgement judgment verdict view
  salary pay wage remuneration
  phone telephone
  abbreviation acronym initialism
  jargon terminology
  term expression
  dialogue speech
  people person human
  organisation organization company firm institution business
  scene moment
  cost price expense
  amount sum
  buyer customer purchaser shopper
  problem trouble difficulty
  gap unresolved unknown
  danger risk hazard
  advantage benefit gain
  feature characteristic attribute
  deadline date
  quotation quote
  listen talk
  repeat restate
  greeting salutation
  sender writer author
  order sequence
  objection counterargument
  change alter
  require request ask requested
  clear plainly clearly
  history background past
  recommendation proposal
  pace rhythm tempo
  metaphor comparison simile
  wander drift
  relevant pertinent
  remove dispel resolve
  summary summarise summarize
  timeline milestone schedule
  measure measurable
  quickly fast
  boring dull
  duplicate twice`;

/** Words of writing advice at large: alike in these alone, two pieces of advice need not say the same. */
const GENERAL_WORDS = `response text piece draft reader word sentence paragraph line section page part thing kind clear simple short long good strong
  specific main important detail point idea content name show explain keep add place write prefer avoid good better make
  sure ensur alwai should writer whole first last full open end order term wording read turn find know need want work help carry reach
  bring come look take call form way time number actual simply plain every main begin start close finish run hold let stand put sender
  matter mean serv serve fact subject particular single short longer possible new own minute second hour character percent half time readi people person top choose`;

/** Stop words that carry sense here when several of them come as a list ("who, what, where, when and why"). */
const QUESTION_WORD = /^(?:who|what|when|where|why|how)$/u;
const MIN_QUESTION_WORDS = 4;

/** Porter's stem throws "objection" and "object" together. */
const COUNTER = /^objections?$/u;
const stemOf = (word: string): string => (COUNTER.test(word) ? 'counterargu' : stem(word));

const synonyms = new Map(
  SYNONYM_ROWS.trim()
    .split('\n')
    .flatMap((row) => {
      const [first = '', ...rest] = row.trim().split(' ');
      return [first, ...rest].map((word) => [stemOf(word), stemOf(first)] as const);
    })
    .reverse(),
);
const general = new Set(GENERAL_WORDS.split(/\s+/u).map((word) => synonyms.get(stem(word)) ?? stem(word)));
const NONE: ReadonlySet<string> = new Set();
const VACUOUS = new Set([
  'last',
  'final',
  'first',
  'second',
  'should',
  'respons',
  'good',
  'alwai',
  'ensur',
  'sure',
  'honestli',
  'also',
  'earli',
  'somebodi',
  'someon',
  'straight',
  'awai',
  'whichev',
  'whatev',
]);

const GENERAL_WEIGHT = 0.35;

/** Turns of phrase that are one notion. */
const PHRASES: readonly (readonly [pattern: RegExp, word: string])[] = [
  [/\b(?:word for word|in (?:identical|exactly the same|the same) words)\b/giu, 'verbatim'],
  [/\bspell(?:s|ed|ing)? out\b/giu, 'expand'],
  [/\b(?:job titles?|(?<=\bnames? and (?:a |an )?)titles?)\b/giu, 'role'],
  [/\b(?:counter-?)?arguments? against\b|\bcounter-?arguments?\b/giu, 'objection'],
  [/\b(?:forward-looking|(?:a |the |clear )?next steps?|what happens next)\b/giu, 'sequel'],
  [/\btake[- ]home\b/giu, 'main'],
];

export function inOneWording(text: string): string {
  return PHRASES.reduce((changed, [pattern, word]) => changed.replace(pattern, word), text);
}

/**
 * The notions of the words, without function words, numbers and mere modality.
 * @param named stems of the name of the kind of text: it is in most advice and tells nothing
 */
export function conceptsOf(text: string, named: ReadonlySet<string> = NONE): Set<string> {
  const all = words(inOneWording(text)).flatMap((word) => word.split('-'));
  const found = new Set(
    all
      .filter((word) => word !== '' && !STOP_WORDS.has(word) && !/^\d/u.test(word))
      .map(stemOf)
      .filter((word) => !named.has(word))
      .map((word) => synonyms.get(word) ?? word)
      .filter((word) => !VACUOUS.has(word)),
  );
  const questions = new Set(all.filter((word) => QUESTION_WORD.test(word)));
  if (questions.size >= MIN_QUESTION_WORDS) for (const word of questions) found.add(word);
  return found;
}

/** True for words that advice on any kind of text uses. */
export function isGeneralConcept(concept: string): boolean {
  return general.has(concept);
}

/** 0–1: how much it tells that two pieces of advice share this notion. */
export function weightOf(concept: string): number {
  return general.has(concept) ? GENERAL_WEIGHT : 1;
}
