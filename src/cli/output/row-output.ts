/** Where finished rows go: to stdout, or to a file that a later run continues; and how far they have come. */
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Settings } from '../../config/settings.ts';
import type { ModelUsage } from '../../domain/model.ts';
import type { PrecomputeProgress } from '../../jobs/rows/precompute.ts';
import { endedOf, renderRowsUnderWay, timeLeftMs } from '../../report/rows.ts';
import type { OutputRow } from '../../jobs/rows/row-output.ts';
import { openRowFile, type OpenedRowOutput, type RowKind } from '../../jobs/rows/row-file.ts';
import { printableJson } from '../../text/printable.ts';
import type { Shell } from '../shell.ts';
import { writeAll } from './open-output.ts';
import type { Progress } from './progress.ts';

/**
 * @param path null for stdout
 * @param beforeLine of stdout: takes the live line away, which may stand on the same terminal
 */
export async function openRowOutput<Row extends OutputRow>(
  shell: Shell,
  path: string | null,
  kind: RowKind<Row>,
  beforeLine: () => void = () => undefined,
): Promise<OpenedRowOutput<Row>> {
  if (path !== null) return openRowFile(path, kind);
  return {
    earlier: () => Readable.from([]),
    keepFirst: async () => undefined,
    append: (row) => {
      beforeLine();
      return writeAll(shell.stdout, `${printableJson(row)}\n`);
    },
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

interface LastEnd {
  readonly ended: number;
  readonly atMs: number;
  readonly leftMs: number | null;
}

/** Shows a run over rows with its pace and the time left. */
export function showRows(progress: Progress, usage: () => readonly ModelUsage[]): (rows: PrecomputeProgress) => void {
  const startMs = performance.now();
  let atStart: PrecomputeProgress | null = null;
  let last: LastEnd = { ended: -1, atMs: 0, leftMs: null };
  return (rows) => {
    atStart ??= rows;
    const atMs = performance.now() - startMs;
    const ended = endedOf(rows);
    if (ended !== last.ended) last = { ended, atMs, leftMs: timeLeftMs(atStart, rows, atMs) };
    progress.status('rows', () => {
      const elapsedMs = performance.now() - startMs;
      // Until the next row ends it only becomes less; nothing is known once it is over.
      const leftMs = last.leftMs === null ? 0 : last.leftMs - (elapsedMs - last.atMs);
      return renderRowsUnderWay(rows, usage(), elapsedMs, leftMs > 0 ? leftMs : null);
    });
  };
}

/** Calls of one batch wait together for hours: the more rows there are in it, the better. */
const IN_BATCHES = 256;

/** @param given by the user @param preset where calls go one by one */
export function rowsAtOnce(given: number | undefined, preset: number, { batchApi }: Settings): number {
  return given ?? (batchApi === null || batchApi === 'never' ? preset : IN_BATCHES);
}
