import { expect, it } from 'vitest';
import type { Criterion } from '../../src/domain/criterion.ts';
import { partOfList } from '../../src/report/whole-set.ts';
import { servedPage } from '../../src/view/page.ts';
import { SetFilter, shownCriteria } from '../../src/view/set-filters.ts';
import { setPage } from '../../src/view/set-page.ts';
import { workSet } from '../support/work-set.ts';

it.each<[string, (criterion: Criterion) => number]>([
  ['relevance', ({ relevance }) => (relevance.status === 'scored' ? relevance.score : -1)],
  ['sites', ({ support }) => support.sites],
  ['quotes', ({ evidence }) => evidence.length],
])('sorted by %s the most comes first, and what is held back after the list', (sort, figureOf) => {
  const shown = shownCriteria(workSet().set.content.criteria, SetFilter.parse({ sort }));
  const [listed, held] = [true, false].map((isListed) => shown.filter((each) => (each.heldBack === null) === isListed));
  expect([...(listed ?? []), ...(held ?? [])]).toEqual(shown);
  for (const part of [listed, held]) {
    const figures = part?.map(figureOf) ?? [];
    expect(new Set(figures).size).toBeGreaterThan(1);
    expect(figures).toEqual(figures.toSorted((a, b) => b - a));
  }
});

it('one fault is counted as one', async () => {
  const { set } = workSet();
  const fault = set.content.criteria.find((criterion) => partOfList(criterion) === 'faults');
  const criteria = fault === undefined ? [] : [fault];
  const page = setPage({ ...set, content: { ...set.content, criteria } }, SetFilter.parse({}));
  expect(await servedPage(page, false)).toContain('>1 fault to avoid<');
});
