/** The commands that write, review, thin out and test checklists, and those that use one selectively. */
import { describe, expect, it } from 'vitest';
import { Checklist } from '../../src/domain/checklist.ts';
import { Comparison } from '../../src/domain/comparison.ts';
import type { Ablation } from '../../src/judge/ablate.ts';
import { plausibleModel } from '../support/plausible-model.ts';
import { fencedAs, itemsIn, questionOf } from '../support/read-prompt.ts';
import { jsonLines, scriptedFolder } from '../support/scripted-folder.ts';
import { cli } from '../support/shell.ts';

const QUESTIONS = ['Does it name Ada?', 'Is it kind?', 'Does it rhyme?'];
const PAIR = { id: 'p', instruction: 'Write a toast', a: 'a good one', b: 'the other', label: 'a' };
const SCORED = ['1', '2'].map((id) => ({ id, instruction: 'Write a toast', response: `To Ada, ${id}!`, score: 3 }));

const { at, run, asked } = scriptedFolder(
  {
    'good/one.md': 'To Ada!',
    'poor.md': 'Hm.',
    'remarks.txt': 'Too long.\n\nNo names.\n',
    'list.md': QUESTIONS.map((question) => `- ${question}\n`).join(''),
    'pairs.jsonl': jsonLines(PAIR),
    'bare.jsonl': jsonLines({ ...PAIR, label: null }),
    'scored.jsonl': jsonLines(...SCORED),
  },
  (messages, agent) => {
    const question = questionOf(messages);
    if (agent === 'score-response')
      // With the second item it is 2 too high.
      return itemsIn(question, 'checklist to answer').length === 0
        ? { analysis: 'So.', score: 3 }
        : {
            answers: itemsIn(question, 'checklist to answer').map(({ id }) => ({ id, answer: 'YES' })),
            score: question.includes('Is it kind?') ? 5 : 3,
          };
    if (agent === 'compare-responses') {
      const [first] = [fencedAs(question, 'response A')];
      return { analysis: 'So.', choice: first.includes('good') ? 'A' : 'B' };
    }
    return plausibleModel(messages, agent);
  },
);

describe('checklist', () => {
  it('generate writes by a policy, from a contrast, or from remarks', async () => {
    const { json, stderr } = await run(
      'checklist',
      'generate',
      'Write a toast',
      '--policy',
      'self-refine',
      '-f',
      'json',
    );
    expect(Checklist.parse(json()).items.length, stderr).toBeGreaterThan(1);
    expect(asked()).toEqual(['generate-checklist', 'refine-checklist']);
    const sides = ['--better', at('good'), '--worse', at('poor.md')];
    const contrast = await run('checklist', 'generate', 'Write a toast', ...sides, '-f', 'json');
    expect(Checklist.parse(contrast.json()).task?.instruction).toBe('Write a toast');
    const remarks = await run('checklist', 'generate', '--observations', at('remarks.txt'), '-f', 'json');
    expect(Checklist.parse(remarks.json()).items[0]?.observations).toEqual(['Too long.', 'No names.']);
    expect(asked().slice(2)).toEqual(['contrast-responses', 'generalize-observations', 'review-checklist']);
  });

  it.each([
    [['--better', 'good'], /at least one better and one worse/u],
    [
      ['--better', 'good', '--worse', 'poor.md', '--policy', 'specify'],
      /'--policy <name>' cannot be used with option '--better <files>'/u,
    ],
    [['--observations', 'remarks.txt'], /not both/u],
  ])('generate refuses %j', async (flags, says) => {
    const files = flags.map((flag) => (/^(?:good|poor|remarks)/u.test(flag) ? at(flag) : flag));
    const { code, stderr } = await run('checklist', 'generate', 'Write a toast', ...files);
    expect(code).not.toBe(0);
    expect(stderr).toMatch(says);
    expect(asked()).toEqual([]);
  });

  it('review looks through a list, and show --diverse thins it out', async () => {
    const { json } = await run('checklist', 'review', at('list.md'), '-f', 'json');
    expect(Checklist.parse(json()).items).toHaveLength(3);
    expect(asked()).toEqual(['review-checklist']);
    const { stdout } = await cli([
      'checklist',
      'show',
      at('list.md'),
      '--diverse',
      '2',
      '-f',
      'json',
      '--store',
      'memory',
    ]);
    expect(Checklist.parse(JSON.parse(stdout)).items).toHaveLength(2);
  });

  it('ablate names the item that harms, and its plan counts the calls that it makes', async () => {
    const args = ['checklist', 'ablate', '--scored', at('scored.jsonl'), '--checklist', at('list.md'), '--votes', '3'];
    const plan = await run(...args, '--dry-run');
    expect(plan.stdout).toContain('Judge 2 cases without the checklist, with it, and without each item');
    expect(asked()).toEqual([]);
    const { json, stderr } = await run(...args, '-f', 'json');
    const { items, whole } = json() as Ablation;
    expect(
      items.map(({ effect }) => effect),
      stderr,
    ).toEqual(['neutral', 'harms', 'neutral']);
    expect(whole).toMatchObject({ effect: 'harms', delta: -2 });
    const calls = 2 * 3 * (2 + 3);
    expect(asked()).toHaveLength(calls);
    expect(plan.stdout).toMatch(new RegExp(`\\b${calls}\\b`, 'u'));
    expect((await run(...args)).stdout).toMatch(/i2 +harms +\+2\.000/u);
  });

  it('ablate takes pairs with labels, and says what is missing', async () => {
    const of = (file: string) => ['checklist', 'ablate', '--pairs', at(file), '--checklist', at('list.md')];
    expect((await run(...of('bare.jsonl'))).stderr).toMatch(/The pair p has no label/u);
    expect((await run('checklist', 'ablate', '--checklist', at('list.md'))).stderr).toMatch(
      /nothing that people judged/u,
    );
  });
});

describe('--selective', () => {
  it('compares without a checklist first, and has none written for a judge that is sure', async () => {
    const args = ['compare', '--pairs', at('pairs.jsonl'), '--selective', '2', '-f'];
    const { json, stderr } = await run(...args, 'json');
    const { comparisons, summary } = json() as { comparisons: unknown[]; summary: unknown };
    const { grounds, by } = Comparison.loose().parse(comparisons[0]);
    expect([by, grounds?.kind], stderr).toEqual(['checklist-preference', 'selective']);
    expect(summary).toMatchObject({ selective: { judged: 1, used: 0, saved: { judgements: 10, calls: 11 } } });
    expect(asked()).toEqual(Array(10).fill('compare-responses'));
    expect((await run(...args, 'table')).stdout.replace(/\s+/gu, ' ')).toContain(
      'inconsistency 0 of 10 judgements without a checklist < 2: the checklist was not needed (11 calls saved)',
    );
  });

  it('scores likewise, and plays no part in judging item by item', async () => {
    const args = ['judge', at('poor.md'), '--checklist', at('list.md'), '--selective', '0.4'];
    const { stdout, stderr } = await run(...args);
    expect(stdout.replace(/\s+/gu, ' '), stderr).toContain('< 0.4: the checklist was not needed (5 calls saved)');
    expect(asked()).toEqual(Array(5).fill('score-response'));
    expect((await run(...args, '--protocol', 'pass-rate')).stderr).toMatch(/--selective has no effect/u);
    expect((await run(...args, '--protocol', 'g-eval')).code).not.toBe(0);
  });
});
