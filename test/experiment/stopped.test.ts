import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withTasks } from '../../src/data/row.ts';
import { CancelledError } from '../../src/domain/errors.ts';
import type { LoadedExperiment } from '../../src/experiment/experiment-data.ts';
import { runExperiment } from '../../src/experiment/run-experiment.ts';
import type { Groundrule } from '../../src/groundrule.ts';
import { readRows } from '../../src/measuring.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('closes its client when it is stopped, and its own error is the one that shows', async () => {
  const file = join(await temporaryFolder(), 'tasks.jsonl');
  await writeFile(file, '{"instruction": "Write a toast"}\n');
  const rows = withTasks(await readRows(file));
  const experiment: LoadedExperiment = {
    name: 'stopped',
    data: [{ id: 'tasks', file, rows, unusable: [], sha256: '' }],
    modes: [{ id: 'ticking', checklist: 'ticking' }],
    models: [],
    protocols: [],
    baselines: [],
    refinements: [],
    taskCategories: [],
    rounds: 4,
    scores: new Map(),
    lists: new Map(),
    metrics: ['criteria'],
    samples: 8,
    votes: 5,
    regenerate: 0,
    seed: 42,
    notRepeated: [],
    text: '',
  };
  let closed = 0;
  const client: Pick<Groundrule, 'generateChecklist' | 'usage' | 'close'> = {
    generateChecklist: () => Promise.reject(new CancelledError('Stopped.')),
    usage: () => [],
    close: () => {
      closed += 1;
      return Promise.reject(new Error('The store is away.'));
    },
  };
  const open = () => Promise.resolve(client as Groundrule);
  const run = runExperiment(experiment, { open, concurrency: 1, onProgress: () => undefined });
  await expect(run).rejects.toThrow('Stopped.');
  expect(closed).toBe(1);
});
