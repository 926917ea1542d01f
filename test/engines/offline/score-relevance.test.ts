import { describe, expect, it } from 'vitest';
import { SourceId } from '../../../src/domain/ids.ts';
import { scoreRelevance } from '../../../src/engines/offline/score-relevance.ts';
import { adviceOf, draft, RUN, task, valueOf } from './support.ts';

const ITEMS = [
  draft(1, 'The response should state the rainfall of each month in a table with units.'),
  draft(2, 'The response should be interesting.'),
  draft(3, 'The response should name the measuring station in the first sentence.', {
    advice: [1, 2, 3].map((number) => ({
      ...adviceOf(number, 'Name the station.'),
      sourceId: SourceId.parse(`s${number}`),
    })),
  }),
  draft(4, 'The response should use short sentences.', { sourceRelevance: 1 }),
  draft(5, 'The response should describe the coffee harvest in the closing line.', { explicit: true }),
];

async function scores(instruction: string, items = ITEMS) {
  const outcomes = await scoreRelevance(RUN, task(instruction), items);
  return new Map(items.map((item) => [item.id as string, valueOf(outcomes.get(item.id)).score]));
}

describe('relevance', () => {
  it('does not depend on the topic of the instruction', async () => {
    expect(await scores('Write a report on rain')).toEqual(await scores('Write a report on the coffee harvest'));
  });

  it('says how many sources have it as their count does, which takes the same sentence once', async () => {
    const outcomes = await scoreRelevance(
      RUN,
      task('Write a report on rain'),
      ITEMS.map((item) => ({ ...item, support: { sources: 2, sites: 1 } })),
    );
    expect(valueOf(outcomes.get(ITEMS[2]?.id ?? '')).reason).toContain(
      'in 2 sources and 1 more with the same sentence,',
    );
  });

  it('does not depend on the order of the items', async () => {
    const forward = await scores('Write a report on rain');
    const backward = await scores('Write a report on rain', [...ITEMS].reverse());
    expect(new Map([...backward].sort())).toEqual(new Map([...forward].sort()));
  });

  it('prefers the concrete, what several sources have and the specific, and lowers restatements', async () => {
    const scored = await scores('Write a report on rain');
    const of = (id: string): number => scored.get(id) ?? Number.NaN;
    expect(of('c1')).toBeGreaterThan(of('c2'));
    expect(of('c3')).toBeGreaterThan(of('c1'));
    expect(of('c4')).toBeLessThan(of('c1'));
    expect(of('c5')).toBeLessThan(of('c1'));
    for (const score of scored.values()) expect(score >= 0 && score <= 10).toBe(true);
  });
});
