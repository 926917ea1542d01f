/** Where a saved page comes from: kept in a file beside it, so that the page itself stays as it was fetched. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { errorCode } from './guide-file.ts';

const WebAddress = z.url({ protocol: /^https?$/ });

export const Origin = z.strictObject({
  /** As it was asked for. */
  url: WebAddress,
  /** Where the redirects ended. */
  finalUrl: WebAddress,
  /** ISO 8601. */
  fetchedAt: z.iso.datetime(),
  /** As the server declared it; null where it did not. */
  contentType: z.string().nullable(),
});
export type Origin = z.infer<typeof Origin>;

export function originFile(guidePath: string): string {
  return `${guidePath}.origin.json`;
}

/** Null for a guide that was not saved from the web. */
export async function readOrigin(guidePath: string): Promise<Origin | 'unreadable' | null> {
  try {
    return Origin.safeParse(JSON.parse(await readFile(originFile(guidePath), 'utf8'))).data ?? 'unreadable';
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? null : 'unreadable';
  }
}
