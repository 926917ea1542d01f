/** Demands: "The title should name the finding", "Every claim needs a source", "A good ending answers the opening". */
import type { AdviceCore } from './advice-form.ts';
import { isReceiver } from './receivers.ts';
import { CLAUSE_EDGE, clean, isPlural, isTextPart, lowerFirst, wordAt } from './tokens.ts';
import { baseOfParticiple, baseOfThirdPerson, isBaseVerb } from './verbs.ts';
import {
  ADVERBS,
  AUXILIARIES,
  DETERMINERS,
  FRONTED,
  MAKERS,
  MODAL,
  PRAISE,
  PREPOSITIONS,
} from './vocabulary.ts';

const NO_SUBJECT = new Set(
  'i we it this that these those they he she there what which who here such one if when where because although though while since as unless once whether how why not something anything none another others both'.split(
    ' ',
  ),
);
/** Words after which "needs" is a noun, or the sentence no demand. */
const NO_DEMAND_BEFORE =
  /['’]s$|['’]$|^(?:seldom|rarely|hardly|often|never|no|not|don['’]t|doesn['’]t|didn['’]t|may|might|would|still|you|their|its|your|the|and|or|all)$/u;
const MAX_SUBJECT_WORDS = 9;
const STATE_OF_THINGS =
  /^(?:hard|difficult|easy|easier|harder|rare|common|scarce|born|made|found|worth|cheap|free|everywhere|known|often|sometimes|possible|impossible|like)$/u;
const WISH = /^(?:want|expect|need)$/u;

/** "The title should name the finding", "A plan needs a budget", "Listeners must be able to …". */
export function readDemand(
  tokens: readonly string[],
  isWhole: (nounPhrase: string) => boolean,
): AdviceCore | undefined {
  const modalAt = tokens.findIndex((token) => MODAL.test(clean(token)));
  if (modalAt < 1 || modalAt > MAX_SUBJECT_WORDS) return undefined;
  const subject = tokens.slice(0, modalAt).join(' ');
  if (/[,:;]/u.test(subject) || tokens.slice(0, modalAt).some((token) => CLAUSE_EDGE.has(clean(token))))
    return undefined;
  // "The facts nobody should have to ask for": a relative clause.
  if (
    modalAt > 1 &&
    /^(?:nobody|anybody|everybody|anyone|everyone|you|they|we|it)$/u.test(wordAt(tokens, modalAt - 1))
  )
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
    modal.startsWith('ha') &&
    (wordAt(rest, 0) !== 'to' || !(isWhole(lowerFirst(subject)) || isTextPart(wordAt(tokens, modalAt - 1))))
  )
    return undefined;
  if (modal === 'ought' || modal.startsWith('ha') || modal.startsWith('need')) {
    if (wordAt(rest, 0) === 'to') rest = rest.slice(1);
    else if (modal.startsWith('need') && !AUXILIARIES.has(wordAt(rest, 0)) && wordAt(rest, 0) !== 'not')
      needsNoun = true;
    else return undefined;
  }
  while (ADVERBS.test(wordAt(rest, 0)) && rest.length > 1) {
    if (/^(?:not|never)$/u.test(wordAt(rest, 0))) negative = true;
    rest = rest.slice(1);
  }
  if (modal.startsWith('need') && /^(?:nobody|nothing|few|no)$/u.test(wordAt(tokens, 0))) return undefined;
  // "An adviser needs to know" reports what a person needs; "the title needs to be short" demands.
  if (modal.startsWith('need') && !needsNoun && !isOfText(subject, isWhole)) return undefined;
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
export function readPraise(
  tokens: readonly string[],
  isWhole: (nounPhrase: string) => boolean,
): AdviceCore | undefined {
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
    // "Good questions are hard to invent" reports.
    if (verb === 'be' && STATE_OF_THINGS.test(wordAt(rest, 0))) return undefined;
    const phrase = [...(verb === 'do' ? [] : [verb]), ...(negative ? rest.slice(1) : rest)]
      .map((token, at, all) => (plural ? token : inBaseForm(token, at, all)))
      .join(' ');
    if (phrase.split(' ').length < 2 || !isBaseVerb(clean(phrase.split(' ')[0] ?? ''))) return undefined;
    return demandOf(subject.join(' '), phrase, negative, isWhole, true);
  }
  return undefined;
}

/** "Has a single image and comes back to it": the second verb follows the first. */
export function inBaseForm(token: string, index: number, all: readonly string[]): string {
  if (!/^(?:and|or)$/u.test(all[index - 1] ?? '')) return token;
  const next = clean(all[index + 1] ?? '');
  const base = baseOfThirdPerson(clean(token));
  return base !== undefined &&
    (DETERMINERS.has(next) || PREPOSITIONS.has(next) || /^(?:it|them|back|out|up|what|how|why)$/u.test(next))
    ? base
    : token;
}

function isOfText(subject: string, isWhole: (nounPhrase: string) => boolean): boolean {
  const head = clean(subject.split(' ').at(-1) ?? '');
  return (
    isTextPart(head) ||
    MAKERS.has(head) ||
    isReceiver(head) ||
    isWhole(lowerFirst(subject)) ||
    /^(?:each|every)\b/iu.test(subject)
  );
}

function demandOf(
  subject: string,
  verbPhrase: string,
  negative: boolean,
  isWhole: (nounPhrase: string) => boolean,
  declared: boolean,
): AdviceCore | undefined {
  const lower = lowerFirst(subject);
  // "The evidence belongs in the first part" asks to put it there.
  const placed = /^belong ((?:in|at|on|near|under|before|after|below|above|beside)\b.+)$/u.exec(verbPhrase);
  if (placed?.[1] !== undefined)
    return {
      subject: null,
      verbPhrase: `put ${lower} ${placed[1]}`,
      negative,
      declared,
    };
  const head = clean(lower.split(' ').at(-1) ?? '');
  if (MAKERS.has(head) || isWhole(lower)) return { subject: null, verbPhrase, negative, declared };
  if (isReceiver(head) && !lower.includes(' of ')) {
    if (declared) return undefined;
    const enabled = verbPhrase.replace(/^be able to /u, '');
    if (enabled.startsWith('be ') || negative) return undefined;
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

/** "Readers want to know what it costs" → tell them; "Visitors expect a date" → give it. */
export function readWish(tokens: readonly string[]): AdviceCore | undefined {
  const wishAt = tokens.findIndex((token) => WISH.test(clean(token)));
  if (
    wishAt < 1 ||
    wishAt > 3 ||
    !isReceiver(wordAt(tokens, wishAt - 1)) ||
    !isPlural(wordAt(tokens, wishAt - 1))
  )
    return undefined;
  const receivers = lowerFirst(tokens.slice(0, wishAt).join(' '));
  const rest = tokens.slice(wishAt + 1);
  const wish = (verbPhrase: string): AdviceCore => ({
    subject: null,
    verbPhrase,
    negative: false,
    declared: true,
  });
  if (wordAt(rest, 0) === 'to') {
    const told = rest.slice(2).join(' ');
    if (told === '') return undefined;
    if (/^(?:know|hear|learn|understand)$/u.test(wordAt(rest, 1))) return wish(`tell ${receivers} ${told}`);
    return /^(?:see|find)$/u.test(wordAt(rest, 1)) ? wish(`show ${receivers} ${told}`) : undefined;
  }
  return /^(?:an?|one|two|three)$/u.test(wordAt(rest, 0))
    ? wish(`give ${receivers} ${rest.join(' ')}`)
    : undefined;
}
