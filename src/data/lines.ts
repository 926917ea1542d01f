/** The lines of a file, however large it is. */
import { isUtf8 } from 'node:buffer';
import { InputError } from '../domain/errors.ts';

export interface Line {
  readonly number: number;
  readonly bytes: Buffer;
  /** False for what follows the last line break. */
  readonly isWhole: boolean;
}

/** @param maxBytes of one line */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  name = 'the file',
  maxBytes = Infinity,
): AsyncGenerator<Line> {
  let pieces: Buffer[] = [];
  let size = 0;
  let number = 0;
  const add = (piece: Buffer): void => {
    pieces.push(piece);
    size += piece.length;
    if (size > maxBytes) throw new InputError(`${name}, line ${number + 1}: it is longer than ${maxBytes} bytes.`);
  };
  const take = (isWhole: boolean): Line => {
    const bytes = Buffer.concat(pieces);
    pieces = [];
    size = 0;
    number += 1;
    return { number, bytes, isWhole };
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let at = chunk.indexOf('\n'); at !== -1; at = chunk.indexOf('\n', start)) {
      add(chunk.subarray(start, at));
      start = at + 1;
      yield take(true);
    }
    if (start < chunk.length) add(chunk.subarray(start));
  }
  if (pieces.length > 0) yield take(false);
}

const UTF_8_BOM = '\ufeff';

/** Without a byte order mark. */
export function lineText({ bytes, number }: Line, name: string): string {
  if (!isUtf8(bytes)) throw new InputError(`${name}, line ${number}: it is not UTF-8 text.`);
  const text = bytes.toString('utf8');
  return text.startsWith(UTF_8_BOM) ? text.slice(1) : text;
}
