/** Reads text from a file or a stream: bounded, and UTF-8 or an error that says where it is not. */
import { createReadStream } from 'node:fs';
import { addAbortSignal, type Readable } from 'node:stream';
import { CancelledError, InputError } from '../../domain/errors.ts';

export interface TextSource {
  /** As messages call it: a path, or `stdin`. */
  readonly name: string;
  readonly stream: Readable;
  /** What to do where it cannot be read. */
  readonly advice?: string;
}

/** @param reference a path, or `-` for stdin */
export function sourceOf(reference: string, stdin: Readable, advice?: string): TextSource {
  if (reference === '-') return { name: 'stdin', stream: stdin };
  const source = { name: reference, stream: createReadStream(reference) };
  return advice === undefined ? source : { ...source, advice };
}

/**
 * @param maxBytes a source with more is refused before it is read to its end
 * @throws InputError where it cannot be read, is too large or is not UTF-8; CancelledError where `signal` stops it
 */
export async function readText(
  { name, stream, advice }: TextSource,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    if (signal !== undefined) addAbortSignal(signal, stream);
    const incoming: AsyncIterable<unknown> = stream;
    for await (const bytes of incoming) {
      if (!(bytes instanceof Uint8Array)) throw new TypeError(`${name} is not read as bytes`);
      size += bytes.length;
      if (size > maxBytes) throw new InputError(`${name} is larger than ${maxBytes} bytes.`);
      chunks.push(bytes);
    }
  } catch (error) {
    if (error instanceof InputError) throw error;
    if (signal?.aborted === true)
      throw new CancelledError('Stopped while reading.', { cause: signal.reason });
    throw new InputError(`${name} cannot be read: ${reasonOf(error)}.`, {
      ...(advice === undefined ? {} : { advice }),
      cause: error,
    });
  }
  return decodeUtf8(Buffer.concat(chunks), name);
}

function decodeUtf8(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const position = firstInvalidByte(bytes);
    const line = bytes.subarray(0, position).filter((byte) => byte === 0x0a).length + 1;
    throw new InputError(`${name} is not UTF-8 text: byte ${position + 1} (line ${line}) cannot be read.`, {
      advice: 'Save it as UTF-8.',
    });
  }
}

/** A lenient reading differs from the bytes first where the first invalid one stands. */
function firstInvalidByte(bytes: Buffer): number {
  const lenient = Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), 'utf8');
  const index = bytes.findIndex((byte, at) => byte !== lenient[at]);
  return index === -1 ? bytes.length : index;
}

export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'EACCES' || code === 'EPERM') return 'you have no right to read it';
  return error instanceof Error ? error.message : String(error);
}
