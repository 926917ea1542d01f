import { describe, expect, it } from 'vitest';
import { mergeAdvice } from '../../agents/merge-advice.ts';
import { PointId } from '../../src/domain/ids.ts';
import { itemsIn } from '../support/read-prompt.ts';
import { modelThatSays, prompts, run, task, valueOf } from './support.ts';

const point = (id: string, text: string) => ({ id: PointId.parse(id), text, adviceIds: [] });
const points = [
  point('m1', 'Open with the news.'),
  point('m2', 'Name a contact.'),
  point('m3', 'Put the news into the first line.'),
  point('m4', 'Keep it under one page.'),
];

async function groupsFrom(groups: (ids: readonly string[]) => readonly object[], given = points) {
  const model = modelThatSays((question) => ({ groups: groups(itemsIn(question, 'advice').map(({ id }) => id)) }));
  const merged = valueOf(await mergeAdvice.ask({ model, prompts }, run, { task, points: given }));
  return { merged, problems: model.calls[0]!.problems.join(' ') };
}

describe('mergeAdvice', () => {
  it('returns groups by the points’ own ids, with what is an instance; points left out are no problem', async () => {
    const { merged, problems } = await groupsFrom(([a, , c]) => [
      { demand: 'Open with the news', says: [a], instances: [c] },
    ]);
    expect(merged).toEqual([{ text: 'Open with the news.', pointIds: ['m1', 'm3'], instanceIds: ['m3'] }]);
    expect(problems).toBe('');
  });

  it('refuses invented and repeated ids, and keeps the rest of a group', async () => {
    const { merged, problems } = await groupsFrom(([a, b, c, d]) => [
      { demand: 'Open with the news.', says: [a, c, 'm4'], instances: ['zzz1'] },
      { demand: 'Name a contact and be brief.', says: [b, d], instances: [] },
      { demand: 'Keep it under one page.', says: [d], instances: ['m1'] },
    ]);
    expect(problems).toMatch(/not given.*"m4", "zzz1".*more than once/su);
    expect(merged).toEqual([{ text: 'Open with the news.', pointIds: ['m1', 'm3'], instanceIds: [] }]);
  });

  it.each([
    ['a wording with a URL', 'Open with the news at https://spam.example.', 'URL'],
    ['a wording with markup', 'Open with <b>the news</b> in the first line.', 'markup'],
    ['no wording', ' ', 'empty'],
  ])('leaves points apart for %s', async (_what, demand, problem) => {
    const { merged, problems } = await groupsFrom(([a, , c]) => [{ demand, says: [a, c], instances: [] }]);
    expect(merged).toEqual([]);
    expect(problems).toContain(problem);
  });

  it('keeps a piece whose figure the demand drops as an instance', async () => {
    const limits = [point('m1', 'Be brief.'), point('m2', 'Stay under 150 words.'), point('m3', 'Fill one page.')];
    const group = (demand: string) => groupsFrom(([a, b, c]) => [{ demand, says: [a, b], instances: [c] }], limits);
    const dropped = await group('Be concise.');
    expect(dropped.merged).toEqual([{ text: 'Be concise.', pointIds: ['m1', 'm2', 'm3'], instanceIds: ['m3', 'm2'] }]);
    const kept = await group('Stay under 150 words or so.');
    expect([kept.problems, kept.merged[0]?.instanceIds]).toEqual(['', ['m3']]);
  });

  it('takes no group that swallows a list', async () => {
    const many = Array.from({ length: 12 }, (_, index) => point(`m${index + 1}`, `Name contact ${index}.`));
    const { merged, problems } = await groupsFrom(
      (ids) => [{ demand: 'Name a contact.', says: ids, instances: [] }],
      many,
    );
    expect(merged).toEqual([]);
    expect(problems).toContain('more than half');
  });
});
