/** What the file of an experiment and its flags choose of models, of drawing answers, of judging items, and of prompts. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { setUp } from '../support/experiment.ts';

const JUDGES = {
  name: 'Judges',
  data: [{ id: 'pairs', file: 'pairs.jsonl', first: 1 }],
  protocols: [{ id: 'plain', protocol: 'vanilla', bothOrders: false }],
  metrics: ['agreement'],
};

it('draws answers as the file says, for a model as that says, and over what the user’s settings say', async () => {
  const models = ['one', { id: 'two', model: 'other', topP: { 'compare-responses': 0.5 } }];
  const { run, server } = await setUp({ ...JUDGES, models, temperature: 1, topP: 0.95, modelSeed: 3 });
  const { code, stderr } = await run('--temperature', '0.3');
  expect(code, stderr).toBe(EXIT.done);
  expect(server.requests.map(({ model, temperature, topP, seed }) => [model, temperature, topP, seed])).toEqual([
    ['one', 1, 0.95, 3],
    ['other', 1, 0.5, 3],
  ]);
});

it.each([
  [{ temperature: 3 }, '“temperature” is 3'],
  [{ models: [{ id: 'm', model: 'm', topP: { all: -1 } }] }, '“topP” is'],
  [{ protocols: [{ id: 'plain', protocol: 'vanilla', batch: 1 }] }, '“itemsPerCall” has no effect'],
])('refuses %o', async (changed, says) => {
  const { run } = await setUp({ ...JUDGES, ...changed });
  const { code, stderr } = await run();
  expect(code).toBe(EXIT.badInput);
  expect(stderr).toContain(says);
});

it('runs only the models that are named, others in their place', async () => {
  const { run, server } = await setUp({ ...JUDGES, models: ['one', 'two', 'three'] });
  const { code, stdout, stderr } = await run('--models', 'one=mine', '--models', 'three', '--format', 'json');
  expect(code, stderr).toBe(EXIT.done);
  expect(new Set(server.requests.map(({ model }) => model))).toEqual(new Set(['mine', 'three']));
  expect(stdout).toContain('--models one=mine --models three');
  expect((await run('--models', 'four')).stderr).toContain('--models four: the experiment has no such model.');
});

it('judges by a protocol with the models that it names, and refuses a cell of another', async () => {
  const protocols = [...JUDGES.protocols, { id: 'with reasons', protocol: 'cot', bothOrders: false, models: ['two'] }];
  const experiment = { ...JUDGES, models: ['one', 'two'], protocols };
  const { run, server } = await setUp(experiment);
  const { code, stdout, stderr } = await run('--format', 'csv');
  expect(code, stderr).toBe(EXIT.done);
  expect(server.requests.map(({ model }) => model)).toEqual(['one', 'two', 'two']);
  expect(stdout).not.toContain('one, with reasons');
  const table = {
    columns: [{ head: 'A', measure: 'agreement.accuracy' }],
    rows: [{ model: 'one', system: 'with reasons' }],
  };
  const refused = await (await setUp({ ...experiment, table })).run();
  expect(refused.stderr).toContain('has the protocol “with reasons”, which “one” does not judge by, in the column “A”');
  const [plain] = JUDGES.protocols;
  const unknown = await (await setUp({ ...experiment, protocols: [{ ...plain, models: ['three'] }] })).run();
  expect(unknown.stderr).toContain('“plain” names a model “three”, which the experiment has not.');
});

it('judges items one to a call and none by code, where the file says so', async () => {
  const data = [{ id: 'tasks', file: 'tasks.jsonl', first: 1 }];
  const protocols = [{ id: 'rates', protocol: 'pass-rate', checklist: 'given' }];
  const experiment = { name: 'x', data, protocols, metrics: ['selection'], samples: 2 };
  const callsOf = async (changed: object) => {
    const { run, server } = await setUp({ ...experiment, ...changed });
    const { code, stderr } = await run();
    expect(code, stderr).toBe(EXIT.done);
    return server.requests.filter(({ schemaName }) => schemaName === 'judge-response').length;
  };
  // The scripted writer gives one response twice, and what is truly met is judged by the list that the judge has, too.
  expect([await callsOf({}), await callsOf({ batch: 1, codeChecks: false })]).toEqual([1, 2]);
});

it('measures what a list implies, or what it states, alone', async () => {
  const modes = (['stated', 'implied'] as const).map((only) => ({
    id: only,
    mode: 'full',
    settings: { n: 3 },
    only,
    top: 1000,
  }));
  const data = [{ id: 'tasks', file: 'tasks.jsonl', first: 1 }];
  const { run } = await setUp({
    name: 'x',
    data,
    modes: [...modes, { id: 'both', mode: 'full', settings: { n: 3 }, top: 1000 }],
    metrics: ['criteria'],
  });
  const { stdout, stderr, code } = await run('--format', 'csv');
  expect(code, stderr).toBe(EXIT.done);
  const counts = new Map(
    stdout.split('\n').flatMap((line) => {
      const [system = '', column, , ours] = line.split(',');
      return column === 'Criteria' ? [[system, Number(ours)] as const] : [];
    }),
  );
  const [stated = 0, implied = 0] = [counts.get('stated'), counts.get('implied')];
  expect(stated).toBeGreaterThan(0);
  expect(implied).toBeGreaterThan(0);
  expect(counts.get('both')).toBe(stated + implied);
});

it('says which prompts it ran: ours, or those of a folder', async () => {
  const { run, folder } = await setUp(JUDGES);
  const Prompts = z.looseObject({ prompts: z.object({ set: z.string(), sha256: z.string().length(64) }) });
  const promptsOf = async (...flags: string[]) =>
    Prompts.parse(JSON.parse((await run('--format', 'json', ...flags)).stdout)).prompts;
  const bundled = await promptsOf();
  expect(bundled.set).toBe('bundled');
  const own = join(folder, 'prompts');
  await mkdir(own);
  const ours = await readFile('prompts/compare-responses.md', 'utf8');
  await writeFile(join(own, 'compare-responses.md'), ours.replace('# User', 'Take care.\n# User'));
  const { set, sha256 } = await promptsOf('--prompts', own);
  expect(set).toBe('own');
  expect(sha256).not.toBe(bundled.sha256);
  expect((await run('--prompts', own, '--format', 'markdown')).stdout).toContain('Prompts: of a folder of your own');
});
