/** Scores of responses by whatever gave them, such as a reward model, from a file. */
import { existsSync } from 'node:fs';
import type { TaskRow } from '../data/row.ts';
import { withTasks } from '../data/row.ts';
import { readRows, withResponses } from '../data/read-rows.ts';
import type { Reader } from '../data/read-text.ts';
import { taskKey } from '../domain/task.ts';

/** @returns the score of a response to a task; null: the file has none */
export type GivenScores = (row: Pick<TaskRow, 'task'>, response: string) => number | null;

/**
 * @param missing `if-there`: a file that is not there yet has no scores
 * @throws InputError that names the line and the field; CancelledError
 */
export async function loadScores(
  reader: Reader,
  path: string,
  missing: 'refused' | 'if-there' = 'refused',
): Promise<GivenScores> {
  if (missing === 'if-there' && !existsSync(path)) return () => null;
  const all = await readRows(reader, path, {}, ['instruction', 'responses', 'scores']);
  const rows = withTasks(withResponses(reader, path, all));
  const keyOf = (row: Pick<TaskRow, 'task'>, response: string) => JSON.stringify([taskKey(row.task), response.trim()]);
  const scores = new Map(
    rows.flatMap((row) => row.responses.map(({ response, score }) => [keyOf(row, response), score] as const)),
  );
  return (row, response) => scores.get(keyOf(row, response)) ?? null;
}
