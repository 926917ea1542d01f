/** Metrics of experiments that follow responses and criteria through a data set, by models whose answers are laid down. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { answering } from '../support/guide-web/start-guide-web.ts';
import { startModelServer } from '../support/model-server/server.ts';
import { plausibleModel, type ScriptedModel } from '../support/plausible-model.ts';
import { itemsIn, questionOf } from '../support/read-prompt.ts';
import { cli } from '../support/shell.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const Cell = z.looseObject({
  system: z.string(),
  measure: z.string(),
  figure: z.looseObject({ value: z.number().nullable(), scored: z.number(), missing: z.number() }),
});
const Result = z.looseObject({ parts: z.array(z.looseObject({ cells: z.array(Cell) })) });

/** @param answers of single agents; others are the plausible model's */
async function runExperiment(
  experiment: object,
  files: Readonly<Record<string, readonly object[]>>,
  answers: Readonly<Record<string, (question: string) => unknown>>,
) {
  const folder = await temporaryFolder();
  const model: ScriptedModel = (messages, agent) =>
    answers[agent]?.(questionOf(messages)) ?? plausibleModel(messages, agent);
  const server = await startModelServer({ handler: answering(model) });
  onTestFinished(() => server.close());
  const file = join(folder, 'experiment.yaml');
  await writeFile(file, stringify({ resamples: 50, ...experiment }));
  for (const [name, rows] of Object.entries(files))
    await writeFile(join(folder, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const { code, stdout, stderr } = await cli(
    [
      ...['experiment', 'run', file, '--format', 'json', '--store', join(folder, 'store.sqlite')],
      ...['--model', 'scripted', '--base-url', server.baseUrl, '--model-format', 'json_schema'],
    ],
    { env: { HOME: folder } },
  );
  expect(code, stderr).toBe(EXIT.done);
  const [part] = Result.parse(JSON.parse(stdout)).parts;
  const cells = part?.cells ?? [];
  const figure = (system: string, measure: string) =>
    cells.find((cell) => cell.system === system && cell.measure === measure)?.figure;
  return { figure, cells };
}

describe('the categories of criteria', () => {
  it('are named by the model out of those of the data, and measured', async () => {
    const rows = [
      {
        id: 1,
        instruction: 'Write a toast',
        criteria: ['Is it short?', 'Is it kind?'],
        themes: [['Length'], ['Tone']],
      },
      { id: 2, instruction: 'Write a note', criteria: ['Is it long and cold?'], themes: [['Tone', 'Length']] },
    ];
    const { figure } = await runExperiment(
      { name: 'Categories', data: [{ id: 'tasks', file: 'tasks.jsonl' }], metrics: ['categories'] },
      { 'tasks.jsonl': rows },
      {
        // Always the length: right of the first, wrong of the second, half of the third.
        'name-categories': (question) => ({
          criteria: itemsIn(question, 'criteria').map(({ id }) => ({ id, categories: ['Length'] })),
        }),
      },
    );
    expect(figure('the model', 'categories.precision')).toMatchObject({ value: 2 / 3, scored: 3, missing: 0 });
    expect(figure('the model', 'categories.recall')?.value).toBe(0.5);
    expect(figure('the model', 'categories.f1')?.value).toBeCloseTo((1 + 0 + 2 / 3) / 3, 12);
  });
});

describe('criteria that are described', () => {
  it('are restated by the model before anything is measured, a procedure step by step', async () => {
    const rows = [
      {
        ...{
          id: 1,
          instruction: 'Write a toast',
          levels: [{ best: 'Superbly warm.' }, { best: 'First greet. Then toast.' }],
        },
      },
      { id: 2, instruction: 'Write a note', levels: [{ best: 'Superbly short.' }] },
    ];
    const { figure } = await runExperiment(
      {
        ...{ name: 'Levels', modes: [{ id: 'People', given: true }], metrics: ['criteria'] },
        data: [{ id: 'tasks', file: 'tasks.jsonl', fields: { criteria: 'levels.*.best' }, restate: true }],
      },
      { 'tasks.jsonl': rows },
      {
        'restate-criteria': (question) => ({
          descriptions: itemsIn(question, 'descriptions').map(({ id, text }) => ({
            id,
            criteria: text.split('. ').map((step) => `The response should do so: ${step}`),
          })),
        }),
      },
    );
    expect(figure('People', 'criteria.count')?.value).toBe(4);
    expect(figure('People', 'criteria.perTask')?.value).toBe(2);
  });
});
