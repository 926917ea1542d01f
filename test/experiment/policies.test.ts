/** Lists by several policies in an experiment, against the scripted model, which prefers the longer response and scores by length. */
import { expect, it } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import type { ExperimentPart } from '../../src/experiment/run-part.ts';
import { setUp, words } from '../support/experiment.ts';

const pair = (id: number, label: string) => ({ id, instruction: `Write note ${id}`, a: words(30), b: words(5), label });
const FILES = {
  'easy/rows.jsonl': [pair(1, 'a'), pair(2, 'a'), pair(3, 'a')],
  'hard/rows.jsonl': [pair(4, 'b')],
};

const FILE = {
  name: 'Policies',
  data: [{ id: 'notes', file: ['easy/rows.jsonl', 'hard/rows.jsonl'], first: 2 }],
  modes: [
    { id: 'Baseline', checklist: 'baseline' },
    { id: 'Half', checklist: 'length-0.5' },
  ],
  metrics: ['policies', 'ablation'],
  votes: 2,
  k: [1, 2],
  regenerate: 3,
  resamples: 20,
};

interface Result {
  readonly parts: readonly ExperimentPart[];
  readonly missing: readonly unknown[];
}

it('measures lists by policy over the first rows of several files as one set of data, and asks nobody again', async () => {
  const { run, server } = await setUp(FILE, FILES);
  const { code, stdout, stderr } = await run('--format', 'json');
  expect(code, stderr).toBe(EXIT.done);
  const { parts, missing } = JSON.parse(stdout) as Result;
  expect(missing).toEqual([]);
  const [{ policies, ablation, cells }] = parts as [ExperimentPart];
  // Two of three pairs are as the longer response has it; the judge never wavers, so that no k uses a list.
  expect(policies).toMatchObject({ cases: 3, judgements: 4, none: { value: 2 / 3 } });
  expect(policies?.subsets.map(({ subset, cases, none }) => [subset, cases, none.value])).toEqual([
    ['easy/rows.jsonl', 2, 1],
    ['hard/rows.jsonl', 1, 0],
  ]);
  const valueOf = (system: string, measure: string) =>
    cells.find((cell) => cell.system === system && cell.measure === measure)?.figure.value;
  expect(valueOf('Half', 'policies.used1')).toBe(0);
  expect([valueOf('Baseline', 'policies.sum'), valueOf('Half', 'policies.sum')]).toEqual([18, 9]);
  expect(valueOf('Half', 'policies.verifiedShare')).toBe(1);
  expect(ablation.map(({ name, lists }) => [name, lists.length])).toEqual([
    ['Baseline', 3],
    ['Half', 3],
  ]);
  expect(valueOf('Baseline', 'ablation.helps')).toBe(0);
  const asked = server.requests.length;
  const again = await run();
  expect(server.requests).toHaveLength(asked);
  expect(again.stdout).toMatch(/^that of the settings +notes +none, Baseline, Half/mu);
});

it('asks for no more than its plan says', async () => {
  const { run, server } = await setUp(FILE, FILES);
  const plan = await run('--dry-run');
  expect(plan.code, plan.stderr).toBe(EXIT.done);
  expect(server.requests).toEqual([]);
  await run();
  expect(server.requests.length).toBeGreaterThan(20);
  expect(server.requests.length).toBeLessThanOrEqual(Number(/^in all +(\d+)/mu.exec(plan.stdout)?.[1]));
});

it.each(['policies', 'ablation'])('judgements that nobody gave leave %s incomplete', async (metric) => {
  const { run, server } = await setUp({ ...FILE, metrics: [metric] }, FILES);
  server.behave({ outage: (body) => body.includes('"name":"compare-responses"') && body.includes('Write note 4') });
  const { code, stderr } = await run();
  expect(code, stderr).toBe(EXIT.incomplete);
});
