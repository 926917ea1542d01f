/** What if: a set without some of its sources. */
import { describe, expect, it } from 'vitest';
import { verifySet } from '../../src/audit/verify-set.ts';
import { withoutSources } from '../../src/audit/without-sources.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { criteriaSetFixture } from '../support/criteria-set.ts';

const { set, pages } = criteriaSetFixture();

describe('a set without some of its sources', () => {
  it('loses what only they say, and of the rest their quotes; its record holds and names the parent', async () => {
    const { set: remaining, criteria } = withoutSources(set, ['s2']);
    const texts = (of: typeof set) => of.content.criteria.map(({ text }) => text);
    const gone = criteria.filter(({ after }) => after === null).map(({ before }) => before.criterion);
    expect(gone.length).toBeGreaterThan(0);
    expect(gone.every(({ evidence }) => evidence.every(({ sourceId }) => sourceId === 's2'))).toBe(true);
    const left = texts(set).filter((text) => !gone.some((each) => each.text === text));
    expect([...texts(remaining)].sort()).toEqual(left.sort());
    const [story] = remaining.content.criteria.filter(({ text }) => text.includes('one story'));
    expect(story?.evidence.map(({ sourceId }) => sourceId)).toEqual(['s1']);
    expect(story?.support).toEqual({ sources: 1, sites: 1 });
    expect(story?.grounding?.status).toBe('unchecked');
    expect(remaining.content.parent).toEqual({ set: set.id, without: ['s2'] });
    expect(remaining.content.sources.find(({ id }) => id === 's2')?.decision).toBe('left-out');
    expect(remaining.id).not.toBe(set.id);

    const store = createMemoryStore();
    for (const page of pages) await store.putPage(page);
    const { status, rules } = await verifySet(remaining, store);
    expect([status, rules.flatMap(({ problems }) => problems)]).toEqual(['passed', []]);
  });

  it('lets what was held back by a criterion that goes into the list again', () => {
    const [long] = set.content.criteria.filter(({ text }) => text.includes('ten minutes'));
    expect(long?.conflicts).toHaveLength(1);
    const short = withoutSources(set, ['s2']).set.content.criteria.find(({ text }) => text.includes('three minutes'));
    expect(short?.conflicts).toEqual([]);
  });

  it('leaves the support of criteria alone that it has no part in, and compares that of the others by one rule', () => {
    const earlier = structuredClone(set);
    for (const criterion of earlier.content.criteria) criterion.support = { sources: 9, sites: 9 };
    for (const { before, after } of withoutSources(earlier, ['s2']).criteria) {
      const hasPart = before.criterion.evidence.some(({ sourceId }) => sourceId === 's2');
      const original = set.content.criteria.find(({ id }) => id === before.criterion.id);
      expect(before.criterion.support).toEqual(hasPart ? original?.support : { sources: 9, sites: 9 });
      if (!hasPart) expect(after?.criterion.support).toEqual({ sources: 9, sites: 9 });
    }
  });

  it('says which rank each had and has', () => {
    const { criteria, set: remaining } = withoutSources(set, ['s2']);
    expect(criteria.map(({ before }) => before.rank)).toEqual(set.content.criteria.map((_, at) => at + 1));
    for (const { before, after } of criteria) {
      expect(after?.criterion.text ?? before.criterion.text).toBe(before.criterion.text);
      if (after !== null) expect(remaining.content.criteria[after.rank - 1]).toBe(after.criterion);
    }
  });

  it('refuses sources that are not kept, and to leave nothing', () => {
    expect(() => withoutSources(set, ['s3'])).toThrow(/keeps no source s3/u);
    expect(() => withoutSources(set, [])).toThrow(/one source or more/u);
    expect(withoutSources(set, ['s2', 's2'])).toEqual(withoutSources(set, ['s2']));
    expect(() => withoutSources(set, ['s1', 's2'])).toThrow(/Nothing would be left/u);
  });
});
