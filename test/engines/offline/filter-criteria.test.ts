import { describe, expect, it } from 'vitest';
import { filterCriteria } from '../../../src/engines/offline/filter-criteria.ts';
import { NO_KINDS } from '../../../src/domain/guide-kind.ts';
import { readersBy } from '../../../src/engines/offline/text-kind.ts';
import { draft, RUN, task, valueOf } from './support.ts';

async function verdicts(texts: readonly string[]) {
  const items = texts.map((text, index) => draft(index + 1, `The response should ${text}`));
  const outcomes = await filterCriteria(readersBy(NO_KINDS))(RUN, task('Write a report on rain'), items);
  return items.map((item) => valueOf(outcomes.get(item.id)));
}

describe('what another criterion covers', () => {
  it('is left out, with a reason', async () => {
    const all = await verdicts([
      'label the axes of each chart.',
      'label the axes of each chart with units.',
      'thank the observers by name.',
    ]);
    expect(all.map(({ applies }) => applies)).toEqual([false, true, true]);
    expect(all[0]?.reason).toMatch(/\.$/u);
  });

  it('is not what differs in sense or number', async () => {
    const all = await verdicts([
      'avoid jokes.',
      'open with jokes and names.',
      'use three images.',
      'use images and sounds.',
      'mention each ingredient.',
      'weigh each ingredient in grams and the salt in spoons.',
    ]);
    expect(all.every(({ applies }) => applies)).toBe(true);
  });
});

describe('contradictions', () => {
  it('are named on both sides', async () => {
    const [left, right] = await verdicts(['open with a personal anecdote.', 'not open with a personal anecdote.']);
    expect(left?.conflicts).toMatchObject([{ with: 'c2' }]);
    expect(right?.conflicts).toMatchObject([{ with: 'c1' }]);
  });

  it.each([
    ['have a title that is under 10 words.', 'have an ending that is at least 40 words.'],
    ['be at most 500 words long.', 'be at least 300 words long.'],
    ['open with a question.', 'not end with an apology.'],
  ])('none between %s / %s', async (one, other) => {
    for (const verdict of await verdicts([one, other])) expect(verdict.conflicts).toEqual([]);
  });
});
