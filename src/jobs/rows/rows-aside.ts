/** Rows that a run takes out of its file, to write them again behind others: beside it, a kill loses none of them. */
import { open, rm, type FileHandle } from 'node:fs/promises';
import { readLines, type Line } from '../../data/lines.ts';
import { errorCode } from '../../domain/errors.ts';
import { writeWhole, type Place } from '../../data/output-file.ts';

interface Span {
  readonly start: number;
  readonly bytes: number;
}

/** @param of the file of rows, by its name and its place; what is aside has `.rest` behind both */
export function createRowsAside(of: string, place: Place) {
  const name = `${of}.rest`;
  const path = `${place.path}.rest`;
  let file: FileHandle | null = null;
  /** Of rows that the file of rows lacks. */
  let spans: Span[] = [];

  async function lineAt({ start, bytes }: Span): Promise<Buffer> {
    const line = Buffer.alloc(bytes);
    await file?.read(line, 0, bytes, start);
    return line;
  }

  return {
    name,
    lines: async function* (): AsyncGenerator<Line> {
      file ??= await open(path).catch((error: unknown) => {
        if (errorCode(error) === 'ENOENT') return null;
        throw error;
      });
      if (file !== null) yield* readLines(file.createReadStream({ start: 0, autoClose: false }));
    },
    /** Of the line that was read last: where it begins, in bytes. */
    missed: (start: number, { bytes }: Line): void => void spans.push({ start, bytes: bytes.length + 1 }),
    /** The first so many of those missed, which are then aside no longer once `clear` is called. */
    take: async function* (count: number): AsyncGenerator<Buffer> {
      for (const span of spans.slice(0, count)) yield lineAt(span);
    },
    /** Puts lines before those that are missed; the file appears whole or not at all. */
    put: async (lines: AsyncIterable<Line>): Promise<void> => {
      const text = async function* (): AsyncGenerator<string> {
        for await (const { bytes } of lines) yield `${bytes.toString('utf8')}\n`;
        for (const span of spans) yield (await lineAt(span)).toString('utf8');
      };
      await writeWhole(name, text(), { ...place, path });
    },
    clear: (): Promise<void> => rm(path, { force: true }),
    close: async (): Promise<void> => {
      await file?.close();
      [file, spans] = [null, []];
    },
  };
}
