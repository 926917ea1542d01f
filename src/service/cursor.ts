/** Cursors of lists: the place of the last entry of a page, in a form that nobody has to understand. */
import { z } from 'zod';
import { ProblemError } from './problems.ts';

const Cursor = z.tuple([z.string(), z.string()]);

export function cursorOf(at: string, id: string): string {
  return Buffer.from(JSON.stringify([at, id])).toString('base64url');
}

/** @throws ProblemError where no answer named it */
export function readCursor(cursor: string): readonly [at: string, id: string] {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw new ProblemError('bad-request', 'Invalid cursor.');
  }
}
