import { expect, it } from 'vitest';
import type { Advice } from '../../../src/domain/advice.ts';
import { AdviceId, PointId, SourceId } from '../../../src/domain/ids.ts';
import { themeOf } from '../../../src/engines/model/batch-context.ts';

it('lets every page have its say before a page has a second, and instances among themselves', () => {
  const pages = ['s1', 's1', 's2', 's1', 's3'];
  const advice = pages.map((page, index): Advice => ({
    ...{ id: AdviceId.parse(`a${index + 1}`), sourceId: SourceId.parse(page), queryIds: [], pageNumber: null },
    ...{ text: 'Be short.', quote: `${page} ${index}`, start: 0, end: 4 },
  }));
  const [adviceIds, instanceIds] = [advice, advice.slice(3, 4)].map((pieces) => pieces.map(({ id }) => id));
  const { quotes } = themeOf({
    ...{ id: PointId.parse('m1'), advice, sourceRelevance: 2, sourceExpertise: 4, modelCriteria: [] },
    point: { id: PointId.parse('m1'), text: 'Be short.', adviceIds: adviceIds!, instanceIds: instanceIds! },
    quotes: advice.map(({ id, quote }) => ({ id, quote, passage: quote })),
  });
  expect(quotes).toEqual([
    { passage: 's1 0', isInstance: false },
    { passage: 's2 2', isInstance: false },
    { passage: 's1 3', isInstance: true },
    { passage: 's3 4', isInstance: false },
    { passage: 's1 1', isInstance: false },
  ]);
});
