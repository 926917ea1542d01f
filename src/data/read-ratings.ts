/** A file of what people say of criteria: how useful each is, and whether it is obvious (EvalAgent, appendix E). */
import { z } from 'zod';
import { InputError } from '../domain/errors.ts';
import { parseTask, type Task } from '../domain/task.ts';
import { readMappedRows, type FieldNames } from './mapped-rows.ts';
import type { Reader } from './read-text.ts';

export const RATINGS = ['utility', 'obviousness'] as const;
export type RatingName = (typeof RATINGS)[number];

export const RATING_FIELDS = ['system', 'data', 'instruction', 'context', 'criterion', ...RATINGS] as const;

/** One criterion of one system, and what each person says of it; null: that person says nothing. */
export interface RatedCriterion extends Readonly<Record<RatingName, readonly (number | null)[]>> {
  readonly system: string;
  /** The data set; null: the row names none. */
  readonly data: string | null;
  readonly task: Task | null;
  readonly criterion: string;
}

const Text = z.string('should hold a text').min(1, 'should not be empty');
const TextOrNone = z.union([z.literal('').transform(() => null), Text.nullish()], 'should hold a text');
const WORDS: Readonly<Record<string, number>> = { yes: 1, true: 1, no: 0, false: 0 };

/** People's ratings, one or a list; an empty cell is none. */
function ratingsFrom(least: number, greatest: number) {
  const scale = `should hold whole numbers from ${least} to ${greatest}${least === 0 ? ', or yes and no' : ''}`;
  const Rating = z.int(scale).min(least, scale).max(greatest, scale).nullable();
  const numberOf = (given: unknown): unknown => {
    if (typeof given === 'boolean') return least === 0 ? Number(given) : given;
    if (typeof given !== 'string') return given ?? null;
    const word = given.trim().toLowerCase();
    if (word === '') return null;
    return (least === 0 ? WORDS[word] : undefined) ?? Number(word);
  };
  return z.preprocess((given: unknown) => [given].flat().map(numberOf), z.array(Rating));
}

const RatingRow = z.object({
  system: Text,
  data: TextOrNone.transform((data) => data ?? null),
  instruction: TextOrNone,
  context: TextOrNone,
  criterion: Text,
  utility: ratingsFrom(1, 3),
  obviousness: ratingsFrom(0, 1),
});

const advice =
  'Rows hold “system”, “criterion”, and “utility” (1–3), “obviousness” (0 or 1) or both, one or a list, perhaps also “instruction”, “context” and “data”; --field says what else they are called, such as --field utility=rater1,rater2.';

export async function readRatings(
  reader: Reader,
  reference: string,
  fieldNames: FieldNames,
): Promise<readonly RatedCriterion[]> {
  const shape = { names: RATING_FIELDS, schema: RatingRow, advice };
  const rows = await readMappedRows(reader, reference, fieldNames, shape);
  const isRated = rows.some((row) => RATINGS.some((name) => row[name].some((rating) => rating !== null)));
  if (!isRated) throw new InputError(`${reference} has no ratings.`, { advice });
  return rows.map(({ instruction, context, ...rated }) => ({
    ...rated,
    task: instruction == null ? null : parseTask(instruction, context ?? null),
  }));
}
