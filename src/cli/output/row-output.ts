/** Where finished rows go: to stdout, or to a file that a later run continues. */
import { Readable } from 'node:stream';
import type { OutputRow } from '../../jobs/rows/row-output.ts';
import { openRowFile, type OpenedRowOutput, type RowKind } from '../../jobs/rows/row-file.ts';
import { printableJson } from '../../text/printable.ts';
import type { Shell } from '../shell.ts';
import { writeAll } from './open-output.ts';

/**
 * @param path null for stdout
 * @throws InputError as `openRowFile`
 */
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
