/** What checklists bring a judge, from the command line: the scripted model scores by length and prefers what is longer. */
import { describe, expect, it } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import type { PoliciesResult } from '../../src/client/measuring.ts';
import type { EachAblation } from '../../src/judge/ablate-each.ts';
import { jsonLines, scriptedFolder } from '../support/scripted-folder.ts';

const words = (count: number) => `${'word '.repeat(count).trim()}.`;
const criteria = ['Is it short?', 'Is it kind?'];
const TOAST = { id: 1, instruction: 'Write a toast', a: words(30), b: words(5), label: 'a', criteria };
const NOTE = { id: 2, instruction: 'Write a note', a: words(4), b: words(20), label: 'a', criteria };

const { at, run, asked } = scriptedFolder({
  'pairs.jsonl': jsonLines(TOAST, NOTE),
  'hard/pairs.jsonl': jsonLines(TOAST),
  'lacking.jsonl': jsonLines(TOAST, { ...NOTE, b: null }),
  'unlabelled.jsonl': jsonLines(TOAST, { ...NOTE, label: undefined }),
  'scored.jsonl': jsonLines(
    { id: 'x', instruction: 'Write a toast', response: words(5), score: 1, criteria },
    { id: 'y', instruction: 'Write a toast', response: words(45), score: 5, criteria },
  ),
  'lacking-scored.jsonl': jsonLines(
    { id: 'x', instruction: 'Write a toast', response: words(5), score: 1, criteria },
    { id: 'y', instruction: 'Write a toast', response: null, score: 5, criteria },
  ),
});

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
    expect(stdout).toMatch(/^,baseline,all,1,,,2,0,2,0,0,0/mu);
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
  it.each([
    ['--pairs', 'lacking.jsonl', '2 b'],
    ['--scored', 'lacking-scored.jsonl', 'y'],
  ])('leaves out a row of %s that lacks a response, and says so', async (flag, file, name) => {
    const { stdout, stderr } = await run('checklist', 'ablate', flag, at(file), '--checklist', 'given', '--dry-run');
    expect(stdout, stderr).toContain('Judge 1 case without');
    expect(stderr).toContain(`line 2, ${name}: there is no response.`);
  });

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
