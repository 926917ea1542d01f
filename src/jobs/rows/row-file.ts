/** A file of rows, which a later run continues. */
import { fstatSync, writeSync } from 'node:fs';
import { constants, open } from 'node:fs/promises';
import { InputError, UnavailableError } from '../../domain/errors.ts';
import type { z } from 'zod';
import { EarlierRow, type PrecomputedRow } from '../../precompute/precomputed-row.ts';
import { printableJson, printableJsonText } from '../../text/printable.ts';
import { createTurns } from '../../text/turns.ts';
import { lineText, readLines, type Line } from '../../data/lines.ts';
import { notWritable, notWritten, placeOf } from '../../data/output-file.ts';
import type { OutputRow, RowOutput } from './row-output.ts';
import { createRowsAside } from './rows-aside.ts';

export interface OpenedRowOutput<Row extends OutputRow> extends RowOutput<Row> {
  close(): Promise<void>;
}

/** The schema of rows, and their names in messages. */
export interface RowKind<Row> {
  readonly schema: z.ZodType<Row>;
  readonly command: string;
  /** Names the file. */
  readonly flag: string;
}

export const precomputedRows: RowKind<PrecomputedRow> = {
  schema: EarlierRow,
  command: 'precompute',
  flag: '--out',
};

/**
 * @param name of the file, as the user wrote it
 * @throws InputError where it cannot be written, or is a file of something else
 */
export async function openRowFile<Row extends OutputRow>(
  name: string,
  kind: RowKind<Row>,
): Promise<OpenedRowOutput<Row>> {
  const place = await placeOf(name);
  const { path } = place;
  const aside = createRowsAside(name, place);
  const file = await open(path, constants.O_RDWR | constants.O_CREAT).catch((error: unknown) => {
    throw notWritable(name, error);
  });
  /** In bytes from the start, of each row that an earlier run left. */
  const ends: number[] = [];
  let size = 0;
  let syncedMs = performance.now();
  const turn = createTurns();
  const sync = async () => {
    await file.datasync();
    syncedMs = performance.now();
  };
  const written = (work: () => Promise<void>) =>
    work().catch((error: unknown) => {
      throw notWritten(name, error);
    });

  return {
    earlier: async function* () {
      const ids = new Set<string>();
      for await (const line of readLines(file.createReadStream(WHOLE_FILE))) {
        const row = rowOf(line, name, kind);
        if (row === null) break;
        ends.push((ends.at(-1) ?? 0) + line.bytes.length + 1);
        ids.add(row.id);
        yield row;
      }
      // What a killed run had set aside, and not written again.
      let start = 0;
      for await (const line of aside.lines()) {
        const row = rowOf(line, aside.name, kind);
        if (row !== null && !ids.has(row.id)) {
          ids.add(row.id);
          aside.missed(start, line);
          yield row;
        }
        start += line.bytes.length + 1;
      }
    },
    keepFirst: (count) =>
      written(async () => {
        const end = ends.at(-1) ?? 0;
        size = ends[Math.min(count, ends.length) - 1] ?? 0;
        // Before they are cut off: a kill at any moment leaves them in one of the files.
        if (size < end) await aside.put(readLines(file.createReadStream({ ...WHOLE_FILE, start: size, end: end - 1 })));
        await file.truncate(size);
        for await (const line of aside.take(Math.max(0, count - ends.length))) {
          await file.write(line, 0, line.length, size);
          size += line.length;
        }
      }),
    finish: () =>
      written(async () => {
        await sync();
        await aside.clear();
      }),
    append: (row) => append(printableJson(row)),
    appendJson: (json) => append(printableJsonText(json)),
    close: async () => {
      try {
        await written(sync);
      } finally {
        await Promise.all([file.close(), aside.close()]);
      }
    },
  };

  function append(json: string): Promise<void> {
    return written(async () => {
      // Not from the pool of threads: both take microseconds, and rows that are all at hand hardly more.
      if (fstatSync(file.fd).size !== size)
        throw new UnavailableError(`${name} has been changed by another process.`, {
          advice: 'Let one run at a time write to it, then run again: what was found is kept.',
        });
      const bytes = Buffer.from(`${json}\n`);
      // In one write, unless the system takes less of it at once.
      for (let done = 0; done < bytes.length;) {
        const taken = writeSync(file.fd, bytes, done, bytes.length - done, size);
        done += taken;
        size += taken;
      }
      if (performance.now() - syncedMs >= SYNC_INTERVAL_MS) await sync();
      // Nothing is waited for where all rows are at hand: signals and progress have their turn here.
      await turn();
    });
  }
}

/** A power cut may cost the rows of this time: their work is in the store. */
const SYNC_INTERVAL_MS = 1_000;

/** In pieces of several rows. */
const WHOLE_FILE = { start: 0, autoClose: false, highWaterMark: 1_048_576 };

/** How every row begins: a file that ends in half a row is told from one of something else. */
const BEGINNING = '{"id":"';

/** Null for what is left of a row whose writing was cut short. */
function rowOf<Row>(line: Line, name: string, { schema, command, flag }: RowKind<Row>): Row | null {
  try {
    if (line.isWhole) return schema.parse(JSON.parse(lineText(line, name)));
    const beginning = line.bytes.subarray(0, BEGINNING.length).toString('latin1');
    if (BEGINNING.startsWith(beginning)) return null;
    throw new Error('it begins otherwise');
  } catch (error) {
    throw new InputError(`${flag} ${name}, line ${line.number}: it is no row of ${command}.`, {
      advice: `Name another file with ${flag}. Nothing in this one was changed.`,
      cause: error,
    });
  }
}
