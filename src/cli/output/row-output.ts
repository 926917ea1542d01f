/** Where finished rows go: to stdout, or to a file that a later run continues; and how far they have come. */
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Settings } from '../../config/settings.ts';
import type { ModelUsage } from '../../domain/model.ts';
import type { PrecomputeProgress } from '../../jobs/rows/precompute.ts';
import { renderRows, timeLeftMs } from '../../report/rows.ts';
import type { OutputRow } from '../../jobs/rows/row-output.ts';
import { openRowFile, type OpenedRowOutput, type RowKind } from '../../jobs/rows/row-file.ts';
import { printableJson } from '../../text/printable.ts';
import type { Shell } from '../shell.ts';
import { writeAll } from './open-output.ts';
import type { Progress } from './progress.ts';

/** @param path null for stdout */
export async function openRowOutput<Row extends OutputRow>(
  shell: Shell,
  path: string | null,
  kind: RowKind<Row>,
): Promise<OpenedRowOutput<Row>> {
  if (path !== null) return openRowFile(path, kind);
  return {
    earlier: () => Readable.from([]),
    keepFirst: async () => undefined,
    append: (row) => writeAll(shell.stdout, `${printableJson(row)}\n`),
    close: async () => undefined,
  };
}

/** What an earlier run left, for a plan, which makes no file; null: nothing. */
export async function openEarlierRows<Row extends OutputRow>(
  path: string | null,
  kind: RowKind<Row>,
): Promise<OpenedRowOutput<Row> | null> {
  const isThere = path !== null && (await stat(path).catch(() => null)) !== null;
  return isThere ? openRowFile(path, kind) : null;
}

/** Shows a run over rows with its pace and the time left. */
export function showRows(progress: Progress, usage: () => readonly ModelUsage[]): (rows: PrecomputeProgress) => void {
  const startMs = performance.now();
  let atStart: PrecomputeProgress | null = null;
  return (rows) => {
    atStart ??= rows;
    const elapsedMs = performance.now() - startMs;
    progress.status('rows', renderRows(rows, usage(), elapsedMs, timeLeftMs(atStart, rows, elapsedMs)));
  };
}

/** Calls of one batch wait together for hours: the more rows there are in it, the better. */
const IN_BATCHES = 256;

/** @param given by the user @param preset where calls go one by one */
export function rowsAtOnce(given: number | undefined, preset: number, { batchApi }: Settings): number {
  return given ?? (batchApi === null || batchApi === 'never' ? preset : IN_BATCHES);
}
