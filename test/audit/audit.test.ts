/** What an audit reads: each page once, however many quotes it holds. */
import { describe, expect, it } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { extractionKey } from '../../src/domain/page.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { criteriaSetFixture } from '../support/criteria-set.ts';

const { set, pages } = criteriaSetFixture();

async function countingStore() {
  const store = createMemoryStore();
  for (const page of pages) await store.putPage(page);
  const read: string[] = [];
  const getPage: typeof store.getPage = (extraction) => {
    read.push(extractionKey(extraction));
    return store.getPage(extraction);
  };
  return { store: { ...store, getPage }, read };
}

describe('an audit', () => {
  it('reads a page once, for the passages of all its quotes and for its rules', async () => {
    const { store, read } = await countingStore();
    const [criterion] = set.content.criteria;
    if (criterion === undefined) throw new Error('The fixture has criteria.');
    const criteria = Array.from({ length: 50 }, () => criterion);
    const audited = await audit({ ...set, content: { ...set.content, criteria } }, store);
    expect(audited.criteria).toHaveLength(50);
    expect(audited.criteria[49]?.evidence.every(({ passage }) => passage !== null)).toBe(true);
    expect(read.length).toBe(new Set(read).size);
  });

  it('shows only the criteria that are asked for in their passages, and checks the whole record', async () => {
    const whole = await audit(set, (await countingStore()).store);
    const { store, read } = await countingStore();
    const { criteria, ...rest } = await audit(set, store, { criteria: ['c2'] });
    expect(criteria).toEqual(whole.criteria.filter(({ criterion }) => criterion.id === 'c2'));
    expect({ ...rest, criteria: whole.criteria }).toEqual(whole);
    read.length = 0;
    expect((await audit(set, store, { criteria: [] })).criteria).toEqual([]);
    expect(new Set(read).size).toBe(read.length);
  });
});
