/** A cache that somebody else published: what it answers, who signed it, and files that were tampered with. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { criteriaSetId } from '../../src/discover/set-id.ts';
import { CriteriaSet } from '../../src/domain/criteria-set.ts';
import { InputError } from '../../src/domain/errors.ts';
import type { Page } from '../../src/domain/page.ts';
import type { StorePort } from '../../src/domain/ports.ts';
import { CacheHeader, pageEntry, type CacheEntry } from '../../src/precompute/cache-file/cache-line.ts';
import { cacheStats, counted } from '../../src/precompute/cache-file/cache-stats.ts';
import { diffCaches } from '../../src/precompute/cache-file/diff-caches.ts';
import { exportCache } from '../../src/precompute/cache-file/export-cache.ts';
import { importCache } from '../../src/precompute/cache-file/import-cache.ts';
import { soundEntries } from '../../src/precompute/cache-file/read-cache.ts';
import { privateKeyOf, signed } from '../../src/precompute/cache-file/sign-cache.ts';
import { verifyCache } from '../../src/precompute/cache-file/verify-cache.ts';
import { discoveryKey, isAnswerOf, keptSet, setupDifferences } from '../../src/precompute/discovery-key.ts';
import { renderCacheVerification } from '../../src/report/audit.ts';
import { renderCacheStats } from '../../src/report/cache.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { layout } from '../report/layout.ts';
import { cacheLines, entriesIn, exportedLines, sealed, setEntry } from '../support/cache-file.ts';
import { criteriaSetFixture } from '../support/criteria-set.ts';

const OURS = generateKeyPairSync('ed25519');
const THEIRS = generateKeyPairSync('ed25519');

/** With the sources that it was made with on record, as discoveries keep it. */
function searched({ id, content, run }: CriteriaSet, sources = 'library 123'): CriteriaSet {
  return { id, content, run: { ...run, sources } };
}

const { set: bare, pages } = criteriaSetFixture({ instruction: 'Write a toast' });
const toast = searched(bare);
const speech = searched(criteriaSetFixture({ instruction: 'Write a speech' }).set);
const { mode, engine, parameters, task } = toast.content;
const setup = { mode, engine, parameters, sources: 'library 123' };

async function storeWith(...sets: readonly CriteriaSet[]): Promise<StorePort> {
  const store = createMemoryStore();
  for (const page of pages) await store.putPage(page);
  for (const set of sets) await store.putSet(set);
  return store;
}

const linesWith = async (options = {}) => exportedLines(await storeWith(toast, speech), [toast.id, speech.id], options);
const lines = await linesWith();
const signedLines = await linesWith({ signWith: OURS.privateKey });
const header = CacheHeader.parse(JSON.parse(lines[0]!));

/** With the id that its content has. */
function forged(change: (content: CriteriaSet['content']) => void, { content, run } = toast): CriteriaSet {
  const changed = structuredClone(content);
  change(changed);
  return CriteriaSet.parse({ id: criteriaSetId(changed), content: changed, run });
}

describe('a set of an import', () => {
  it('answers for the task and the setup that it was made with, where the file is trusted, and for nothing else', async () => {
    const store = createMemoryStore();
    expect(await importCache(store, cacheLines(lines), { isTrusted: true })).toMatchObject({ sets: 2, answers: 2 });
    expect((await keptSet(store, discoveryKey(setup, task)))?.id).toBe(toast.id);
    expect((await keptSet(store, discoveryKey(setup, speech.content.task)))?.id).toBe(speech.id);
    const others = [
      { ...setup, sources: 'library 124' },
      { ...setup, mode: 'full' as const },
    ];
    for (const other of others) expect(await keptSet(store, discoveryKey(other, task))).toBeNull();
    // A guide to the kind of text answers for its tasks, not for the same task.
    expect(await keptSet(store, discoveryKey(setup, task, { name: 'toast', readers: null }))).toBeNull();
  });

  it('answers for nothing where nobody said that the file is trusted', async () => {
    const store = createMemoryStore();
    expect(await importCache(store, cacheLines(lines))).toMatchObject({ sets: 2, answers: 2 });
    expect(await keptSet(store, discoveryKey(setup, task))).toBeNull();
  });

  it('never takes the place of what was discovered here', async () => {
    const own = forged(({ warnings }) => warnings.push('Found here.'));
    const store = await storeWith(own);
    await store.kept.put('discovery', discoveryKey(setup, task), own.id);
    await importCache(store, cacheLines(lines), { isTrusted: true });
    expect((await keptSet(store, discoveryKey(setup, task)))?.id).toBe(own.id);
  });

  it('answers for nothing where it lacks answers, is a part of another, or does not say what was searched', async () => {
    const unanswered = [{ step: 'answers' as const, questions: 1, reason: 'It is down.' }];
    const incomplete = forged((content) => Object.assign(content, { unanswered }));
    const part = forged((content) => Object.assign(content, { parent: { set: speech.id, without: ['s1'] } }));
    const unknown = criteriaSetFixture({ instruction: 'Write a note' }).set;
    const sets = [incomplete, part, unknown];
    const file = await exportedLines(
      await storeWith(...sets),
      sets.map(({ id }) => id),
    );
    expect(await importCache(createMemoryStore(), cacheLines(file), { isTrusted: true })).toMatchObject({
      sets: 3,
      answers: 0,
    });
  });
});

describe('a signature', () => {
  it('of a store in which a set is stored again meanwhile ends with an error, before its line', async () => {
    const store = await storeWith(toast, speech);
    const { entries } = await exportCache(store, [toast.id, speech.id], '1.2.3');
    await store.putSet({ ...toast, run: { ...toast.run, startedAt: '2031-01-01T00:00:00.000Z' } });
    const written: string[] = [];
    const all = async () => {
      for await (const entry of entries()) written.push(entry);
    };
    await expect(all()).rejects.toThrow(`The set ${toast.id} was stored again during the export.`);
    expect(written.filter((line) => line.includes(toast.id))).toEqual([]);
  });

  it('is the same for the same sets, and holds for the key that made it', async () => {
    expect(await linesWith({ signWith: OURS.privateKey })).toEqual(signedLines);
    const check = { publicKey: OURS.publicKey };
    const verification = await verifyCache(cacheLines(signedLines), check);
    expect(verification).toMatchObject({
      status: 'passed',
      signedBy: expect.stringMatching(/^ed25519:[0-9a-f]{32}$/u) as string,
    });
    expect(await importCache(createMemoryStore(), cacheLines(signedLines), check)).toMatchObject({ sets: 2 });
    expect((await verifyCache(cacheLines(lines))).signedBy).toBeNull();
  });

  it('is made with Ed25519 keys alone, and no message shows a key', () => {
    const pem = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'pem', type: 'pkcs8' });
    const secret = String(pem).split('\n')[1]!;
    for (const text of [String(pem), `${String(pem).slice(0, 60)}\n`, '']) {
      const read = () => privateKeyOf(text, 'key.pem');
      expect(read).toThrow('key.pem holds no private Ed25519 key in PEM form.');
      expect(read).not.toThrow(secret);
    }
  });
});

describe('a file that was tampered with is refused whole', () => {
  const entries = entriesIn(lines);
  const page = pageEntry(pages[0]!);
  const withEntries = (change: (entries: CacheEntry[]) => CacheEntry[]) => sealed(lines[0]!, change([...entries]));
  const isOf = (entry: CacheEntry, set: CriteriaSet) => entry.kind === 'set' && entry.set.id === set.id;
  /** In place of the toast. */
  const withSet = (set: CriteriaSet) =>
    withEntries((all) => all.map((entry) => (isOf(entry, toast) ? setEntry(set) : entry)));
  const withHeader = (change: object, of = lines) => [
    JSON.stringify({ ...JSON.parse(of[0]!), ...change }),
    ...of.slice(1),
  ];
  const text = (value: unknown) => JSON.stringify(value);
  const anotherText = { ...page.page, text: page.page.text.replaceAll('e', 'a') };
  const isSame = (a: Pick<Page, 'extraction'>, b: typeof a) => a.extraction.bytesHash === b.extraction.bytesHash;
  const unknownPage = pageEntry({ ...page.page, extraction: { ...page.page.extraction, bytesHash: 'a'.repeat(64) } });

  type Poisoned = readonly [what: string, file: readonly string[], says: RegExp, publicKey?: KeyObject];
  const poisoned: readonly Poisoned[] = [
    [
      'a page that does not fit its hash',
      lines.with(1, text({ ...entries[0], sha256: 'a'.repeat(64) })),
      /line 2: the page does not fit its hash/u,
    ],
    [
      'a set that does not fit its hash',
      lines.with(-1, text({ ...entries.at(-1), sha256: 'a'.repeat(64) })),
      /the set does not fit its hash/u,
    ],
    [
      'a set under the id of another content',
      withSet({ ...toast, content: { ...toast.content, warnings: [] } }),
      /the set calls itself cs_/u,
    ],
    [
      'pages in which the quotes do not stand',
      withEntries((all) =>
        all.map((entry) => (entry.kind === 'page' && isSame(entry.page, anotherText) ? pageEntry(anotherText) : entry)),
      ),
      /The quote of a\d+ is not at/u,
    ],
    [
      'a quote that its page does not have',
      withSet(
        forged(({ advice }) => {
          advice[0]!.quote = 'Buy it.';
        }),
      ),
      /: \S/u,
    ],
    [
      'advice that nothing came of',
      withSet(
        forged(({ criteria }) => {
          criteria.pop();
        }),
      ),
      /line \d+: \S/u,
    ],
    [
      'a line that gives a set to another task',
      [...lines, text({ kind: 'key', key: 'a'.repeat(64), set: toast.id })],
      /it is no line of a cache file/u,
    ],
    [
      'a set that names the key that it answers for',
      lines.with(-1, text({ ...entries.at(-1), key: 'a'.repeat(64) })),
      /it is no line of a cache file/u,
    ],
    ['a page twice', withEntries((all) => [all[0]!, ...all]), /line 3: the page stands in the file already/u],
    [
      'two texts of one page',
      withEntries((all) => [pageEntry(anotherText), ...all]),
      /the page stands in the file already/u,
    ],
    ['a set twice', withEntries((all) => [...all, all.at(-1)!]), /the set stands in the file already/u],
    [
      'a page that no set names',
      withEntries((all) => [unknownPage, ...all]),
      /holds pages that none of its sets names: 1/u,
    ],
    ['a page behind the sets', [...lines, lines[1]!], /a page stands behind the sets/u],
    ['a first line that counts otherwise', withHeader({ sets: 3 }), /is not whole/u],
    [
      'a manifest of other entries',
      withHeader({ manifest: { ...header.manifest, entriesSha256: 'a'.repeat(64) } }),
      /line 1: what it says of the other lines is not what they are/u,
    ],
    [
      'a manifest of another setup',
      withHeader({ manifest: { ...header.manifest, setups: [] } }),
      /line 1: what it says/u,
    ],
    ['a newer version of the record', withHeader({ schemaVersion: 99 }), /exported by a newer groundrule/u],
    [
      'a set of a newer version',
      lines.with(
        -1,
        text({ ...entries.at(-1), set: { ...speech, content: { ...speech.content, schemaVersion: 99 } } }),
      ),
      /newer|no line of a cache file/u,
    ],
    [
      'an address that leads out of the library',
      withSet(
        forged(({ sources }) => {
          sources[0]!.url = 'library:../../etc/passwd';
        }),
      ),
      /an address that no page has/u,
    ],
    [
      'an address that leads out in disguise',
      withSet(
        forged(({ sources }) => {
          sources[0]!.finalUrl = 'library:a/%2e%2e/%2e%2e/b.md';
        }),
      ),
      /an address that no page has/u,
    ],
    [
      'the address of a file',
      withSet(
        forged(({ sources }) => {
          sources[0]!.url = 'file:///etc/passwd';
        }),
      ),
      /an address that no page has/u,
    ],
    ['no signature where one is wanted', lines, /line 1: it is not signed/u, OURS.publicKey],
    ['the signature of another key', signedLines, /line 1: it is signed by another key \(ed25519:/u, THEIRS.publicKey],
    [
      'a signature over something else',
      withHeader({ groundruleVersion: '9.9.9' }, signedLines),
      /its signature does not hold/u,
    ],
    [
      'another key under our signature',
      withHeader({ signature: signed({}, OURS.privateKey).signature }, signedLines),
      /its signature does not hold/u,
      OURS.publicKey,
    ],
    [
      'a key that is none',
      withHeader({ signature: { publicKey: 'AAAA', value: 'AAAA' } }),
      /its signature does not hold/u,
    ],
    [
      'lines added to a signed file',
      [signedLines[0]!, ...withSet(forged(({ warnings }) => warnings.push('Mine.'))).slice(1)],
      /line 1: what it says of the other lines/u,
      OURS.publicKey,
    ],
  ];

  it.each(poisoned.map(([what, file, says, publicKey]) => ({ what, file, says, publicKey })))(
    '$what',
    async ({ file, says, publicKey }) => {
      const store = createMemoryStore();
      const error: unknown = await importCache(store, cacheLines(file), { isTrusted: true, publicKey }).catch(
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(InputError);
      expect((error as InputError).message).toMatch(says);
      expect(await store.findSetIds('')).toEqual([]);
      for (const each of pages) expect(await store.getPage(each.extraction)).toBeNull();
      expect(await keptSet(store, discoveryKey(setup, task))).toBeNull();
    },
  );

  it('texts that contradict those of the store', async () => {
    const store = createMemoryStore();
    await store.putPage({ ...pages[0]!, text: 'Another text.' });
    await expect(importCache(store, cacheLines(lines))).rejects.toThrow('holds another text of the same page');
    expect(await store.findSetIds('')).toEqual([]);
  });
});

it('without pages is checked in all else, and says in one line what cannot be compared', async () => {
  const verification = await verifyCache(cacheLines(await linesWith({ withPages: false })));
  const text = await renderCacheVerification(verification, 'table', layout(200));
  const quotes = 2 * toast.content.advice.length;
  expect(text).toContain(
    `cannot verify ${quotes} quotes of 2 sets: the file does not hold their pages. All else holds.`,
  );
  expect(text.split('\n').length).toBeLessThan(8);
});

describe('what a cache holds', () => {
  it('is told by how it was discovered: what answers now, and why the rest does not', async () => {
    const older = searched(toast, 'searxng');
    const store = await storeWith(toast, speech);
    const entries = entriesIn(await exportedLines(store, [toast.id, speech.id]));
    const all = async function* () {
      yield* entries;
      yield setEntry(forgedMode(older));
    };
    const stats = await cacheStats(counted(all()), setup);
    expect(stats).toMatchObject({ sets: 3, pages: pages.length, criteria: 3 * toast.content.criteria.length });
    expect(stats.setups.map(({ sets, differences }) => ({ sets, differences }))).toEqual([
      { sets: 2, differences: [] },
      { sets: 1, differences: ['mode', 'sources'] },
    ]);
    const kept = toast.content.sources.filter(({ decision }) => decision === 'kept').length;
    expect(stats.domains.reduce((sum, { sources }) => sum + sources, 0)).toBe(3 * kept);
    expect(stats.bytes.sets).toBeGreaterThan(3 * 1_000);
  });

  it('is said to answer only where the store answers with it', async () => {
    const store = createMemoryStore();
    const shown = async () => {
      const stats = await cacheStats(counted(soundEntries(cacheLines(lines))), setup, (set) => isAnswerOf(store, set));
      return renderCacheStats({ stats, header: null }, 'table', layout(120));
    };
    await importCache(store, cacheLines(lines));
    expect(await shown()).toMatch(/ no$/mu);
    await store.kept.put('discovery', discoveryKey(setup, task), toast.id);
    expect(await shown()).toMatch(/ yes, but for 1$/mu);
    await importCache(store, cacheLines(lines), { isTrusted: true });
    expect(await shown()).toMatch(/ yes$/mu);
  });

  const forgedMode = (set: CriteriaSet) => forged((content) => Object.assign(content, { mode: 'full' }), set);

  it('differs in words that people can act on', () => {
    const other = {
      ...setup,
      engine: { ...engine, models: { judge: 'a' }, prompts: { 'rate-page': 'b' } },
      parameters: { ...parameters, queries: 9 },
      sources: null,
    };
    expect(setupDifferences(setup, setup)).toEqual([]);
    expect(setupDifferences(setup, other).map((each) => each.replace(/: .*/u, ''))).toEqual([
      ...['models', 'prompts', 'parameters', 'sources'],
    ]);
    expect(setupDifferences(setup, other)).toContain('parameters: queries');
    // Of another engine all models and prompts are others.
    const engineOfModels = { ...other.engine, name: `not ${engine.name}` };
    expect(setupDifferences(setup, { ...setup, engine: engineOfModels })).toEqual(['engine']);
  });
});

describe('two caches', () => {
  it('are compared by task: the same, changed, and those of one alone', async () => {
    const note = searched(criteriaSetFixture({ instruction: 'Write a note' }).set);
    const changed = forged((content) => {
      content.criteria[0]!.text = content.criteria[0]!.text.replace(
        'The response should',
        'The response really should',
      );
    });
    const before = await exportedLines(await storeWith(toast, speech), [toast.id, speech.id]);
    const after = async function* () {
      yield* [setEntry(changed), setEntry(note)];
    };
    const diff = await diffCaches(soundEntries(cacheLines(before)), after());
    expect(diff).toMatchObject({
      same: 0,
      onlyBefore: [{ id: speech.id, instruction: 'Write a speech' }],
      onlyAfter: [{ id: note.id, instruction: 'Write a note' }],
      changed: [{ before: toast.id, after: changed.id, differences: [], added: [], gone: [] }],
    });
    expect(diff.changed[0]!.kept + diff.changed[0]!.reworded.length).toBe(toast.content.criteria.length);
    expect(diff.changed[0]!.reworded).toHaveLength(1);
    const same = await diffCaches(soundEntries(cacheLines(before)), soundEntries(cacheLines(before)));
    expect(same).toEqual({ same: 2, changed: [], onlyBefore: [], onlyAfter: [] });
  });

  it('with several sets of one task: the newest counts', async () => {
    const newer = {
      ...forged(({ warnings }) => warnings.push('Newer.')),
      run: { ...toast.run, startedAt: '2099-01-01T00:00:00.000Z' },
    };
    for (const order of [
      [toast, newer],
      [newer, toast],
    ]) {
      const before = async function* () {
        yield* order.map(setEntry);
      };
      const after = async function* () {
        yield setEntry(newer);
      };
      expect(await diffCaches(before(), after())).toMatchObject({ same: 1, changed: [] });
    }
  });
});
