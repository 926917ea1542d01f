/** Reads the verdict of a prose answer: one of the offered choices. */
import { done, unscored, type Outcome } from '../domain/outcome.ts';
import { LABEL, ownLines } from './own-words.ts';

const NOUN = '(?:output|response|answer|assistant|option|model|candidate|text|completion|version)';
const LABELLED = String.raw`${LABEL}(?: ?\([^()]*\))?(?: is:?|[:=]) ?`;
const LINE_END = String.raw`[.!]?$`;
/** "No, …", "No. …": not "No one", "4.5". */
const WORD_END = String.raw`(?:$|[.!,](?= |$))`;

/**
 * A verdict counts where the judge plainly states it: as the last line by itself ("NO", "Verdict: NO", "[[NO]]"), as the first
 * line or its first word ("No, …"), and in a comparison as the last sentence ("Therefore, Output (a) is better."). What stands
 * anywhere else may be quoted. If two of these differ, there is none.
 * @param raw the whole answer, reasoning blocks included
 * @param choices Two single characters are the sides of a comparison ("Response A"), with up to two choices for a tie. Whole
 *   numbers are scores ("4/5").
 */
export function readVerdict<const Choice extends string>(raw: string, choices: readonly Choice[]): Outcome<Choice> {
  const lines = ownLines(raw);
  if (lines === null) return unscored('The answer has JSON, or the end of a reasoning, beside its words.');
  const isPair = choices.every((choice, index) => (choice.length === 1) === index < 2) && choices.length <= 4;
  const forms = choices.map((choice, index) =>
    formOf(choice, isPair && index < 2 ? index : null, choices.at(-1) ?? ''),
  );
  const find = (text: string, before: string, after: string) =>
    choices.filter((_, index) => new RegExp(`^${before}${forms[index] ?? ''}${after}`, 'iu').test(text));

  const alone = (line: string) => [
    ...find(line, `(?:${LABELLED})?`, LINE_END),
    ...find(line, `(?:${LABELLED})?\\[\\[ ?`, ` ?\\]\\]${LINE_END}`),
  ];
  const lastSentence = lines.last.split(/(?<=[.!?]) /u).at(-1) ?? '';
  const stated = new Set([
    ...alone(lines.last),
    ...alone(lines.first),
    // "A. …" and "1. …" are items of a list.
    ...(choices.some((choice) => /^(?:.|\d+)$/u.test(choice)) ? [] : find(lines.first, '', WORD_END)),
    ...(isPair ? find(lastSentence, '(?:(?:therefore|overall), )?', ` is better${LINE_END}`) : []),
  ]);
  const [choice, other] = stated;
  if (choice === undefined) return unscored('The answer states no verdict by itself on its first or last line.');
  return other === undefined ? done(choice) : unscored('The answer contradicts itself.');
}

/** Choices are words of the user's own. @param side of a comparison: 0 or 1 */
function formOf(choice: string, side: number | null, highest: string): string {
  const literal = literally(choice);
  if (side !== null) return `(?:(?:${NOUN} )?(?:\\(${literal}\\)|${literal})|${NOUN} ${side + 1})`;
  return /^\d+$/u.test(choice) ? `${literal}(?: ?/ ?${literally(highest)})?` : literal;
}

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&').replace(/\s+/gu, ' ');
