/** Reads and decodes a response body. The limit applies to the decoded size, so that a compression bomb ends early. */
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';

/** Node 20 has no zstd. `createUnzip` detects gzip and deflate by their headers. */
export const ACCEPTED_ENCODINGS = 'gzip, br';
const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createUnzip,
  'x-gzip': createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
};

export class TooLargeError extends Error {}
/** The bytes do not match their Content-Encoding, or the encoding was not requested. */
export class EncodingError extends Error {}

interface BodyBounds {
  readonly maxBytes: number;
  readonly whenTooLarge: 'fail' | 'cut';
}

/** @param contentEncoding the header's value @throws TooLargeError, EncodingError, or the connection's error */
export async function readBody(
  body: Readable,
  contentEncoding: string | null,
  { maxBytes, whenTooLarge }: BodyBounds,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    const decoder = decoderFor(contentEncoding);
    // The decoder passes errors of the body on to the reader; the callback only keeps them from being thrown.
    const stream = decoder === null ? body : pipeline(body, decoder, () => undefined);
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      if (size + chunk.byteLength > maxBytes && whenTooLarge === 'fail')
        throw new TooLargeError(`more than ${maxBytes} bytes`);
      const kept = chunk.subarray(0, maxBytes - size);
      chunks.push(kept);
      size += kept.byteLength;
      if (kept.byteLength < chunk.byteLength) break;
    }
  } catch (error) {
    if (isZlibError(error)) throw new EncodingError(`not sound ${contentEncoding}: ${error.message}`);
    throw error;
  } finally {
    body.destroy();
  }
  // A copy with its own memory: some readers transfer the whole buffer, which must not belong to Node's pool.
  return new Uint8Array(Buffer.concat(chunks));
}

/** IANA's registry of content codings, without “identity”. */
const CODINGS = new Set([
  ...Object.keys(DECODERS),
  ...['aes128gcm', 'compress', 'x-compress', 'dcb', 'dcz', 'exi', 'pack200-gzip', 'zstd'],
]);

/** Some servers name a charset or “none” there: browsers read over it. */
function encodingsIn(contentEncoding: string | null): string[] {
  return (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((encoding) => encoding.trim())
    .filter((encoding) => CODINGS.has(encoding));
}

function decoderFor(contentEncoding: string | null): Transform | null {
  const encodings = encodingsIn(contentEncoding);
  const [encoding] = encodings;
  if (encoding === undefined) return null;
  const create = encodings.length === 1 ? DECODERS[encoding] : undefined;
  if (create === undefined)
    throw new EncodingError(`Content-Encoding ${JSON.stringify(contentEncoding)} was not asked for`);
  return create();
}

function isZlibError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /^(?:Z_|ERR__ERROR|ERR_BROTLI)/.test(String(error.code));
}
