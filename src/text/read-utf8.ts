/** A text file without its byte order mark. */
import { readFile } from 'node:fs/promises';

export async function readUtf8(path: string): Promise<string> {
  return new TextDecoder().decode(await readFile(path));
}
