/** What a cache file says of itself in its first line, and what is made of its entries to hold it to that. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '../../text/hash.ts';
import { RecordedSetup, setupOf } from '../discovery-key.ts';
import type { SetOutline } from '../set-outline.ts';

export const Manifest = z.strictObject({
  /** `pages`: the texts of the pages come along; `quotes`: nothing of the pages but what the sets quote. */
  texts: z.enum(['pages', 'quotes']),
  /** Each once, with the number of its sets. */
  setups: z.array(z.strictObject({ setup: RecordedSetup, sets: z.int().positive() })),
  /** Whose the texts are. */
  notice: z.string().min(1),
  /** Over kind and hash of every entry, in order. */
  entriesSha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type Manifest = z.infer<typeof Manifest>;

const QUOTED = 'The quotes are verbatim excerpts of pages of others, whose addresses stand beside them.';
const NOTICES: Readonly<Record<Manifest['texts'], string>> = {
  pages: `${QUOTED} The texts of these pages come along so that quotes can be checked; they belong to their publishers, and their terms say what may be done with them.`,
  quotes: `${QUOTED} They belong to their publishers. The texts of the pages are not included.`,
};

interface Entry {
  readonly kind: string;
  readonly sha256: string;
  readonly set?: SetOutline;
}

/** Takes the entries one by one, or their hashes and setups apart. */
export function createManifest(texts: Manifest['texts']) {
  const hash = createHash('sha256');
  const setups = new Map<string, Manifest['setups'][number]>();
  /** In the file's order. */
  const addHash = ({ kind, sha256 }: Omit<Entry, 'set'>): void => void hash.update(`${kind} ${sha256}\n`);
  /** In any order. */
  const countSetup = (set: SetOutline): void => {
    const setup = setupOf(set);
    const key = canonicalJson(setup);
    setups.set(key, { setup, sets: (setups.get(key)?.sets ?? 0) + 1 });
  };
  return {
    addHash,
    countSetup,
    add: (entry: Entry): void => {
      addHash(entry);
      if (entry.set !== undefined) countSetup(entry.set);
    },
    /** Once, when all were taken. */
    end: (): Manifest => ({
      texts,
      setups: [...setups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each),
      notice: NOTICES[texts],
      entriesSha256: hash.digest('hex'),
    }),
  };
}
