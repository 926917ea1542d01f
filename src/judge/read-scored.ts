/** Responses that people scored from 1 to 5, from rows of tasks. */
import { readRows } from '../data/read-rows.ts';
import type { RowMapping } from '../data/benchmarks.ts';
import type { Reader } from '../data/read-text.ts';
import { InputError } from '../domain/errors.ts';
import type { ScoredResponse } from './ablate.ts';

/** @throws InputError where a row does not fit; CancelledError where the reader is stopped */
export async function readScored(
  reader: Reader,
  file: string,
  mapping: RowMapping,
): Promise<readonly ScoredResponse[]> {
  const rows = await readRows(reader, file, mapping, ['responses', 'scores']);
  return rows.flatMap(({ place, task, responses }) =>
    responses.map(({ name, response, score }) => {
      if (score === null || score < 1 || score > 5)
        throw new InputError(`${place}: each response should have a score from 1 to 5.`);
      return { name, response, score, task };
    }),
  );
}
