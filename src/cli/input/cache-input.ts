/** What commands on cache files read beside the lines: keys, and the entries of a file or of the store. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyObject } from 'node:crypto';
import { InputError } from '../../domain/errors.ts';
import type { StorePort } from '../../domain/ports.ts';
import { createGroundrule } from '../../groundrule.ts';
import type { CacheHeader } from '../../precompute/cache-file/cache-line.ts';
import { counted, type CountedEntry } from '../../precompute/cache-file/cache-stats.ts';
import type { ComparedEntry } from '../../precompute/cache-file/diff-caches.ts';
import { countedSets } from '../../precompute/cache-file/export-cache.ts';
import { readCacheHeader, soundEntries } from '../../precompute/cache-file/read-cache.ts';
import { privateKeyOf, publicKeyOf } from '../../precompute/cache-file/sign-cache.ts';
import type { Session } from '../session.ts';
import { linesOfCache, CACHE_FILE_NAME } from '../../precompute/cache-file/lines-of-cache.ts';
import { readText, type Reader } from '../../data/read-text.ts';
import { findSet } from '../../client/find-set.ts';
import { makeFolder } from '../../text/make-folder.ts';
import { notWritable } from '../../data/output-file.ts';
import type { Output } from '../output/open-output.ts';

const MAX_KEY_BYTES = 10_000;

export async function signingKey(reader: Reader, path: string): Promise<KeyObject> {
  return privateKeyOf((await readText(reader, path, MAX_KEY_BYTES)).text, path);
}

/** Undefined where no key is asked for. */
export async function publishingKey(reader: Reader, path: string | undefined): Promise<KeyObject | undefined> {
  return path === undefined ? undefined : publicKeyOf((await readText(reader, path, MAX_KEY_BYTES)).text, path);
}

/** An empty store on the disk, gone at the end: a file may hold more than there is memory. */
export async function scratchStore(session: Session<unknown>): Promise<StorePort> {
  const folder = await mkdtemp(join(tmpdir(), 'groundrule-cache-'));
  session.closing({ close: () => rm(folder, { recursive: true, force: true }) });
  return session.closing(await createGroundrule({ store: join(folder, 'pages.sqlite') })).store;
}

/** The sets of a file, or of the store. */
export async function* comparedEntries(
  session: Session<unknown>,
  path: string | undefined,
): AsyncGenerator<ComparedEntry> {
  if (path !== undefined) {
    yield* soundEntries(await linesOfCache(path, session));
    return;
  }
  const { store } = await session.client();
  for (const id of await storedIds(store)) yield { kind: 'set', set: await findSet(store, id, undefined) };
}

/** What `cacheStats` counts. */
export async function countedCache(
  session: Session<unknown>,
  path: string | undefined,
): Promise<{ readonly header: CacheHeader | null; readonly entries: AsyncIterable<CountedEntry> }> {
  if (path !== undefined) {
    const lines = await linesOfCache(path, session);
    return { header: await readCacheHeader(lines), entries: counted(soundEntries(lines)) };
  }
  const { store } = await session.client();
  const ids = await storedIds(store);
  async function* entries(): AsyncGenerator<CountedEntry> {
    yield { kind: 'pages', ...(await store.citedPages()) };
    yield* countedSets(store, ids);
  }
  return { header: null, entries: entries() };
}

async function storedIds(store: StorePort): Promise<readonly string[]> {
  const ids = await store.findSetIds('');
  if (ids.length === 0) throw new InputError(`The store ${store.location} has no sets yet.`);
  return ids;
}

/** Where `cache export` writes: a file, or a folder with the file and its data card. */
export async function cacheOutputs(
  session: Session<unknown>,
  out: string | undefined,
): Promise<{ readonly file: Output; readonly card: Output | null }> {
  const isFolder = out?.endsWith('/') === true || (out !== undefined && (await isThere(out)));
  if (out === undefined || !isFolder) return { file: await session.output(out), card: null };
  await makeFolder(out).catch((error: unknown) => {
    throw notWritable(out, error);
  });
  return { file: await session.output(join(out, CACHE_FILE_NAME)), card: await session.output(join(out, 'README.md')) };
}

async function isThere(folder: string): Promise<boolean> {
  return (await stat(folder).catch(() => null))?.isDirectory() === true;
}
