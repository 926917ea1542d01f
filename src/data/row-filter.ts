/** Which rows of a file are read, as papers choose them (EvalAgent, appendix A; TICK, appendix A). */
import { z } from 'zod';
import { wordCount, words } from '../text/words.ts';
import { valuesAt } from './values-at.ts';

const Text = z.string('should be a text').min(1, 'should not be empty');
const Values = z
  .record(
    z.string(),
    z.union([z.array(Text), Text.transform((value) => [value])], 'should be a text or a list').readonly(),
  )
  .readonly();

export const RowFilter = z.strictObject({
  /** By places in a row, as the file calls them: one of the values lies there. */
  where: Values.optional(),
  /** None of the values lies there. */
  unless: Values.optional(),
  /** Words, or several on end, of which the instruction has one at least, in whatever case. */
  keywords: z.array(Text, 'should be a list').min(1, 'should not be empty').readonly().optional(),
  /** A conversation of one turn, or an instruction that is no conversation. */
  singleTurn: z.literal(true, 'should be true').optional(),
  /** Of the instruction, at most. */
  maxWords: z.int('should be a whole number').min(1, 'should be at least 1').optional(),
});
export type RowFilter = z.infer<typeof RowFilter>;

/** Whether a row is wanted by what its fields hold. */
export function fitsFields(fields: Readonly<Record<string, unknown>>, { where = {}, unless = {} }: RowFilter): boolean {
  const holds = ([place, values]: readonly [string, readonly string[]]) =>
    valuesAt(fields, place).some(({ value }) => values.includes(String(value)));
  return Object.entries(where).every(holds) && !Object.entries(unless).some(holds);
}

/** Whether it is wanted by its instruction. @param before earlier turns of the conversation; null: there are none */
export function fitsInstruction(
  instruction: string,
  before: string | null,
  { keywords, singleTurn, maxWords }: RowFilter,
): boolean {
  if (singleTurn === true && before !== null) return false;
  if (maxWords !== undefined && wordCount(instruction) > maxWords) return false;
  if (keywords === undefined) return true;
  const found = spaced(instruction);
  return keywords.some((keyword) => wordCount(keyword) > 0 && found.includes(spaced(keyword)));
}

/** So that words are found as whole ones, and several in their order. */
function spaced(text: string): string {
  return ` ${words(text).join(' ')} `;
}
