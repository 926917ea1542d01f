/** Reads which of two texts a judge prefers from an answer of any form. */
import { done, unscored, type Outcome } from '../../domain/outcome.ts';
import {
  CHOICE_VOCABULARY,
  findChoices,
  type Choice,
  type ChoiceStatement,
} from '../verdict/find-choices.ts';
import { plainText } from '../verdict/plain-text.ts';

export type { Choice } from '../verdict/find-choices.ts';

/**
 * Knows the texts as output, response, answer, … A and B, 1 and 2, first and second. A choice counts where it stands
 * alone, after a label or in a field, or is the conclusion of a sentence that is complete; contradictions count as
 * none, unless the last one concludes ("Therefore, …").
 * @param raw the whole answer, reasoning blocks included
 */
export function readChoice(raw: string): Outcome<Choice> {
  if (raw.trim() === '') return unscored('The answer is empty.');
  const { lines, problem } = plainText(raw, CHOICE_VOCABULARY, undefined);
  if (problem !== null) return unscored(problem);
  const { statements, corrections } = findChoices(lines);
  const turn = corrections.filter((at) => statements.some((statement) => statement.at < at)).at(-1);
  const standing = statements.filter(({ at }) => turn === undefined || at > turn);
  if (turn !== undefined && standing.length === 0) return unscored('The answer takes its choice back.');
  const labelled = standing.filter(({ isLabelled }) => isLabelled);
  const last = (labelled.length > 0 ? labelled : standing).at(-1);
  if (last === undefined) return unscored('The answer states no choice.');
  return last.final
    ? agreed(standing.filter(({ at }) => at >= last.at))
    : agreed(labelled.length > 0 ? labelled : standing);
}

function agreed(statements: readonly ChoiceStatement[]): Outcome<Choice> {
  const choices = new Set(statements.map(({ choice }) => choice));
  const [choice] = choices;
  return choice === undefined || choices.size > 1 ? unscored('The answer contradicts itself.') : done(choice);
}
