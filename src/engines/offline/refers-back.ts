/** Whether a sentence refers to something outside itself. */
import { spelledNumbers } from '../../text/number-words.ts';
import { isReceiver, isTextPart } from './lexicon.ts';
import type { TaggedWord } from './tagger.ts';

const SINGULAR = /^(?:it|its|itself)$/u;
const PLURAL = /^(?:they|them|their|theirs|themselves)$/u;
const PERSON = /^(?:he|she|him|her|his|hers)$/u;

/**
 * Pronouns need a noun that fits before them in the same sentence; "this" and the like always point out of it.
 * @param isQuestion then "this project" is what the text is about
 */
export function refersBack(all: readonly TaggedWord[], isQuestion: boolean): boolean {
  const seen = { singular: false, plural: false, several: false };
  for (const [index, word] of all.entries()) {
    const base = word.lower.replace(/'.*$/u, '');
    const next = all[index + 1];
    const ofSubject = isQuestion && base === 'this' && next?.is('Noun') === true;
    if ((!ofSubject && pointsOut(base, next?.lower ?? '')) || (base === 'that' && isDemonstrative(all, index)))
      return true;
    if (SINGULAR.test(base) && !seen.singular && !isExpletive(all[index - 1]?.lower ?? '', next)) return true;
    if ((PLURAL.test(base) && !seen.plural) || (PERSON.test(base) && !seen.singular)) return true;
    const isLast = next === undefined || word.after.trim() !== '' || next.is('Preposition') || next.lower === 'one';
    if (
      /^(?:ones?|others?|both|either|neither|another|each|yours)$/u.test(base) &&
      isLast &&
      index > 0 &&
      (base === 'each' ? !seen.several : !seen.singular && !seen.plural)
    )
      return true;
    // "Separate what happened from what caused it": the clause is a thing.
    if (/^(?:what|whatever)$/u.test(base)) seen.singular = true;
    if (!word.is('Noun', 'Pronoun')) continue;
    seen.several ||= word.is('Plural');
    // The parts of a text have no "their"; readers and things of the world do.
    if (word.is('Plural') || isReceiver(base)) seen.plural ||= isReceiver(base) || !isTextPart(base);
    else seen.singular = true;
    if (word.is('ProperNoun') || /^(?:someone|somebody|anyone|everyone|person|reader)$/u.test(base)) seen.plural = true;
  }
  return false;
}

function pointsOut(word: string, next: string): boolean {
  if (word === 'both') return !/^(?:and|the|an?|quotation\d+)$/u.test(next);
  // "Below 90 seconds" says of what.
  if (/^(?:above|below)$/u.test(word))
    return !/^(?:\d.*|an?|the|your|each|about)$/u.test(next) && spelledNumbers(next).length === 0;
  if (/^(?:yours|here|former|latter|aforementioned)$/u.test(word)) return true;
  if (word === 'there') return !/^(?:is|are|was|were|should|must|may|can)$/u.test(next);
  if (word === 'such') return next !== 'as';
  if (word === 'those') return !/^(?:who|that|which|of)$/u.test(next);
  return word === 'this' || word === 'these';
}

/** "Make it clear that". */
function isExpletive(before: string, next: TaggedWord | undefined): boolean {
  return (
    /^(?:make|makes|whether|if|when|because|that|find)$/u.test(before) &&
    (next?.is('Adjective') === true || next?.lower === 'is')
  );
}

/** "Do that", "in that case", "when that is so": neither a conjunction nor a relative pronoun. */
function isDemonstrative(all: readonly TaggedWord[], index: number): boolean {
  const [before, word, next] = [all[index - 1], all[index], all[index + 1]];
  if (next === undefined || (word?.after.trim() ?? '') !== '') return true;
  if (isTextPart(next.lower) && !next.is('Plural') && all[index + 2]?.is('Verb') !== true) return true;
  if (/^(?:when|if|as|because|where)$/u.test(before?.lower ?? '')) return next.is('Copula');
  return (
    before?.is('Preposition', 'Infinitive') === true &&
    next.is('Noun') &&
    !next.is('Pronoun') &&
    !next.is('Plural') &&
    all[index + 2]?.is('Verb') !== true
  );
}
