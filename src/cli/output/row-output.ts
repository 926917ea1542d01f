/** Where the rows of `precompute` go: to stdout, or to a file that a later run takes up where this one stopped. */
import { constants, open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { InputError, UnavailableError } from '../../domain/errors.ts';
import { PrecomputedRow, type RowOutput } from '../../precompute/precomputed-row.ts';
import { printableJson } from '../../text/printable.ts';
import { lineText, readLines, type Line } from '../input/read-lines.ts';
import type { Shell } from '../shell.ts';
import { placeOf, reasonOf } from './open-output.ts';
import { writeAll } from './write-all.ts';

export interface OpenedRowOutput extends RowOutput {
  close(): Promise<void>;
}

/**
 * @param asked null for stdout
 * @throws InputError where `asked` cannot be written, or is a file of something else
 */
export async function openRowOutput(shell: Shell, asked: string | null): Promise<OpenedRowOutput> {
  if (asked !== null) return openRowFile(asked);
  return {
    earlier: () => Readable.from([]),
    keepFirst: async () => undefined,
    append: (row) => writeAll(shell.stdout, lineOf(row)),
    close: async () => undefined,
  };
}

function lineOf(row: PrecomputedRow): string {
  return `${printableJson(row)}\n`;
}

/** How every row begins: a file that ends in half a row is told from one of something else. */
const BEGINNING = '{"id":"';

async function openRowFile(asked: string): Promise<OpenedRowOutput> {
  const { path } = await placeOf(asked);
  const file = await open(path, constants.O_RDWR | constants.O_CREAT).catch((error: unknown) => {
    throw new InputError(`--out ${asked} cannot be written: ${reasonOf(error)}.`, {
      advice: 'Name a file in a folder that is there and that you may write to.',
      cause: error,
    });
  });
  const ends: number[] = [];
  let size = 0;
  const written = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (error instanceof UnavailableError) throw error;
      throw new UnavailableError(`${asked} could not be written: ${reasonOf(error)}.`, { cause: error });
    }
  };

  return {
    earlier: async function* () {
      for await (const line of readLines(file.createReadStream({ start: 0, autoClose: false }))) {
        if (!line.isWhole) requireTornRow(line, asked);
        else {
          const row = parseRow(line, asked);
          ends.push(line.end);
          yield row;
        }
      }
    },
    keepFirst: (count) =>
      written(async () => {
        size = ends[count - 1] ?? 0;
        await file.truncate(size);
      }),
    append: (row) =>
      written(async () => {
        if ((await file.stat()).size !== size)
          throw new UnavailableError(`${asked} has been changed by another process.`, {
            advice: 'Let one run at a time write to it, then run again: what was found is kept.',
          });
        size = await writeAt(file, size, Buffer.from(lineOf(row)));
        await file.datasync();
      }),
    close: () => file.close(),
  };
}

/** In one write, unless the system takes less of it at once. */
async function writeAt(file: FileHandle, start: number, bytes: Buffer): Promise<number> {
  let done = 0;
  while (done < bytes.length)
    done += (await file.write(bytes, done, bytes.length - done, start + done)).bytesWritten;
  return start + done;
}

function parseRow(line: Line, asked: string): PrecomputedRow {
  try {
    return PrecomputedRow.parse(JSON.parse(lineText(line, asked)));
  } catch (error) {
    throw notOurs(line, asked, error);
  }
}

/** What is left of a row whose writing was cut short. */
function requireTornRow(line: Line, asked: string): void {
  const beginning = line.bytes.subarray(0, BEGINNING.length).toString('latin1');
  if (!BEGINNING.startsWith(beginning)) throw notOurs(line, asked, undefined);
}

function notOurs({ number }: Line, asked: string, cause: unknown): InputError {
  return new InputError(`--out ${asked}, line ${number}: it is no row of precompute.`, {
    advice: 'Name another file, or take this one away. Nothing in it was changed.',
    cause,
  });
}
