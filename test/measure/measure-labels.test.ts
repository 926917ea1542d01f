/** Labels of people, counted by hand: the study's table 10, a majority, and how far people agree. */
import { describe, expect, it } from 'vitest';
import { measureLabels } from '../../src/measure/measure-labels.ts';

const rows = (group: string | null, labels: readonly (string | null)[], count: number) =>
  Array.from({ length: count }, () => ({ group, labels }));

describe('labels', () => {
  it('are counted by group and together, as the study’s table 10 has them', () => {
    const published = [
      ...[...rows('LLMBar', ['Non-negative'], 85), ...rows('LLMBar', ['Limited'], 11)],
      ...[...rows('LLMBar', ['Clarity'], 3), ...rows('LLMBar', ['Add'], 3)],
      ...[...rows('InFoBench', ['Non-negative'], 92), ...rows('InFoBench', ['Limited'], 10)],
    ];
    const { labels, groups, all } = measureLabels(published, { resamples: 50 });
    expect(labels).toEqual(['Non-negative', 'Limited', 'Clarity', 'Add']);
    expect(groups.map(({ name, counts }) => [name, ...counts])).toEqual([
      ['LLMBar', 85, 11, 3, 3],
      ['InFoBench', 92, 10, 0, 0],
    ]);
    expect(all.counts).toEqual([177, 21, 3, 3]);
    // 86.8 and 10.3 per cent in the paper.
    expect(all.shares.slice(0, 2).map(({ value }) => Math.round((value ?? 0) * 1000) / 10)).toEqual([86.8, 10.3]);
    expect(all.agreement).toBeNull();
  });

  it('of several people go by their majority, and a split is none', () => {
    const { all, groups } = measureLabels([
      ...rows(null, ['open', 'open', 'closed'], 1),
      ...rows(null, ['open', 'closed', null], 1),
      ...rows(null, ['closed', 'closed', 'closed'], 2),
    ]);
    expect(groups).toEqual([]);
    expect(all.counts).toEqual([2, 1]);
    expect(all.shares[0]).toMatchObject({ value: 2 / 3, scored: 3, missing: 1 });
    // Of the three rows with three labels: observed (1/3 + 1 + 1) / 3 = 7/9, by chance (7/9)² + (2/9)² = 53/81: (63 − 53) / (81 − 53).
    expect(all.agreement?.fleiss).toMatchObject({
      value: expect.closeTo(10 / 28, 12) as unknown,
      scored: 3,
      missing: 1,
    });
  });

  it('refuses none', () => {
    expect(() => measureLabels([])).toThrow(/no labelled rows/u);
  });
});
