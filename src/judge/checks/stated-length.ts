/** The lengths that an instruction states for the whole response, as checks; what is not plain is no bound. Pure. */
import type { Check } from '../../domain/check.ts';
import type { Task } from '../../domain/task.ts';
import { sentences } from '../../text/sentences.ts';
import { readWording, recognizeCheck, REFUSED } from './recognize-check.ts';

type Length = Extract<Check, { kind: 'count' }>;

const MEASURE = /^(?:word|sentence|paragraph|line|character)s?$/u;
/** The most words of a bound before its measure ("at least 2 but no more than 4") and after it ("or fewer"). */
const WORDS_BEFORE = 9;
const WORDS_AFTER = 2;
/** A bare number may be that of a text that is given; these say that it is the response's. */
const EXACT = /\b(?:exactly|precisely)\b|^in /u;
const NEW_TEXT = /^(?:please )?(?:write|compose|draft|create|produce) (?:me |us )?an? (\d+ words?)\b/u;

/** None of a measure that is bounded in two ways. */
export function statedLengths(task: Task | null): readonly Length[] {
  const found = sentences(task?.instruction ?? '').flatMap((sentence) => lengthsIn(readWording(sentence).text));
  const byKey = new Map(found.map((length) => [`${length.unit} ${length.min} ${length.max}`, length]));
  return [...byKey.values()].filter(({ unit }, _index, all) => all.filter((each) => each.unit === unit).length === 1);
}

function lengthsIn(sentence: string): readonly Length[] {
  if (REFUSED.test(sentence)) return [];
  const target = NEW_TEXT.exec(sentence)?.[1];
  const words = (target === undefined ? sentence : sentence.replace(target, `about ${target}`))
    .replace(/[,;:()]/gu, ' ')
    .split(/\s+/u);
  return words.flatMap((word, index) => (MEASURE.test(word) ? (longestAt(words, index) ?? []) : []));
}

function longestAt(words: readonly string[], measure: number): Length | null {
  for (let first = Math.max(0, measure - WORDS_BEFORE); first < measure; first += 1)
    for (let end = measure + 1 + WORDS_AFTER; end > measure; end -= 1) {
      const wording = words.slice(first, end).join(' ');
      const check = recognizeCheck(wording);
      if (check?.decides !== 'all' || check.rule.kind !== 'count') continue;
      return check.rule.min !== check.rule.max || EXACT.test(wording) ? check.rule : null;
    }
  return null;
}
