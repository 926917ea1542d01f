/** Writes a result to a stream, to its end. */
import { UnavailableError } from '../../domain/errors.ts';
import type { OutputStream } from '../shell.ts';

/** A reader that has gone (`| head -1`) has all it wants. @throws UnavailableError where the disk is full, and the like */
export function writeAll(stream: OutputStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      const code = error && 'code' in error ? error.code : undefined;
      if (!error || code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED') resolve();
      else
        reject(new UnavailableError(`The result could not be written: ${error.message}.`, { cause: error }));
    });
  });
}
