/** Sets on their way from one store to another. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { criteriaSetId } from '../../src/discover/set-id.ts';
import { CriteriaSet } from '../../src/domain/criteria-set.ts';
import { InputError } from '../../src/domain/errors.ts';
import type { StorePort } from '../../src/domain/ports.ts';
import { pageEntry } from '../../src/precompute/cache-file/cache-line.ts';
import { exportCache } from '../../src/precompute/cache-file/export-cache.ts';
import { importCache } from '../../src/precompute/cache-file/import-cache.ts';
import { verifyCache } from '../../src/precompute/cache-file/verify-cache.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { cacheLines, entriesIn, exportedLines, sealed, setEntry } from '../support/cache-file.ts';
import { criteriaSetFixture } from '../support/criteria-set.ts';

const fixtures = ['Write a toast', 'Write a speech'].map((instruction) => criteriaSetFixture({ instruction }));
const ids = fixtures.map(({ set }) => set.id);

async function filledStore(withPages = true): Promise<StorePort> {
  const store = createMemoryStore();
  for (const { set, pages } of fixtures) {
    if (withPages) for (const page of pages) await store.putPage(page);
    await store.putSet(set);
  }
  return store;
}

const exported = (store: StorePort, setIds = ids) => exportedLines(store, setIds);
const linesOf = cacheLines;

/** What an import says where it must refuse, having stored nothing. */
async function refusal(texts: readonly string[], store = createMemoryStore()): Promise<string> {
  const before = await store.findSetIds('');
  const error: unknown = await importCache(store, linesOf(texts)).catch((reason: unknown) => reason);
  if (!(error instanceof InputError)) throw new Error(`not refused: ${JSON.stringify(error)}`);
  expect(await store.findSetIds('')).toEqual(before);
  for (const { pages } of fixtures)
    if (before.length === 0) for (const page of pages) expect(await store.getPage(page.extraction)).toBeNull();
  return error.message;
}

describe('an export', () => {
  it('brings another store all that it needs: the same export, rules that hold', async () => {
    const lines = await exported(await filledStore());
    expect(lines.map((line) => (JSON.parse(line) as { kind: string }).kind)).toEqual([
      'groundrule-cache',
      ...fixtures[0]!.pages.map(() => 'page'),
      'set',
      'set',
    ]);
    const other = createMemoryStore();
    const pages = fixtures[0]!.pages.length;
    expect(await importCache(other, linesOf(lines))).toEqual({ pages, sets: 2, answers: 0 });
    expect(await exported(other)).toEqual(lines);
    expect(await importCache(other, linesOf(lines))).toEqual({ pages: 0, sets: 0, answers: 0 });
    expect(await verifyCache(linesOf(lines))).toMatchObject({ status: 'passed', pages, damaged: [] });
  });

  it('of one set leaves out the others', async () => {
    const lines = await exported(await filledStore(), [ids[0]!, ids[0]!]);
    expect((await verifyCache(linesOf(lines))).sets.map(({ id }) => id)).toEqual([ids[0]]);
  });

  it('without the pages says how many are missing; the rules cannot be checked', async () => {
    const store = await filledStore(false);
    expect((await exportCache(store, ids, '1.2.3')).missingPages).toBe(fixtures[0]!.pages.length);
    expect((await verifyCache(linesOf(await exported(store)))).status).toBe('cannot-verify');
  });

  it('of nothing is refused', async () => {
    await expect(exportCache(createMemoryStore(), [], '1.2.3')).rejects.toThrow(InputError);
  });
});

describe('an import', () => {
  it('refuses any damaged line with its number, and stores nothing', async () => {
    const lines = await exported(await filledStore());
    const damage = fc.record({ line: fc.integer({ min: 1, max: lines.length - 1 }), at: fc.nat() });
    await fc.assert(
      fc.asyncProperty(damage, async ({ line, at }) => {
        const text = lines[line]!;
        const index = at % text.length;
        const other = text[index] === 'x' ? 'y' : 'x';
        const damaged = lines.with(line, text.slice(0, index) + other + text.slice(index + 1));
        expect(await refusal(damaged)).toContain(`sets.jsonl, line ${line + 1}: `);
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ['a file that was cut short', (lines: readonly string[]) => lines.slice(0, -1), 'is not whole: it should hold'],
    ['one without its header', (lines: readonly string[]) => lines.slice(1), 'line 1: it is no line of a cache file'],
    ['an empty one', () => [], 'sets.jsonl is empty'],
    [
      'one of a newer version',
      (lines: readonly string[]) => lines.with(0, lines[0]!.replace('"schemaVersion":2', '"schemaVersion":3')),
      'exported by a newer groundrule',
    ],
  ])('refuses %s', async (_what, change, says) => {
    expect(await refusal(change(await exported(await filledStore())))).toContain(says);
  });

  it('reads what an older version exported', async () => {
    const lines = await exported(await filledStore());
    const older = lines.with(0, lines[0]!.replace('"schemaVersion":2', '"schemaVersion":1'));
    await expect(importCache(createMemoryStore(), linesOf(older))).resolves.toMatchObject({ sets: fixtures.length });
  });

  it('refuses a set under the id of another content, though its own hash holds', async () => {
    const lines = await exported(await filledStore());
    const { set } = fixtures[0]!;
    const forged = { ...set, content: { ...set.content, warnings: ['Nothing to see.'] } };
    const line = lines.findIndex((text) => text.includes(`"id":"${set.id}"`));
    expect(await refusal(lines.with(line, JSON.stringify(setEntry(forged))))).toContain(
      `line ${line + 1}: the set calls itself ${set.id}`,
    );
  });

  it('refuses another text of a page that the store holds', async () => {
    const lines = await exported(await filledStore());
    const page = { ...fixtures[0]!.pages[0]!, text: 'Another text.' };
    const store = await filledStore();
    const at = lines.findIndex((text) => text.includes(page.extraction.bytesHash));
    expect(await refusal(lines.with(at, JSON.stringify(pageEntry(page))), store)).toContain(
      `line ${at + 1}: the store memory holds another text`,
    );
  });

  it('leaves the run of a set that the store holds already', async () => {
    const lines = await exported(await filledStore());
    const store = createMemoryStore();
    const { set } = fixtures[0]!;
    const own = { ...set, run: { ...set.run, startedAt: '2020-01-01T00:00:00.000Z' } };
    await store.putSet(own);
    expect(await importCache(store, linesOf(lines))).toMatchObject({ sets: 1 });
    expect(await store.getSet(set.id)).toEqual(own);
  });
});

it('a verification finds a forged quote whose hashes all hold', async () => {
  const lines = await exported(await filledStore(), [ids[0]!]);
  const content = structuredClone(fixtures[0]!.set.content);
  const piece = content.advice[0]!;
  piece.quote = piece.quote.toUpperCase();
  const forged = CriteriaSet.parse({ ...fixtures[0]!.set, id: criteriaSetId(content), content });
  const whole = sealed(lines[0]!, [...entriesIn(lines).slice(0, -1), setEntry(forged)]);
  const verification = await verifyCache(linesOf(whole));
  expect(verification).toMatchObject({ status: 'failed', damaged: [] });
  const problems = verification.sets[0]!.verification.rules.flatMap((rule) => rule.problems);
  expect(problems.join('\n')).toContain(`The quote of ${piece.id} is not at`);
  expect(await refusal(whole)).toContain(`line ${whole.length}: `);
});
