/** Judging and what rests on it from a program: plain async functions with typed results. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import {
  actionabilityFigures,
  bestOf,
  compare,
  InputError,
  judge,
  measureActionability,
  readRows,
  refine,
} from '../src/index.ts';
import { answering } from './support/guide-web/start-guide-web.ts';
import { checklistOfQualities, hiddenTruthModel, qualitiesOf, textWith } from './support/hidden-truth.ts';
import { startModelServer } from './support/model-server/server.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const QUESTIONS = [1, 2, 3, 4, 5, 6].map((quality) => `Does the response have quality ${quality}?`);
const [POOR, GOOD] = [textWith([1]), textWith([1, 2, 3, 4])];

async function options() {
  const server = await startModelServer({ handler: answering(hiddenTruthModel()) });
  onTestFinished(() => server.close());
  return { model: 'scripted', baseUrl: server.baseUrl, store: 'memory', codeChecks: false } as const;
}

it('compares, refines, selects and measures', async () => {
  const asked = await options();
  const byRates = await compare(POOR, GOOD, { ...asked, checklist: QUESTIONS });
  expect(byRates.result).toEqual({ status: 'scored', winner: 'b', flipped: null });
  const preferred = await compare(GOOD, POOR, { ...asked, by: 'preference', instruction: 'Write a note' });
  expect(preferred.result).toEqual({ status: 'scored', winner: 'a', flipped: false });

  const { rounds, kept } = await refine(POOR, checklistOfQualities(6), asked);
  expect(qualitiesOf(rounds[kept]!.judged.response).size).toBe(6);

  const given = await bestOf([POOR, GOOD, GOOD], QUESTIONS, asked);
  expect(given.best).toEqual([1, 2]);
  const sampled = await bestOf(4, QUESTIONS, { ...asked, instruction: 'Write a note' });
  expect(sampled.candidates).toHaveLength(4);

  const measured = await measureActionability(POOR, QUESTIONS, asked);
  expect(actionabilityFigures([measured, measured])).toMatchObject({ before: 1 / 6, after: 1, unmet: 10 });
});

it.each([
  ['no votes', POOR, QUESTIONS, { votes: 0 }, /votes must be a whole number from 1 to 99; it is 0/u],
  ['half a vote', POOR, QUESTIONS, { votes: 1.5 }, /it is 1\.5/u],
  ['no items', POOR, [], {}, /checklist has no items/u],
  ['an empty item', POOR, ['Is it kind?', ' '], {}, /Item 2 of the checklist: text must not be empty/u],
  ['a context for nothing', POOR, QUESTIONS, { context: 'Readers are busy.' }, /context needs an instr/u],
])('rejects %s', async (_what, response, questions, given, says) => {
  await expect(judge(response, questions, { store: 'memory', ...given })).rejects.toThrow(says);
});

it('refuses what cannot be done', async () => {
  const asked = await options();
  await expect(refine(POOR, QUESTIONS, { ...asked, rounds: 5 })).rejects.toThrow(InputError);
  await expect(refine(POOR, QUESTIONS, { store: 'memory' })).rejects.toThrow(InputError);
  await expect(bestOf([], QUESTIONS, asked)).rejects.toThrow(InputError);
  await expect(bestOf(2, QUESTIONS, asked)).rejects.toThrow(/no instruction/u);
  await expect(compare(POOR, GOOD, asked)).rejects.toThrow(/no checklist/u);
});

it('reads the rows of a public benchmark', async () => {
  const file = join(await temporaryFolder(), 'infobench.jsonl');
  await writeFile(
    file,
    JSON.stringify({
      id: 'u1',
      instruction: 'Title it.',
      input: 'A post.',
      decomposed_questions: ['A title?'],
      output: 'On tea',
    }),
  );
  const [row] = await readRows(file, { benchmark: 'infobench' });
  expect(row).toMatchObject({ task: { instruction: 'Title it.', context: 'A post.' } });
  expect(row?.items).toEqual([{ item: { text: 'A title?' }, themes: null }]);
  expect(row?.responses).toEqual([{ name: 'u1', system: null, response: 'On tea', score: null }]);
  await expect(readRows(file, { needs: ['label'] })).rejects.toThrow('line 1: the field “label” is missing');
});
