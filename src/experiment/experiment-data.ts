/** An experiment with its data. */
import type { TaskRow } from '../data/row.ts';
import { taskKey } from '../domain/task.ts';
import type { DataFile, Experiment } from './experiment-file.ts';
import type { GivenScores } from './load-scores.ts';

/** Read before anything is asked. */
export interface LoadedData extends DataFile {
  readonly rows: readonly TaskRow[];
  /** Why other rows are left out: their instruction or context cannot be used. */
  readonly unusable: readonly string[];
  /** Of the file that says what responses are truly worth, if the data name one. */
  readonly trueScores?: GivenScores | undefined;
  /** Of the bytes of its files one after another, in hex. */
  readonly sha256: string;
}

export interface LoadedExperiment extends Omit<Experiment, 'data'> {
  readonly data: readonly LoadedData[];
  /** Of the baselines that have a file of them, by id. */
  readonly scores: ReadonlyMap<string, GivenScores>;
  /** Of the modes that have a file of them, by id. */
  readonly lists: ReadonlyMap<string, readonly TaskRow[]>;
  /** The file, as it was. */
  readonly text: string;
}

/** The first row of each task. */
export function tasksOf(rows: readonly TaskRow[]): readonly TaskRow[] {
  return [...new Map([...rows].reverse().map((row) => [taskKey(row.task), row])).values()].reverse();
}
