/** Pages of lists, and their cursors: the place of the last entry, opaque to clients. */
import { z } from '@hono/zod-openapi';
import { ProblemError } from './problems.ts';

export const limit = z.coerce.number().int().min(1).max(100).default(20);

/** @param searched where the words of the query must stand */
export const listQuery = (searched: string) =>
  z.object({
    query: z.string().max(200).optional().describe(searched),
    limit,
    cursor: z.string().max(500).optional(),
  });

const Cursor = z.tuple([z.string(), z.string()]);

export function cursorOf(at: string, id: string): string {
  return Buffer.from(JSON.stringify([at, id])).toString('base64url');
}

/** @throws ProblemError for any cursor but one of `cursorOf` */
export function readCursor(cursor: string | undefined): { readonly at: string; readonly id: string } | undefined {
  if (cursor === undefined) return undefined;
  try {
    const [at, id] = Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
    return { at, id };
  } catch {
    throw new ProblemError('bad-request', 'Invalid cursor.');
  }
}

/** @param found one more than the size of the page, where there are more */
export function pageOf<Item>(found: readonly Item[], size: number, cursorAfter: (last: Item) => string) {
  const items = found.slice(0, size);
  const last = items.at(-1);
  return { items, next: found.length > size && last !== undefined ? cursorAfter(last) : null };
}
