/** Reads a clause as advice. */
import type { AdviceCore, AdviceForm } from './advice-form.ts';
import { readDemand, readPraise, readWish } from './demand.ts';
import { readImperative } from './imperative.ts';
import { clean, lowerFirst, wordAt } from './tokens.ts';
import { isBaseVerb } from './verbs.ts';
import { DISCOURSE_OPENERS, FRONTED } from './vocabulary.ts';

/** "Compare ⟦0⟧ with ⟦1⟧" shows the guide's reader something. */
const POINTS_AT_WORDING =
  /^(?:compare|contrast|take|see|look at|note|notice|consider|recall|think of|try|read|imagine|picture|swap|replace)\b[^,]{0,20}⟦/iu;

/** "Say more and the reader has gone": an order only in form; what follows tells what comes of it. */
const IF_YOU_DO =
  /^[^,;:]+ and (?:you|it|they|he|she|nobody|everyone|everybody|people|readers?|(?:the|your|an?) [\w-]+)(?:['’]ll| \w+ly)? (?:will|would|has|have|is|are|can|gets?|loses?|wins?|stops?|starts?|begins?|becomes?|feels?|goes|comes)\b/iu;

/** What a table's row or a label is about; any other quotation in a lead is sample wording. */
const IN_LABELLED_PART = /^in the part on ⟦\d+⟧$/iu;

/**
 * Reads one clause (quotations masked). Undefined where it is no advice.
 * @param isWhole tells whether a noun phrase names the whole text.
 */
export function readAdvice(clause: string, isWhole: (nounPhrase: string) => boolean): AdviceForm | undefined {
  const sentence = withoutColon(withoutOpeners(clause.trim()));
  if (/\?["”’)]*$/u.test(sentence)) return undefined;
  if (
    POINTS_AT_WORDING.test(sentence) ||
    (IF_YOU_DO.test(sentence) &&
      !/\b(?:that|what|who|how|why|where|when|whether|so|which|should|must|make sure|ensure|check)\b/iu.test(
        sentence,
      ))
  )
    return undefined;
  const direct = readCore(sentence, isWhole);
  if (direct !== undefined) return { ...direct, lead: null };
  const first = wordAt(sentence.split(' '), 0);
  if (!FRONTED.has(first)) return undefined;
  for (let comma = sentence.indexOf(', '); comma !== -1; comma = sentence.indexOf(', ', comma + 1)) {
    const core = readCore(withoutOpeners(sentence.slice(comma + 2)), isWhole);
    const lead = sentence.slice(0, comma);
    if (core !== undefined && (IN_LABELLED_PART.test(lead) || !/[:⟦]/u.test(lead)))
      return { ...core, lead: lowerFirst(lead) };
  }
  return undefined;
}

/** A colon at the end leads to samples of what is asked, or to what the sentence alone does not say. */
function withoutColon(sentence: string): string {
  return sentence.replace(/:$/u, '');
}

function readCore(sentence: string, isWhole: (nounPhrase: string) => boolean): AdviceCore | undefined {
  const tokens = sentence.split(/\s+/u).filter((token) => token !== '');
  if (tokens.length < 2) return undefined;
  const there = /^there (?:should|must) be (.+)$/iu.exec(sentence);
  if (there?.[1] !== undefined)
    return { subject: null, verbPhrase: `have ${there[1]}`, negative: false, declared: false };
  return (
    readImperative(tokens) ?? readWish(tokens) ?? readDemand(tokens, isWhole) ?? readPraise(tokens, isWhole)
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
