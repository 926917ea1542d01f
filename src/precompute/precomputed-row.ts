/** One line of what `precompute` writes: an instruction's set, or why there is none. Deterministic, like a set's content. */
import { z } from 'zod';
import { SCHEMA_VERSION, StoredContent, type CriteriaSetContent } from '../domain/criteria-set.ts';
import { InputError } from '../domain/errors.ts';
import { CriteriaSetId } from '../domain/ids.ts';
import { jsonIn } from '../text/parse-json.ts';

const base = {
  /** As the input calls the instruction. */
  id: z.string().min(1),
  /** The key of the discovery: the row holds as long as it stays the same. */
  key: z.string().regex(/^[0-9a-f]{64}$/),
};

function rowWith(content: z.ZodType<CriteriaSetContent>) {
  const set = z.strictObject({ id: CriteriaSetId, content });
  return z.discriminatedUnion('status', [
    z.strictObject({ ...base, status: z.literal('done'), set }),
    /** All went well, and nothing was found: the record says what was looked at. */
    z.strictObject({ ...base, status: z.literal('no-criteria'), reason: z.string(), set }),
    /** Something was found, but a server did not answer all that was asked: the next run asks for the rest. */
    z.strictObject({ ...base, status: z.literal('incomplete'), reason: z.string(), set }),
    z.strictObject({
      ...base,
      status: z.literal('failed'),
      reason: z.string(),
      /** A server fell silent: the next run asks again. */
      isUnanswered: z.literal(true).exactOptional(),
    }),
  ]);
}

export const PrecomputedRow = rowWith(StoredContent);
export type PrecomputedRow = z.infer<typeof PrecomputedRow>;

const Versioned = z.looseObject({ schemaVersion: z.int().max(SCHEMA_VERSION) });
/** A row of our own output: its key says whether it holds, so that no set in it has to be read. */
export const EarlierRow = rowWith(z.custom<CriteriaSetContent>((content) => Versioned.safeParse(content).success));

/** For readers of other files of ours. @throws InputError where the text is such rows */
export function refuseRows(text: string, place: string): void {
  const [first = ''] = text.split('\n', 1);
  if (!EarlierRow.safeParse(jsonIn(first)).success) return;
  throw new InputError(`${place}: this is what “precompute” writes, a row for each task.`, {
    advice:
      '“npx groundrule list” shows the sets of the store, “npx groundrule show ID” one of them (its id is a row’s set.id); “npx groundrule cache export” makes a cache file of them.',
  });
}
