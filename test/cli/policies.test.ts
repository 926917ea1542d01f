/** What checklists bring a judge, from the command line: the scripted model scores by length and prefers what is longer. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import type { PoliciesResult } from '../../src/client/measuring.ts';
import type { EachAblation } from '../../src/judge/ablate-each.ts';
import { answering } from '../support/guide-web/start-guide-web.ts';
import { startModelServer, type ModelServer } from '../support/model-server/server.ts';
import { plausibleModel } from '../support/plausible-model.ts';
import { cli } from '../support/shell.ts';

let folder = '';
let server: ModelServer;
const at = (name: string) => join(folder, name);
const words = (count: number) => `${'word '.repeat(count).trim()}.`;
const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'groundrule-policies-'));
  server = await startModelServer({ handler: answering(plausibleModel) });
  const criteria = ['Is it short?', 'Is it kind?'];
  await mkdir(at('hard'));
  const pairs = [
    { id: 1, instruction: 'Write a toast', a: words(30), b: words(5), label: 'a', criteria },
    { id: 2, instruction: 'Write a note', a: words(4), b: words(20), label: 'a', criteria },
  ];
  await Promise.all([
    writeFile(at('pairs.jsonl'), lines(pairs)),
    writeFile(at('hard/pairs.jsonl'), lines(pairs.slice(0, 1))),
    writeFile(at('unlabelled.jsonl'), lines([pairs[0] ?? {}, { ...pairs[1], label: undefined }])),
    writeFile(
      at('scored.jsonl'),
      lines([
        { id: 'x', instruction: 'Write a toast', response: words(5), score: 1, criteria },
        { id: 'y', instruction: 'Write a toast', response: words(45), score: 5, criteria },
      ]),
    ),
  ]);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

let before = 0;
beforeEach(() => {
  before = server.requests.length;
});
const asked = () => server.requests.slice(before).map(({ schemaName }) => schemaName);

async function run(...args: string[]) {
  const model = ['--model', 'scripted', '--base-url', server.baseUrl, '--model-format', 'json_schema'];
  return cli([...args, '--store', 'memory', ...model], { env: { HOME: folder } });
}

describe('measure policies', () => {
  it('judges pairs of several files, and its plan counts the calls that it makes', async () => {
    const args = ['measure', 'policies', at('pairs.jsonl'), at('hard/pairs.jsonl'), '--votes', '2', '--k', '1,2'];
    const chosen = [...args, '--policies', 'baseline,specify'];
    const plan = await run(...chosen, '--dry-run');
    expect(plan.stdout, plan.stderr).toContain('Judge 3 cases without a checklist, and with one by each policy');
    expect(asked()).toEqual([]);
    const { code, stdout, stderr } = await run(...chosen, '--format', 'json');
    expect(code, stderr).toBe(EXIT.done);
    const { kind, cases, none, policies, subsets } = JSON.parse(stdout) as PoliciesResult;
    expect([kind, cases, none.value]).toEqual(['pairwise', 3, 2 / 3]);
    expect(policies.map(({ policy, settings }) => [policy, settings.map(({ k, used }) => [k, used])])).toEqual([
      [
        'baseline',
        [
          ['all', 3],
          [1, 0],
          [2, 0],
        ],
      ],
      [
        'specify',
        [
          ['all', 3],
          [1, 0],
          [2, 0],
        ],
      ],
    ]);
    expect(subsets.map(({ none: { value } }) => value)).toEqual([1 / 2, 1]);
    expect((await run(...chosen)).stdout).toMatch(/^baseline +0\.667 +0\.667/mu);
  });

  it('takes scores by themselves, and prints what is read by a spreadsheet', async () => {
    const { code, stdout, stderr } = await run(
      'measure',
      'policies',
      at('scored.jsonl'),
      '--policies',
      'baseline',
      '--k',
      '0.5',
      '--format',
      'csv',
    );
    expect(code, stderr).toBe(EXIT.done);
    expect(stdout).toMatch(/^,baseline,all,1,1,1,2,0,2,0,0,0/mu);
  });

  it.each([
    [['pairs.jsonl', '--policies', 'best'], /“best” is no policy/u],
    [['pairs.jsonl', '--k', '0'], /numbers above 0/u],
    [['unlabelled.jsonl'], /The pair 2 has no label/u],
  ])('refuses %j before anything is asked', async ([file = '', ...flags], says) => {
    const { code, stderr } = await run('measure', 'policies', at(file), ...flags);
    expect(code).not.toBe(EXIT.done);
    expect(stderr).toMatch(says);
    expect(asked()).toEqual([]);
  });
});

describe('checklist ablate', () => {
  it('judges each row by its own criteria', async () => {
    const { code, stdout, stderr } = await run(
      'checklist',
      'ablate',
      '--pairs',
      at('pairs.jsonl'),
      '--checklist',
      'given',
      '--votes',
      '2',
      '--every-list',
      '--format',
      'json',
    );
    expect(code, stderr).toBe(EXIT.done);
    const { lists } = JSON.parse(stdout) as EachAblation;
    expect(lists.map(({ items }) => items?.map(({ text }) => text))).toEqual([
      ['Is it short?', 'Is it kind?'],
      ['Is it short?', 'Is it kind?'],
    ]);
    expect(asked()).toHaveLength(2 * 2 * 2 * (2 + 2));
  });

  it('has a checklist written for each instruction by a policy', async () => {
    const args = [
      'checklist',
      'ablate',
      '--scored',
      at('scored.jsonl'),
      '--checklist',
      'generated',
      '--policy',
      'length-0.5',
    ];
    const { code, stdout, stderr } = await run(...args, '--votes', '2', '--format', 'csv');
    expect([EXIT.done, EXIT.notDecided], stderr).toContain(code);
    expect(asked().filter((name) => name === 'generate-checklist')).toHaveLength(2);
    expect(stdout).toMatch(/^case,subset,list,listDelta,item/u);
  });
});
