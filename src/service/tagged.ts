/** Answers with an ETag: who has them already gets 304. */
import type { Context } from 'hono';
import { sha256Hex } from '../text/hash.ts';

export interface TaggedBody {
  /** In UTF-8, so that it is not encoded anew for each reader. */
  readonly json: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

export function taggedBody(value: unknown): TaggedBody {
  const json = new TextEncoder().encode(JSON.stringify(value));
  return { json, etag: `"${sha256Hex(json).slice(0, 32)}"` };
}

export function answerTagged(c: Context, { json, etag }: TaggedBody): Response {
  c.header('etag', etag);
  c.header('cache-control', 'private, no-cache');
  const known = c.req.header('if-none-match') ?? '';
  if (known.trim() === '*' || known.includes(etag)) return c.body(null, 304);
  return c.body(json, 200, { 'content-type': 'application/json' });
}
