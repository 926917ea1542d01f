/** Answers with an ETag: who has them already gets 304. */
import type { Context } from 'hono';
import { sha256Hex } from '../text/hash.ts';

export interface TaggedBody {
  /** In UTF-8, so that it is not encoded anew for each reader. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

/** Of a value, its JSON. */
export function taggedBody(value: unknown): TaggedBody {
  return taggedText(JSON.stringify(value));
}

export function taggedText(text: string): TaggedBody {
  const bytes = new TextEncoder().encode(text);
  return { bytes, etag: `"${sha256Hex(bytes).slice(0, 32)}"` };
}

export function answerTagged(c: Context, { bytes, etag }: TaggedBody, type = 'application/json'): Response {
  c.header('etag', etag);
  c.header('cache-control', 'private, no-cache');
  const known = c.req.header('if-none-match') ?? '';
  if (known.trim() === '*' || known.includes(etag)) return c.body(null, 304);
  return c.body(bytes, 200, { 'content-type': type });
}
