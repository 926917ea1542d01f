/** The data of an experiment. */
import type { TaskRow } from '../data/row.ts';
import { taskKey } from '../measure/measured-list.ts';
import type { DataFile } from './read-experiment.ts';

/** Read before anything is asked. */
export interface LoadedData extends DataFile {
  readonly rows: readonly TaskRow[];
  /** Of the file's bytes, in hex. */
  readonly sha256: string;
}

/** The first row of each task. */
export function tasksOf(rows: readonly TaskRow[]): readonly TaskRow[] {
  return [...new Map([...rows].reverse().map((row) => [taskKey(row.task), row])).values()].reverse();
}
