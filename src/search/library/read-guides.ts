/** The documents of a library, read from disk on demand. */
import { basename } from 'node:path';
import { errorCode } from '../../domain/errors.ts';
import type { Page } from '../../domain/page.ts';
import type { DocumentPort } from '../../domain/ports.ts';
import { failed } from '../../pages/extraction-outcome.ts';
import { sha256Hex } from '../../text/hash.ts';
import { guideType, LIBRARY_SCHEME, originFile, readOrigin, readRegularFile } from './guide-file.ts';
import type { GuideFile } from './guide-file.ts';

/**
 * Serves only the listed files: a URL is a key, never a path.
 * @param pages earlier extractions
 */
export function libraryDocuments(
  files: readonly GuideFile[],
  pages: Pick<ReadonlyMap<string, Page>, 'get'> = new Map(),
): DocumentPort {
  const byUrl = new Map(files.map((file) => [file.url, file]));
  /** Of what was first read, which is when the library was opened. */
  const hashes = new Map<string, string>();
  return {
    serves: (url) => url.startsWith(LIBRARY_SCHEME),
    get: async (run, url) => {
      const file = byUrl.get(url);
      if (file === undefined) return { ...failed('unreachable', 'the library has no such guide'), isGone: true };
      const origin = await readOrigin(file.realPath);
      if (origin === 'unreadable') {
        const name = basename(originFile(file.realPath));
        return failed('unreadable', `its origin file ${name} is unreadable`);
      }
      const bytes = await readBounded(file.realPath, run.limits.maxDocumentBytes);
      if ('status' in bytes) return bytes;
      const hash = sha256Hex(bytes);
      const first = hashes.get(url) ?? hash;
      hashes.set(url, first);
      // What was found in it would be quoted from another text.
      if (hash !== first) return failed('unreadable', 'it has changed since the library was opened');
      const page = pages.get(url);
      return {
        status: 'fetched',
        document: {
          ...(page === undefined ? {} : { page }),
          url,
          finalUrl: origin?.finalUrl ?? url,
          via: file.folder.via,
          bytes,
          contentType: origin?.contentType ?? guideType(file.realPath),
          fetchedAt: origin?.fetchedAt ?? run.clock.now().toISOString(),
        },
      };
    },
  };
}

async function readBounded(
  path: string,
  maxBytes: number,
): Promise<Uint8Array | ReturnType<typeof failed<'too-large' | 'unreadable'>>> {
  try {
    return (await readRegularFile(path, maxBytes)) ?? failed('too-large', `more than ${maxBytes} bytes`);
  } catch (error) {
    return failed('unreadable', `the file cannot be read (${errorCode(error) ?? 'unknown error'})`);
  }
}
