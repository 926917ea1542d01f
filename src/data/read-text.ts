/** Reads text from a file or stdin: bounded, and UTF-8 or an error that says where it is not. */
import { createReadStream } from 'node:fs';
import { addAbortSignal, type Readable } from 'node:stream';
import { CancelledError, errorCode, InputError, messageOf } from '../domain/errors.ts';

export interface Reader {
  readonly stdin: Readable;
  readonly signal: AbortSignal;
  /** Told what is left out. Absent: nobody is. */
  readonly progress?: { note(line: string): void; warn(line: string): void };
  /** Told each file before it is read, and may refuse it. */
  readonly beforeReading?: (path: string) => Promise<void>;
}

/** A file may not be read: unlike one that cannot be, it is not missing. */
export class ReadingRefusedError extends InputError {}

export interface GivenText {
  /** As messages call it: a path, or `stdin`. */
  readonly name: string;
  readonly text: string;
}

/**
 * @param reference a path, or `-` for stdin
 * @param maxBytes a source with more is refused before it is read to its end
 * @param advice what to do where a file cannot be read
 */
export async function readText(...given: Parameters<typeof readBytes>): Promise<GivenText> {
  const { name, bytes } = await readBytes(...given);
  return { name, text: decodeUtf8(bytes, name) };
}

/** The same before it is known to be UTF-8. */
export async function readBytes(
  { stdin, signal, beforeReading }: Reader,
  reference: string,
  maxBytes: number,
  advice?: string,
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const name = reference === '-' ? 'stdin' : reference;
  if (reference !== '-') await beforeReading?.(reference);
  const stream = reference === '-' ? stdin : createReadStream(reference);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    const incoming: AsyncIterable<unknown> = addAbortSignal(signal, stream);
    for await (const bytes of incoming) {
      if (!(bytes instanceof Uint8Array)) throw new TypeError(`${name} is not read as bytes`);
      size += bytes.length;
      if (size > maxBytes) throw new InputError(`${name} is larger than ${maxBytes} bytes.`);
      chunks.push(bytes);
    }
  } catch (error) {
    if (error instanceof InputError) throw error;
    if (signal.aborted) throw new CancelledError('Stopped while reading.', { cause: signal.reason });
    throw unreadable(name, error, reference === '-' ? undefined : advice);
  }
  return { name, bytes: Buffer.concat(chunks) };
}

export function decodeUtf8(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // A lenient reading differs from the bytes first where the first invalid one stands.
    const lenient = Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), 'utf8');
    const position = bytes.findIndex((byte, at) => byte !== lenient[at]);
    const line = bytes.subarray(0, position).filter((byte) => byte === 0x0a).length + 1;
    throw new InputError(`${name} is not UTF-8 text: byte ${position + 1} (line ${line}) cannot be read.`, {
      advice: 'Save it as UTF-8.',
    });
  }
}

const NO_RIGHT = 'you have no right to read it';
const REASONS: Partial<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: NO_RIGHT,
  EPERM: NO_RIGHT,
};

export function unreadable(name: string, error: unknown, advice?: string): InputError {
  const reason = REASONS[errorCode(error) ?? ''] ?? messageOf(error);
  return new InputError(`${name} cannot be read: ${reason}.`, {
    ...(advice === undefined ? {} : { advice }),
    cause: error,
  });
}
