import { describe, expect, it } from 'vitest';
import { mergeAdvice } from '../../../src/engines/offline/merge-advice.ts';
import { point, RUN, task, valueOf } from './support.ts';

async function groupsOf(left: readonly string[], right: readonly string[]) {
  const points = [...left, ...right].map((text, index) => point(index + 1, text));
  const item = {
    id: '1.1',
    left: points.slice(0, left.length),
    right: points.slice(left.length),
    advice: new Map(),
  };
  return valueOf((await mergeAdvice(RUN, task('Write a report'), [item])).get('1.1'));
}

describe('merging', () => {
  it.each([
    [
      'Put the amount requested in the first sentence.',
      'Put the amount you request in the opening sentence.',
    ],
    ['Keep the headline under ten words.', 'Keep the title below 10 words.'],
    ['Never apologise for the length.', 'Do not apologise for the length of it.'],
  ])('joins %s and %s', async (one, other) => {
    const groups = await groupsOf([one], [other]);
    expect(groups.map((group) => [...group.pointIds].sort())).toEqual([['m1', 'm2']]);
    expect([one, other]).toContain(groups[0]?.text);
  });

  it.each([
    ['Keep the whole text to at most 300 words.', 'Keep the whole text to at most 500 words.'],
    ['Open with a question to the reader.', 'Do not open with a question to the reader.'],
    ['Name the price in the first line.', 'Name the sender in the last line.'],
  ])('keeps apart %s and %s', async (one, other) => {
    expect(await groupsOf([one], [other])).toEqual([]);
  });

  it('groups within one side too, and does not depend on the order', async () => {
    const texts = [
      'State the price in the first line.',
      'State the price in the first line, plainly.',
      'Thank the host.',
    ];
    const [group] = await groupsOf(texts, []);
    const [reversed] = await groupsOf([], [...texts].reverse());
    expect(group?.pointIds).toHaveLength(2);
    expect(reversed?.text).toBe(group?.text);
  });

  it('words a group by the member that stands as a criterion and always holds', async () => {
    const [group] = await groupsOf(
      ['Leave salary out unless it has been requested.'],
      ['Do not mention salary, holidays or parking.'],
    );
    expect(group?.text).toBe('Do not mention salary, holidays or parking.');
  });

  it('does not take the name of the kind of text for something in common', async () => {
    expect(await groupsOf(['Give the report a timeline.'], ['Give the report a map.'])).toEqual([]);
  });
});
