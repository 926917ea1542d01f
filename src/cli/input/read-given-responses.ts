/** The responses to judge: texts, or the rows of files. */
import { readResponses } from '../../data/read-responses.ts';
import { readRows } from '../../data/read-rows.ts';
import type { Reader } from '../../data/read-text.ts';
import type { NamedResponse } from '../../domain/comparison.ts';
import type { Task } from '../../domain/task.ts';
import type { dataFlags, JudgingFlags, ValuesOf } from '../flags.ts';
import { rowMapping } from '../../data/benchmarks.ts';

export interface GivenResponse extends NamedResponse {
  /** What it is judged by; null: what all are. */
  readonly criteria: readonly string[] | null;
  readonly task: Task | null;
  readonly reference: string | null;
}

/**
 * Texts, or with `--data` the responses of rows, each with what its row says.
 * @throws InputError where one cannot be read, or there is none; CancelledError
 */
export async function readGivenResponses(
  reader: Reader,
  references: readonly string[],
  flags: ValuesOf<typeof dataFlags> & Pick<JudgingFlags, 'checklist' | 'set'>,
): Promise<readonly GivenResponse[]> {
  const { data = [], limit, checklist, set } = flags;
  const texts = await readResponses(reader, references);
  const given: GivenResponse[] = texts.map((text) => ({ ...text, criteria: null, task: null, reference: null }));
  const isGiven = (checklist ?? set) !== undefined;
  for (const file of data)
    for (const row of await readRows(reader, file, rowMapping(flags), ['responses', 'instruction'])) {
      const criteria = isGiven || row.criteria.length === 0 ? null : row.criteria;
      for (const { name, response } of row.responses)
        given.push({ name, response, criteria, task: row.task, reference: row.reference });
    }
  return given.slice(0, limit);
}
