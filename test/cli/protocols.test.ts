/** The protocols from the command line: what is printed, stored and refused. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Comparison } from '../../src/domain/comparison.ts';
import { PROTOCOLS } from '../../src/domain/protocols.ts';
import { Scoring } from '../../src/judge/scoring.ts';
import { answering } from '../support/guide-web/start-guide-web.ts';
import { plausibleModel } from '../support/plausible-model.ts';
import { startModelServer } from '../support/model-server/server.ts';
import { cli } from '../support/shell.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const TASK = 'Write a toast for Ada.';

async function desk() {
  const server = await startModelServer({ handler: answering(plausibleModel) });
  onTestFinished(() => server.close());
  const folder = await temporaryFolder();
  const at = (name: string) => join(folder, name);
  await Promise.all([
    writeFile(at('long.md'), 'A toast to Ada, who built the first engine and kept it running for forty years.'),
    writeFile(at('short.md'), 'Cheers.'),
    writeFile(at('good.md'), 'To Ada, who made numbers dance.'),
    writeFile(
      at('pairs.jsonl'),
      [
        { id: 'p1', instruction: TASK, a: 'one two three', b: 'one', label: 'a', reference: 'Good.' },
        { id: 'p2', instruction: TASK, a: 'one', b: 'one two', label: 'a' },
      ]
        .map((row) => `${JSON.stringify(row)}\n`)
        .join(''),
    ),
  ]);
  const model = [
    '--model',
    'scripted',
    '--base-url',
    server.baseUrl,
    '--model-format',
    'json_schema',
    '--store',
    'memory',
  ];
  const run = (...args: string[]) => cli([...args, ...model], { env: { HOME: folder } });
  return { at, run, server };
}

describe('judge --protocol', () => {
  const oneRow = async (path: string, more: object) =>
    writeFile(path, JSON.stringify({ id: '1', instruction: TASK, response: 'A toast.', ...more }));

  it.each(['judge --protocol check-then-score', 'measure judge --attacks'])(
    '%s reads no file that a row names',
    async (typed) => {
      const { at, run, server } = await desk();
      await writeFile(at('private.md'), '- bank: hunter2\n');
      await oneRow(at('rows.jsonl'), { set: at('private.md') });
      const data = typed.startsWith('judge') ? ['--data', at('rows.jsonl')] : [at('rows.jsonl')];
      const { code, stderr } = await run(...typed.split(' '), ...data);
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(/rows\.jsonl.*private\.md” is not the id of a stored set/u),
      ]);
      expect(server.requests).toHaveLength(0);
    },
  );

  it('plans no list to be generated where rows have their own', async () => {
    const { at, run } = await desk();
    await oneRow(at('rows.jsonl'), { criteria: ['Is it short?'] });
    const { stdout } = await run('judge', '--data', at('rows.jsonl'), '--protocol', 'check-then-score', '--dry-run');
    expect(stdout).toContain('Score 1 response');
    expect(stdout).not.toContain('generated from the instruction');
  });

  it('scores all responses to the first instructions of a file', async () => {
    const { at, run } = await desk();
    const rows = ['one', 'two'].map((id) => ({
      id,
      instruction: `Write ${id}.`,
      responses: { alpha: 'A.', beta: 'B.' },
    }));
    await writeFile(at('rows.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const args = ['judge', '--data', at('rows.jsonl'), '--limit', '1', '--protocol', 'score', '--format', 'json'];
    const { stdout, stderr } = await run(...args);
    const names = Scoring.loose()
      .array()
      .parse(JSON.parse(stdout))
      .map(({ name }) => name);
    expect(names, stderr).toEqual(['one alpha', 'one beta']);
  });

  it('takes the criteria of each row before a list that it would pay for', async () => {
    const { at, run, server } = await desk();
    const row = { instruction: TASK, response: 'A toast to Ada.', criteria: ['Is it short?'] };
    await writeFile(at('rows.jsonl'), `${JSON.stringify(row)}\n`);
    const by = (protocol: string, ...more: string[]) =>
      run('judge', '--data', at('rows.jsonl'), '--protocol', protocol, '--format', 'json', ...more);
    const questionsOf = (stdout: string) =>
      Scoring.loose()
        .array()
        .parse(JSON.parse(stdout))
        .map(({ checklist }) => checklist?.items.map(({ question }) => question));
    const { stdout, stderr } = await by('check-then-score');
    expect(questionsOf(stdout), stderr).toEqual([['Is it short?']]);
    expect(server.requests.map(({ schemaName }) => schemaName)).not.toContain('generate-checklist');
    await writeFile(at('list.md'), '- Is it kind?\n');
    const named = await by('check-then-score', '--checklist', at('list.md'));
    expect(questionsOf(named.stdout)).toEqual([['Is it kind?']]);
    expect((await by('score')).code).toBe(0);
  });

  it('scores a response by dimensions beside a reference', async () => {
    const { at, run, server } = await desk();
    const args = [
      'judge',
      at('long.md'),
      '--protocol',
      'camieval-score',
      '--instruction',
      TASK,
      '--reference',
      at('good.md'),
    ];
    const { code, stdout, stderr } = await run(...args);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('of 10: 2');
    expect(stdout).toMatch(/2 +relevance/u);
    const { stdout: json } = await run(...args, '--format', 'json');
    expect(Scoring.loose().array().parse(JSON.parse(json))[0]).toMatchObject({
      by: 'camieval-score',
      aids: { weak: null },
    });
    const { stdout: weak } = await run(...args, '--role-model', 'weak=tiny', '--format', 'markdown');
    expect(weak).toContain('The weak output');
    expect(server.requests.some(({ model }) => model === 'tiny')).toBe(true);
  });

  it('prints one table for several, rows for spreadsheets, and a plan', async () => {
    const { at, run } = await desk();
    const args = ['judge', at('long.md'), at('short.md'), '--protocol', 'g-eval', '--instruction', TASK];
    const { stdout, stderr } = await run(...args);
    expect(stdout).toMatch(/2 +.*long\.md[\s\S]*1 +.*short\.md/u);
    expect(stderr).toContain('no token probabilities');
    const { stdout: csv } = await run(...args, '--format', 'csv', '--panel', 'one,two');
    expect(csv.trim().split('\r\n')).toHaveLength(7);
    const { stdout: plan } = await run(...args, '--dry-run');
    expect(plan).toMatch(/Score 2 responses by g-eval[\s\S]*plan-evaluation/u);
  });

  it.each([
    [['--protocol', 'g-eval', '--min', '0.5'], /--min has no effect/u],
    [['--protocol', 'score', '--dimensions', '2'], /--dimensions has no effect with the protocol score/u],
    [['--protocol', 'g-eval', '--top', '3'], /--top has no effect/u],
    [['--protocol', 'score', '--basics', 'relevance'], /--basics has no effect with the protocol score/u],
    [['--protocol', 'score', '--no-concrete'], /--no-concrete has no effect/u],
    [['--protocol', 'camieval-score', '--basics', 'beauty'], /“beauty” is none of relevance, factuality/u],
    [['--reference', 'good.md', '--checklist', 'none.md'], /--reference has no effect/u],
  ])('refuses %j', async (flags, message) => {
    const { at, run } = await desk();
    const typed = flags.map((flag) => (flag.endsWith('.md') ? at(flag) : flag));
    const { code, stderr } = await run('judge', at('long.md'), '--instruction', TASK, ...typed);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });
});

describe('compare --protocol', () => {
  it('takes the references of the pairs, and says how often a decision stays', async () => {
    const { at, run, server } = await desk();
    const args = ['compare', '--pairs', at('pairs.jsonl'), '--protocol', 'camieval', '--reconsider'];
    const { code, stdout, stderr } = await run(...args);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('unchanged when asked again 100 % (4 of 4 decisions)');
    const shown = server.requests.filter(({ schemaName }) => schemaName === 'compare-responses');
    expect(shown.filter(({ text }) => text.includes('<<<reference'))).toHaveLength(4);
    const { stdout: plain } = await run(
      'compare',
      '--pairs',
      at('pairs.jsonl'),
      '--by',
      'preference',
      '--format',
      'json',
    );
    expect(JSON.parse(plain)).toMatchObject({ summary: { pairs: 2, unchanged: null, panel: null } });
  });

  it('has figures for each member of a panel', async () => {
    const { at, run } = await desk();
    const args = ['compare', '--pairs', at('pairs.jsonl'), '--protocol', 'cot', '--panel', 'one,two,three'];
    const { stdout } = await run(...args);
    expect(stdout).toMatch(/one +100 % +50 % +0/u);
    expect(stdout).toContain('two members say the same in 100 %');
    const { stdout: html } = await run(...args, '--format', 'html');
    expect(html).toContain('<h2');
    const { stdout: json } = await run(
      'compare',
      at('long.md'),
      at('short.md'),
      ...args.slice(3),
      '--instruction',
      TASK,
      '--format',
      'json',
    );
    const { comparisons } = JSON.parse(json) as { comparisons: unknown[] };
    expect(Comparison.loose().parse(comparisons[0]).grounds).toMatchObject({ kind: 'panel' });
  });
});

it('export-dpo swaps chosen and rejected, reads both forms, and leaves ties out', async () => {
  const { at } = await desk();
  const chat = (content: string) => [{ role: 'assistant', content }];
  const rows = [
    { instruction: TASK, a: 'good', b: 'bad', label: 'a' },
    { instruction: TASK, context: 'At noon.', a: 'bad', b: 'good', label: 'b' },
    { instruction: TASK, a: 'x', b: 'y', label: 'tie' },
    { instruction: TASK, a: 'bad', b: 'good', label: [4, 5, 3] },
    { prompt: TASK, chosen: chat('good'), rejected: chat('bad') },
  ];
  await writeFile(at('in.jsonl'), rows.map((each) => JSON.stringify(each)).join('\n'));
  const { code, stderr } = await cli(['export-dpo', at('in.jsonl'), '--out', at('out.jsonl')], {});
  expect([code, stderr]).toEqual([0, expect.stringContaining('4 pairs, chosen and rejected swapped; 1 ties left out')]);
  const written = (await readFile(at('out.jsonl'), 'utf8')).trim().split('\n');
  const swapped = { chosen: 'bad', rejected: 'good' };
  expect(written.map((line) => JSON.parse(line) as unknown)).toEqual([
    { prompt: TASK, ...swapped },
    { prompt: `${TASK}\n\nAt noon.`, ...swapped },
    { prompt: TASK, ...swapped },
    { prompt: TASK, ...swapped },
  ]);
  await writeFile(at('in.jsonl'), '{"instruction": "x"}');
  const refused = await cli(['export-dpo', at('in.jsonl')], {});
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringMatching(/line 1[\s\S]*prompt, chosen and rejected/u),
  ]);
});

it('protocols lists all of them, with what they ask', async () => {
  const { code, stdout } = await cli(['protocols', '--format', 'json'], {});
  expect(code).toBe(0);
  const costs = JSON.parse(stdout) as { protocol: string; calls: number; inputTokens: number }[];
  expect(new Set(costs.map(({ protocol }) => protocol)).size).toBe(PROTOCOLS.length);
  for (const { calls, inputTokens } of costs) expect(Math.min(calls, inputTokens)).toBeGreaterThan(1);
});
