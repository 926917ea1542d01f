/** The table of an experiment's file: rows and columns as a paper prints them, and the values that it published. */
import { z } from 'zod';
import { Text, whole } from '../judge/checklists/file-fields.ts';
import { AVERAGES } from '../measure/figure.ts';

export const Id = Text.max(60, 'should have at most 60 characters');

/** What a cell is of: what its row says, and its column. */
const Of = {
  model: Id.optional(),
  /** The id of a mode or a protocol. What a row and a column both name is joined, with a space between: `baseline` and `k = 1`. */
  system: Id.optional(),
  /** Several: their average, in which a list among them counts as one. Absent in both: all data. */
  data: z
    .union([Id, z.array(z.union([Id, z.array(Id).min(1)])).min(1)], 'should be an id, or a list of ids and of lists')
    .optional(),
  /** The metric, a dot, and its measure: `agreement.accuracy`; joined in the same way: `cost.rating` and `calls`. */
  measure: Text.optional(),
};

const Unit = {
  /** Values are shown, and were published, in per cent. */
  percent: z.boolean().optional(),
  /** Values are shown, and were published, so many times as large; of WB-Score 10. */
  times: z.number('should be a number').positive('should be above 0').optional(),
  places: whole(0, 6).optional(),
};

const Column = z.strictObject({ head: Text, ...Of, ...Unit });

const TableRow = z
  .strictObject({
    /** Default: the model and the system. */
    head: Text.optional(),
    ...Of,
    /** In the order of the columns; null: the paper has none. */
    published: z.array(z.number('should be a number or null').nullable()).optional(),
    /** The sum of the rows above, in columns for which the paper has a value: of several models. */
    total: z.literal(true).optional(),
    /** Why the row is not measured here. */
    notMeasured: Text.optional(),
  })
  .refine(({ head, model, system }) => head !== undefined || model !== undefined || system !== undefined, {
    error: 'should have a head, a model or a system',
  });
export type TableRow = z.infer<typeof TableRow>;

export const Table = z
  .strictObject({
    /** The paper, and its table or figure. */
    source: Text.optional(),
    /** Of several sets of data: each counts the same (default), or by the items that it was taken over. */
    average: z.enum(AVERAGES).optional(),
    ...Of,
    ...Unit,
    columns: z.array(Column).min(1, 'should not be empty'),
    /** Default: every model with every system. */
    rows: z.array(TableRow).min(1, 'should not be empty').optional(),
  })
  .superRefine(({ columns, rows = [] }, context) => {
    rows.forEach(({ published }, at) => {
      if (published !== undefined && published.length !== columns.length)
        context.addIssue({
          code: 'custom',
          path: ['rows', at, 'published'],
          message: `has ${published.length} values; the table has ${columns.length} columns`,
        });
    });
  });
export type Table = z.infer<typeof Table>;
