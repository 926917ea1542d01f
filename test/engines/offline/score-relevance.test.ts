import { describe, expect, it } from 'vitest';
import { scoreRelevance } from '../../../src/engines/offline/score-relevance.ts';
import { draft, RUN, task, valueOf } from './support.ts';

const ITEMS = [
  draft(1, 'The response should state the rainfall of each month in a table with units.'),
  draft(2, 'The response should be interesting.'),
  draft(3, 'The response should name the measuring station in the first sentence.', {
    support: { sources: 3, sites: 2 },
  }),
  draft(4, 'The response should use short sentences.', { sourceRelevance: 1 }),
  draft(5, 'The response should describe the coffee harvest in the closing line.', { explicit: true }),
  draft(6, 'The response should name the measuring station in the first line.'),
];

async function scores(instruction: string, items = ITEMS) {
  const outcomes = await scoreRelevance(RUN, task(instruction), items);
  return new Map(items.map((item) => [item.id as string, valueOf(outcomes.get(item.id)).score]));
}

describe('relevance', () => {
  it('does not depend on the topic of the instruction', async () => {
    expect(await scores('Write a report on rain')).toEqual(
      await scores('Write a report on the coffee harvest'),
    );
  });

  it('does not depend on the order of the items', async () => {
    const forward = await scores('Write a report on rain');
    const backward = await scores('Write a report on rain', [...ITEMS].reverse());
    expect(new Map([...backward].sort())).toEqual(new Map([...forward].sort()));
  });

  it('prefers the concrete, the supported and the specific, and lowers restatements and repetitions', async () => {
    const scored = await scores('Write a report on rain');
    const of = (id: string): number => scored.get(id) ?? Number.NaN;
    expect(of('c1')).toBeGreaterThan(of('c2'));
    expect(of('c3')).toBeGreaterThan(of('c1'));
    expect(of('c4')).toBeLessThan(of('c1'));
    expect(of('c5')).toBeLessThan(of('c1'));
    expect(of('c6')).toBeLessThan(of('c1'));
    for (const score of scored.values()) expect(score >= 0 && score <= 10).toBe(true);
  });

  const ranked = async (...texts: readonly string[]): Promise<string[]> => {
    const items = texts.map((text, index) => draft(index + 1, `The response should ${text}`));
    const scored = await scores('Write a report on rain', items);
    return [...items]
      .sort((a, b) => (scored.get(b.id) ?? 0) - (scored.get(a.id) ?? 0))
      .map((item) => item.text.replace('The response should ', ''));
  };

  it('puts a paraphrase of a better criterion behind what is new', async () => {
    const order = await ranked(
      'fit the body on one screen of a phone.',
      'keep the body to 75 words, in three lines.',
      'describe the instruments in a table.',
      'give objections a paragraph of their own.',
      'answer the strongest argument against the forecast.',
    );
    expect(order.slice(0, 3).filter((text) => text.includes('body'))).toHaveLength(1);
    expect(order.slice(0, 3).filter((text) => /objections|argument/u.test(text))).toHaveLength(1);
  });

  it('lets no one part of the text crowd out the rest', async () => {
    const order = await ranked(
      'end with a picture of the coast in two lines.',
      'end on a price that buyers pay in two lines.',
      'close with a thank-you to the observers in two lines.',
      'label the axes of each chart.',
      'quote the observers by name and station.',
    );
    expect(order.slice(0, 3).filter((text) => /^(?:end|close)/u.test(text)).length).toBeLessThan(3);
  });

  it('prefers what always holds to what holds in some circumstance, and numbers to none', async () => {
    expect(
      await ranked(
        'name the station in the table of sources if the gauge failed.',
        'name the weather office in the list of 12 figures.',
      ),
    ).toEqual([
      'name the weather office in the list of 12 figures.',
      'name the station in the table of sources if the gauge failed.',
    ]);
  });
});
