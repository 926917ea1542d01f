/**
 * A small engine for tests of the pipeline: every sentence of a page is advice, equal sentences merge, and each
 * step can be replaced.
 */
import type { Engine } from '../../src/domain/engine.ts';
import { done } from '../../src/domain/outcome.ts';

function byId<Item extends { readonly id: string }, Value>(items: readonly Item[], value: (item: Item) => Value) {
  return new Map(items.map((item) => [item.id, done(value(item))]));
}

export function scriptedEngine(overrides: Partial<Engine> = {}): Engine {
  return {
    description: { name: 'scripted', version: '1', models: {}, prompts: {} },
    proposeQueries: async (_run, _task, items) =>
      byId(items, (item) =>
        ['how to write it', 'what makes it good', 'mistakes to avoid']
          .slice(0, item.count)
          .map((text) => ({ text, teaches: 'its form' })),
      ),
    ratePages: async (_run, _task, items) =>
      byId(items, () => ({ relevance: 2, expertise: 4, reasons: ['It gives advice.'] })),
    extractAdvice: async (_run, _task, items) =>
      byId(items, (item) =>
        (item.page.text.match(/[A-Z][^.]*\./g) ?? []).map((sentence) => ({
          text: sentence,
          quote: sentence,
          queryIds: item.queries.map((query) => query.id),
        })),
      ),
    mergeAdvice: async (_run, _task, items) =>
      byId(items, (item) => {
        const { points } = item;
        return [...new Set(points.map((point) => point.text))].map((text) => ({
          text,
          pointIds: points.filter((point) => point.text === text).map((point) => point.id),
        }));
      }),
    rewriteCriteria: async (_run, _task, items) =>
      byId(items, ({ point }) => {
        const rest = point.text.charAt(0).toLowerCase() + point.text.slice(1, -1);
        return {
          kind: 'criterion' as const,
          text: `The response should ${rest}.`,
          question: `Does the response ${rest}?`,
          explicit: false,
        };
      }),
    filterCriteria: async (_run, _task, items) =>
      byId(items, () => ({ applies: true, reason: 'The text can show it.', conflicts: [] })),
    scoreRelevance: async (_run, _task, items) =>
      byId(items, (item) => ({ score: Math.min(10, item.text.length / 10), reason: 'By length.', isFault: false })),
    ...overrides,
  };
}
