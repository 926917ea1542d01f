import { describe, expect, it } from 'vitest';
import { mergeAdvice } from '../../agents/merge-advice.ts';
import { PointId } from '../../src/domain/ids.ts';
import { itemsIn } from '../support/read-prompt.ts';
import { modelThatSays, prompts, run, task, valueOf } from './support.ts';

const point = (id: string, text: string) => ({ id: PointId.parse(id), text, adviceIds: [] });
const left = [point('m1', 'Open with the news.'), point('m2', 'Name a contact.')];
const right = [point('m3', 'Put the news into the first line.'), point('m4', 'Keep it under one page.')];

async function groupsFrom(groups: (ids: readonly string[]) => readonly object[]) {
  const model = modelThatSays((question) => {
    const items = [...itemsIn(question, 'first list'), ...itemsIn(question, 'second list')];
    return { groups: groups(items.map(({ id }) => id)) };
  });
  const merged = valueOf(await mergeAdvice.ask({ model, prompts }, run, { task, left, right }));
  return { merged, problems: model.calls[0]!.problems.join(' ') };
}

describe('mergeAdvice', () => {
  it('returns groups by the points’ own ids; points left out are no problem', async () => {
    const { merged, problems } = await groupsFrom(([a, , c]) => [
      { ids: [a, c], text: 'Open with the news in the first line' },
    ]);
    expect(merged).toEqual([{ text: 'Open with the news in the first line.', pointIds: ['m1', 'm3'] }]);
    expect(problems).toBe('');
  });

  it('refuses invented and repeated ids, and keeps the rest of a group', async () => {
    const { merged, problems } = await groupsFrom(([a, b, c, d]) => [
      { ids: [a, c, 'm4', 'zzz1'], text: 'Open with the news in the first line.' },
      { ids: [b, d], text: 'Name a contact and keep it under one page.' },
      { ids: [d, 'm1'], text: 'Keep it under one page.' },
    ]);
    expect(problems).toMatch(/not given.*"m4", "zzz1".*more than once/su);
    expect(merged).toEqual([{ text: 'Open with the news in the first line.', pointIds: ['m1', 'm3'] }]);
  });

  it.each([
    ['a wording that says nothing of a point', 'Praise the ferry.', 'says nothing of'],
    ['a wording with a URL', 'Open with the news at https://spam.example.', 'URL'],
    ['a wording with markup', 'Open with <b>the news</b> in the first line.', 'markup'],
    ['no wording', ' ', 'empty'],
  ])('leaves points apart for %s', async (_what, text, problem) => {
    const { merged, problems } = await groupsFrom(([a, , c]) => [{ ids: [a, c], text }]);
    expect(merged).toEqual([]);
    expect(problems).toContain(problem);
  });

  it('takes no group that swallows a list', async () => {
    const many = Array.from({ length: 8 }, (_, index) => point(`m${index + 1}`, `Name contact ${index}.`));
    const model = modelThatSays((question) => ({
      groups: [{ ids: itemsIn(question, 'first list').map(({ id }) => id), text: 'Name a contact.' }],
    }));
    expect(valueOf(await mergeAdvice.ask({ model, prompts }, run, { task, left: many, right: [] }))).toEqual([]);
    expect(model.calls[0]?.problems.join()).toContain('more than 6 points');
  });
});
