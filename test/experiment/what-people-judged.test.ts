/** Experiments on rows in which people judged nothing, or something else than the metric measures. */
import { describe, expect, it } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import type { ExperimentResult } from '../../src/experiment/run-experiment.ts';
import { cli } from '../support/shell.ts';
import { PAIRS, setUp, TASKS, words } from '../support/experiment.ts';

const LISTS = { modes: [{ id: 'given', given: true }], metrics: ['policies', 'ablation'], votes: 2, resamples: 0 };
const JUDGES = { protocols: [{ id: 'plain', protocol: 'vanilla' }], metrics: ['agreement'], resamples: 0 };
const resultOf = (stdout: string) => JSON.parse(stdout) as Pick<ExperimentResult, 'parts' | 'missing'>;

const onRows = (experiment: object, rows: readonly object[]) =>
  setUp({ name: 'People', data: [{ id: 'd', file: 'rows.jsonl' }], ...experiment }, { 'rows.jsonl': rows });

describe('before anything is asked', () => {
  const pairs = PAIRS.map(({ id, instruction, a, b }) => ({ id, instruction, a, b }));
  const scored = [{ id: 1, instruction: 'Write a toast', response: words(5), criteria: ['Short?'], score: 80 }];

  it.each([
    ['no label and no score, for judges', JUDGES, pairs, 'No row says what people think of its responses'],
    ['no label and no score, for lists', LISTS, pairs, 'No row says what people think of its responses'],
    ['scores on another scale', LISTS, scored, 'line 1: each response should have a score from 1 to 5, not 80'],
  ])('%s are refused', async (_what, experiment, rows, says) => {
    const { run, server } = await onRows(experiment, rows);
    const { code, stderr } = await run();
    expect(code).toBe(EXIT.badInput);
    expect(stderr).toContain(says);
    expect(server.statistics().requests).toBe(0);
  });
});

it('says which of the rows have no label', async () => {
  const split = { id: 9, instruction: 'Write a note', a: words(4), b: words(20), label: ['a', 'b'] };
  const lost = { id: 10, instruction: 'Write a note', a: words(4), b: null, label: 'a' };
  const alone = { id: 11, instruction: 'Write a note', responses: [words(4)], label: 'a' };
  const { run } = await onRows(JUDGES, [...PAIRS, split, lost, alone]);
  const { code, stdout, stderr } = await run('--format', 'json');
  expect(code, stderr).toBe(EXIT.done);
  const { missing } = resultOf(stdout);
  expect(missing).toMatchObject([
    { what: 'agreement', count: 1, reason: expect.stringMatching(/line 4: there is no label/u) as string },
    { what: 'agreement', count: 1, reason: expect.stringMatching(/line 5: there is no response/u) as string },
    { what: 'agreement', count: 1, reason: expect.stringMatching(/line 6: a pair has two responses/u) as string },
  ]);
});

it('measures preferences where pairs have labels, not scores among them', async () => {
  const rows = PAIRS.map((pair) => ({ ...pair, scores: [2, 4] }));
  const { run } = await onRows({ ...JUDGES, protocols: [{ id: 'scores', protocol: 'score' }] }, rows);
  const { stdout, stderr } = await run('--format', 'json');
  const [part] = resultOf(stdout).parts;
  expect(part?.agreement, stderr).toMatchObject([{ figures: { scale: 'preference', rows: PAIRS.length } }]);
});

it('judges each pair by itself, though two of one id are of different systems', async () => {
  const criteria = ['Is it long?'];
  const pair = (system: string, a: number, b: number) => ({
    ...{ id: 'one', instruction: 'Write a note', system: [`${system} 1`, `${system} 2`], criteria },
    ...{ a: words(a), b: words(b), label: 'a' },
  });
  const { run } = await onRows(LISTS, [pair('old', 30, 5), pair('new', 5, 30)]);
  const { stdout, stderr } = await run('--format', 'json');
  const [part] = resultOf(stdout).parts;
  // The scripted model prefers the longer one: right on one of the two.
  expect(part?.policies?.none, stderr).toMatchObject({ value: 0.5, scored: 2 });
});

it('tells overlap by words from that by the model, and has recall at a k beyond the lists', async () => {
  const { folder, file } = await setUp({
    ...{ name: 'Lists', data: [{ id: 'tasks', file: 'tasks.jsonl' }], modes: [{ id: 'given', given: true }] },
    ...{ metrics: ['recall', 'overlap'], at: [1, 60], resamples: 0 },
  });
  const { stdout } = await cli(['experiment', 'run', file, '--format', 'json'], { env: { HOME: folder } });
  const [part] = resultOf(stdout).parts;
  const names = part?.cells.map(({ measure }) => measure) ?? [];
  expect(names.filter((name) => name.startsWith('overlap.') && !name.endsWith(' by words'))).toEqual([]);
  const value = (measure: string) => part?.cells.find((cell) => cell.measure === measure)?.figure.value;
  expect(value('overlap.givenInBoth by words')).toBe(TASKS.flatMap(({ criteria }) => criteria).length);
  expect(value('recall.60 by words')).toBe(1);
});
