/** `groundrule judge` without a model, in this process: what it reads, prints and returns. */
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { Judgement } from '../../src/domain/judgement.ts';
import { cli, type ShellSpec } from '../support/shell.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const COUNTABLE = '- It has at most 5 words. `check: words <= 5`\n- It has at least 3 words. `check: words >= 3`\n';
const OPEN = '- Is the response kind?\n';

const Printed = z.object({
  overall: z.object({ responses: z.int(), rate: z.number().nullable() }),
  judgements: z.array(z.looseObject({ name: z.string(), passRate: Judgement.shape.passRate })),
});

/** A folder with these files, as paths by name. */
async function files<Name extends string>(texts: Readonly<Record<Name, string>>) {
  const folder = await temporaryFolder();
  const paths = { folder } as Record<Name | 'folder', string>;
  for (const name of Object.keys(texts) as Name[]) {
    paths[name] = join(folder, name);
    await mkdir(join(paths[name], '..'), { recursive: true });
    await writeFile(paths[name], texts[name]);
  }
  return paths;
}

const judge = (args: readonly string[], spec: ShellSpec = {}) => cli(['judge', ...args, '--store', 'memory'], spec);

describe('what is judged', () => {
  it('files, stdin, and the text files of a folder and its folders, in order', async () => {
    const paths = await files({
      'b.md': 'one two three',
      'a/c.txt': 'one two three four five six',
      'x.json': '{}',
      'list.checks': COUNTABLE,
    });
    const args = ['-', paths.folder, '--checklist', paths['list.checks'], '--format', 'json'];
    const { code, stdout, stderr } = await judge(args, { stdin: 'one two three four' });
    expect(code, stderr).toBe(EXIT.done);
    const { overall, judgements } = Printed.parse(JSON.parse(stdout));
    expect(judgements.map(({ name, passRate }) => [name, passRate.rate])).toEqual([
      ['stdin', 1],
      [paths['a/c.txt'], 0.5],
      [paths['b.md'], 1],
    ]);
    expect(overall).toEqual({ responses: 3, rate: 5 / 6 });
  });

  it('no file of a folder that a flag names: the checklist, the task, the context, the report', async () => {
    const paths = await files({
      'draft.md': 'one two three',
      'list.md': COUNTABLE,
      'task.txt': 'Write.',
      'context.md': 'To Bo.',
      'report.md': 'Of the last time.',
    });
    const flags = ['--checklist', paths['list.md'], '--task', paths['task.txt'], '--context', paths['context.md']];
    const out = ['--out', paths['report.md'], '--format', 'json'];
    const { code, stderr } = await judge([`${paths.folder}/.`, ...flags, ...out]);
    expect(code, stderr).toBe(EXIT.done);
    const { judgements } = Printed.parse(JSON.parse(await readFile(paths['report.md'], 'utf8')));
    expect(judgements.map(({ name }) => name)).toEqual([paths['draft.md']]);
    expect(stderr.replace(/\s+/gu, ' ')).toMatch(
      /not judged: .*context\.md, .*list\.md, .*report\.md, .*task\.txt, which flags name/u,
    );
    const alone = await files({ 'list.md': COUNTABLE });
    const empty = await judge([alone.folder, '--checklist', alone['list.md']]);
    expect([empty.code, empty.stderr]).toEqual([EXIT.badInput, expect.stringContaining('no .txt or .md files but')]);
    const asked = await judge([alone['list.md'], '--checklist', alone['list.md']]);
    expect(asked.code, asked.stderr).toBe(EXIT.done);
  });

  it('by code alone, the rest unscored; the report says so', async () => {
    const { 'r.txt': r, 'l.md': l } = await files({ 'r.txt': 'one two three', 'l.md': COUNTABLE + OPEN });
    const { code, stdout } = await judge([r, '--checklist', l]);
    expect(code).toBe(EXIT.done);
    expect(stdout).toMatch(/i1 +yes .*3 words/u);
    expect(stdout).toMatch(/i3 +unscored .*No model/u);
    expect(stdout).toMatch(/pass rate +100 %.*2 of 2 met; 1 unscored/u);
  });

  it.each(['html', 'markdown', 'table', 'json'])('goes to a file as %s', async (format) => {
    const { folder, 'r.txt': r, 'l.md': l } = await files({ 'r.txt': 'one', 'l.md': COUNTABLE });
    const out = join(folder, 'report');
    const { code, stdout, stderr } = await judge([r, '--checklist', l, '--format', format, '--out', out]);
    expect([code, stdout]).toEqual([EXIT.done, '']);
    expect(stderr).toContain(`written to ${out}`);
    expect(await readFile(out, 'utf8')).toMatch(/50 %|"rate": 0\.5/u);
  });
});

describe('exit codes', () => {
  it.each([
    ['a rate above --min', 'one two three', COUNTABLE, ['--min', '0.8'], EXIT.done],
    ['a rate at --min', 'one', COUNTABLE, ['--min', '0.5'], EXIT.done],
    ['a rate below --min', 'one', COUNTABLE, ['--min', '0.51'], EXIT.belowMinimum],
    [
      'a low rate without --min',
      'one two three four five six',
      '- Does the response have at most 5 words? `check: words <= 5`\n',
      [],
      EXIT.done,
    ],
    ['nothing scored', 'one', OPEN, [], EXIT.notDecided],
    ['nothing scored, with --min 0', 'one', OPEN, ['--min', '0'], EXIT.notDecided],
    ['an empty response', ' ', OPEN, ['--min', '0.5'], EXIT.belowMinimum],
    ['code checks that were switched off', 'one', COUNTABLE, ['--no-code-checks'], EXIT.notDecided],
  ])('%s', async (_what, response, list, flags, expected) => {
    const { 'r.txt': r, 'l.md': l } = await files({ 'r.txt': response, 'l.md': list });
    const { code, stdout, stderr } = await judge([r, '--checklist', l, ...flags]);
    expect(code, stderr).toBe(expected);
    expect(stdout).toContain('pass rate');
    if (expected === EXIT.notDecided) expect(stderr.trim()).toMatch(/^.*needs a model\. Name one with --model\.$/u);
    if (expected === EXIT.belowMinimum) expect(stderr).toMatch(/is below/u);
    expect(stderr.includes(`warning: ${r} holds no text`)).toBe(response === ' ');
  });

  it('heads its columns by what tells the paths apart', async () => {
    const paths = await files({ 'a.txt': 'one', 'b.txt': 'two', 'l.md': COUNTABLE });
    const { stdout } = await judge([paths['a.txt'], paths['b.txt'], '--checklist', paths['l.md']]);
    expect(stdout).toMatch(/^# +Criterion +a\.txt +b\.txt$/mu);
    expect(stdout).not.toContain('cost nothing');
  });

  it.each(['file', 'terminal'])('says once that several responses need a model, to a %s', async (to) => {
    const paths = await files({ 'a.txt': 'one', 'b.txt': 'two', 'l.md': OPEN });
    const terminal = to === 'terminal' ? 100 : undefined;
    const { code, stdout, stderr } = await cli(
      ['judge', paths['a.txt'], paths['b.txt'], '--checklist', paths['l.md'], '--store', 'memory'],
      terminal === undefined ? {} : { terminal },
    );
    expect(code).toBe(EXIT.notDecided);
    expect(stdout.match(/No model is named/gu)).toHaveLength(1);
    expect(stdout).not.toMatch(/0 of 0|DRFR|–/u);
    expect(stderr.match(/needs a model/gu) ?? []).toHaveLength(to === 'terminal' ? 0 : 1);
    expect(stderr).not.toContain('warning');
  });

  it('tells of what code can decide where the model cannot be reached', async () => {
    const { 'r.txt': r, 'l.md': l } = await files({ 'r.txt': 'one', 'l.md': COUNTABLE + OPEN });
    const withModel = ['--model', 'x', '--base-url', 'http://127.0.0.1:9/v1'];
    const { code, stderr } = await judge([r, '--checklist', l, ...withModel]);
    expect(code).toBe(EXIT.unavailable);
    expect(stderr).toContain('Code alone can decide 2 of 3 items: leave --model out to see them.');
    expect((await judge([r, '--checklist', l, ...withModel, '--no-code-checks'])).stderr).not.toContain('Code alone');
  });

  it('one response of several that cannot be scored fails only where a minimum is asked for', async () => {
    const paths = await files({ 'a.txt': ' ', 'b.txt': 'kind', 'l.md': OPEN });
    const args = [paths['a.txt'], paths['b.txt'], '--checklist', paths['l.md']];
    expect((await judge(args)).code).toBe(EXIT.done);
    expect((await judge([...args, '--min', '0'])).code).toBe(EXIT.notDecided);
  });
});

describe('a minimum', () => {
  it.each([
    ['is not decided where unscored items could bring the rate below it', 'one two three', '0.8'],
    ['is not decided where they could bring it up to it', 'one', '0.5'],
  ])('%s', async (_what, response, min) => {
    const { 'r.txt': r, 'l.md': l } = await files({ 'r.txt': response, 'l.md': COUNTABLE + OPEN });
    const { code, stderr } = await judge([r, '--checklist', l, '--min', min]);
    expect(code).toBe(EXIT.notDecided);
    expect(stderr).toMatch(/is not decided: 1 unscored item could bring the rate anywhere from \d/u);
  });

  it.each([
    ['is reached where they could not', 'one two three', COUNTABLE + OPEN, '0.6', EXIT.done],
    ['is reached where all are scored', 'one two three', COUNTABLE, '1', EXIT.done],
    ['is missed where they could not help', 'one', COUNTABLE + OPEN, '0.7', EXIT.belowMinimum],
  ])('%s', async (_what, response, list, min, expected) => {
    const { 'r.txt': r, 'l.md': l } = await files({ 'r.txt': response, 'l.md': list });
    const { code, stderr } = await judge([r, '--checklist', l, '--min', min]);
    expect(code).toBe(expected);
    expect(stderr).not.toContain('not decided');
  });

  it('that one of several responses misses outweighs one that nobody can tell of', async () => {
    const list = COUNTABLE + OPEN;
    const paths = await files({ 'a.txt': 'one two three', 'b.txt': 'one', 'l.md': list });
    const args = [paths['a.txt'], paths['b.txt'], '--checklist', paths['l.md'], '--min', '0.7'];
    const { code, stderr } = await judge(args);
    expect(code).toBe(EXIT.belowMinimum);
    expect(stderr).toMatch(/a\.txt: whether it reaches 70 % is not decided/u);
    expect(stderr).toMatch(/b\.txt: at most 66\.7 % is below 70 %/u);
  });

  it('is told apart from a rate that looks the same when it is rounded', async () => {
    const list = `${COUNTABLE}- It has at least 2 words. \`check: words >= 2\`\n`;
    const paths = await files({ 'r.txt': 'a b', 'l.md': list });
    const { stdout, stderr } = await judge([paths['r.txt'], '--checklist', paths['l.md'], '--min', '0.667']);
    expect(stdout).toContain('66.7 %');
    expect(stderr).toMatch(/0\.6666666\d+ is below 0\.667/u);
  });

  it('of best-of is decided the same way', async () => {
    const paths = await files({ 'a.txt': 'one two three', 'b.txt': 'one', 'l.md': COUNTABLE + OPEN });
    const args = [paths['a.txt'], paths['b.txt'], '--checklist', paths['l.md'], '--store', 'memory'];
    const codes = await Promise.all(
      ['0.6', '0.8'].map(async (min) => (await cli(['best-of', ...args, '--min', min])).code),
    );
    expect(codes).toEqual([EXIT.done, EXIT.notDecided]);
  });
});

it('takes a flag with its default value as if it were left out', async () => {
  const paths = await files({ 'r.txt': 'one two three', 'l.md': COUNTABLE });
  const { code, stderr } = await judge([paths['r.txt'], '--checklist', paths['l.md'], '--votes', '1']);
  expect([code, stderr]).toEqual([EXIT.done, expect.not.stringContaining('needs a model')]);
});

describe('what cannot be used', () => {
  it.each([
    ['r.txt', /There is no checklist to judge by/u],
    ['r.txt --instruction Write', /checklist needs a model/u],
    ['r.txt --checklist a --set cs_1', /cannot be used with/u],
    ['r.txt --instruction a --task b', /cannot be used with/u],
    ['r.txt --context r.txt --checklist l.md', /--context needs an instr/u],
    ['- --checklist -', /Only one thing can come from stdin/u],
    ['- - --checklist l.md', /Only one thing/u],
    ['r.txt --min 80', /number from 0 to 1/u],
    ['r.txt --votes 0', /whole number from 1 to 99/u],
    ['none.txt --checklist l.md', /none\.txt cannot be read: there is no such file/u],
    ['empty --checklist l.md', /empty has no \.txt or \.md files/u],
    ['r.txt --checklist l.md --max-calls 3', /--max-calls needs a model/u],
    ['r.txt --checklist l.md --no-batch', /--no-batch needs a model/u],
    ['r.txt --checklist l.md --votes 3', /--votes needs a model/u],
    ['r.txt --checklist l.md --no-analysis', /--no-analysis needs a model/u],
    [
      'r.txt --checklist l.md --seed x --no-batch --model scripted',
      /'--seed <text>' cannot be used with option '--no-batch'/u,
    ],
    ['r.txt --checklist bad.json', /line 1, items\.0: /u],
    ['r.txt --format pdf', /Allowed choices are table, json, markdown, html/u],
  ])('judge %s', async (typed, says) => {
    const paths = await files({ 'r.txt': 'one', 'l.md': OPEN, 'bad.json': '[7]', 'empty/x.json': '{}' });
    const named = new Map<string, string>([...Object.entries(paths), ['empty', join(paths.folder, 'empty')]]);
    const { code, stdout, stderr } = await judge(
      typed.split(' ').map((arg) => named.get(arg) ?? arg),
      { stdin: 'x' },
    );
    expect([code, stdout]).toEqual([EXIT.badInput, '']);
    expect(stderr).toMatch(says);
  });
});

describe('--score', () => {
  const POINTS = [
    '- It has at most 5 words. `weight 60; essential; check: words <= 5`',
    '- It has at least 3 words. `weight 40; optional; check: words >= 3`',
    '- It is a single word. `weight -30; check: words < 2`',
  ].join('\n');

  it('prints the score with its formula and source, and the minimum is asked of it', async () => {
    const { 'r.txt': r, 'l.md': l } = await files({ 'r.txt': 'one', 'l.md': POINTS });
    const scored = await judge([r, '--checklist', l, '--score', 'healthbench', '--min', '0.5']);
    expect(scored.code).toBe(EXIT.belowMinimum);
    expect(scored.stdout).toMatch(/HealthBench points +30 %/u);
    expect(scored.stdout).toContain('clipped to 0–1');
    expect(scored.stderr).toContain('30 % is below 50 %');
    const printed = await judge([r, '--checklist', l, '--score', 'gated', '--format', 'json']);
    expect(JSON.parse(printed.stdout)).toMatchObject({
      judgements: [{ score: { by: 'gated', value: 60 / 130, lowest: 60 / 130, highest: 60 / 130, reason: null } }],
    });
  });

  it('says why there is none, which is no 0', async () => {
    const { 'r.txt': r, 'l.md': l } = await files({ 'r.txt': 'one two', 'l.md': COUNTABLE });
    const { code, stderr } = await judge([r, '--checklist', l, '--score', 'rar-explicit', '--min', '0.5']);
    expect(code).toBe(EXIT.notDecided);
    expect(stderr).toContain('i1 has no importance');
  });

  it('is missed for certain where the best level of what is unscored would not do', async () => {
    const levels = [
      { label: 'a', description: 'cold', value: 0.2 },
      { label: 'b', description: 'warm', value: 0.6 },
    ];
    const list = [
      { text: 'It has words.', check: 'words >= 1', weight: 1 },
      { text: 'How kind?', levels },
    ];
    const { 'r.txt': r, 'l.json': l } = await files({ 'r.txt': 'one two', 'l.json': JSON.stringify(list) });
    const { code, stdout, stderr } = await judge([r, '--checklist', l, '--score', 'weighted', '--min', '0.7']);
    expect(code).toBe(EXIT.belowMinimum);
    expect(stdout).toMatch(/weighted +20\.8–60\.4 %/u);
    expect(stderr).toContain('at most 60.4 % is below 70 %');
  });

  it('ranks systems, and is refused where a protocol scores by itself', async () => {
    const row = (system: string, response: string) => ({ id: '1', instruction: 'Say it', system, response });
    const rows = [row('short', 'one'), row('long', 'one two three four five six')];
    const data = rows.map((each) => JSON.stringify(each)).join('\n');
    const { 'd.jsonl': d, 'l.md': l } = await files({ 'd.jsonl': data, 'l.md': POINTS });
    const board = await judge(['--data', d, '--checklist', l, '--score', 'healthbench', '--format', 'json']);
    expect(board.code, board.stderr).toBe(EXIT.done);
    expect(JSON.parse(board.stdout)).toMatchObject({
      score: 'healthbench',
      systems: [
        { name: 'long', passRate: { value: 0.4 } },
        { name: 'short', passRate: { value: 0.3 } },
      ],
    });
    const shown = await judge(['--data', d, '--checklist', l, '--score', 'healthbench']);
    expect(shown.stdout).toContain('HealthBench points');
    const refused = await judge([d, '--protocol', 'score', '--score', 'gated', '--task', d]);
    expect(refused.stderr).toContain('--score has no effect with --protocol score');
  });

  it('--rewards writes a line for each response, of which export-dpo makes pairs', async () => {
    const row = (system: string, response: string) => ({ id: '1', instruction: 'Say it', system, response });
    const rows = [row('short', 'one'), row('long', 'one two three'), { id: '2', instruction: 'Say it' }];
    const data = rows.map((each) => JSON.stringify(each)).join('\n');
    const { 'd.jsonl': d, 'l.md': l } = await files({ 'd.jsonl': data, 'l.md': POINTS });
    const rewards = join(d, '..', 'rewards.jsonl');
    await judge(['--data', d, '--checklist', l, '--score', 'healthbench', '--rewards', rewards]);
    const lines = (await readFile(rewards, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(lines).toMatchObject([
      { prompt: 'Say it', completion: 'one', reward: 0.3, reason: null },
      { completion: 'one two three', reward: 1 },
      { completion: null, reward: null, reason: expect.stringContaining('no response') as string },
    ]);
    const pairs = await cli(['export-dpo', rewards, '--preferred']);
    expect(pairs.stderr).toContain('1 pairs; 1 completion without a reward left out');
    expect(JSON.parse(pairs.stdout)).toEqual({ prompt: 'Say it', chosen: 'one two three', rejected: 'one' });
  });

  it.each([
    ['equal rewards', [0.5, 0.5], 'No prompt has two completions with different rewards.'],
    ['no rewards', [null, null], 'different rewards; 2 completions without a reward.'],
  ])('export-dpo of %s is an error that says why, and writes nothing', async (_name, rewards, message) => {
    const lines = rewards.map((reward, at) => JSON.stringify({ prompt: 'Say it', completion: `c${at}`, reward }));
    const { 'r.jsonl': file } = await files({ 'r.jsonl': lines.join('\n') });
    const out = join(file, '..', 'dpo.jsonl');
    const { code, stderr } = await cli(['export-dpo', file, '--preferred', '--out', out]);
    expect([code, stderr.includes(message)], stderr).toEqual([EXIT.badInput, true]);
    await expect(readFile(out)).rejects.toThrow('ENOENT');
  });

  it('export-dpo of ties alone is an error', async () => {
    const tie = JSON.stringify({ instruction: 'Say it', a: 'x', b: 'y', label: 'tie' });
    const { 't.jsonl': file } = await files({ 't.jsonl': tie });
    const { code, stderr } = await cli(['export-dpo', file]);
    expect([code, stderr.includes('1 pair, all ties or of equal texts')], stderr).toEqual([EXIT.badInput, true]);
  });

  it('--out takes the place of no file that is read, through links either', async () => {
    const texts = {
      'draft.md': 'one two three',
      'list.md': COUNTABLE,
      'checks.mjs': 'export const it = () => true;\n',
      'prices.json': '{}',
      'groundrule/groundrule.config.json': '{ "prices": "../prices.json" }',
    };
    const paths = await files(texts);
    const link = join(paths.folder, 'link');
    await symlink(paths['draft.md'], link);
    const args = [paths['draft.md'], '--checklist', paths['list.md'], '--checks', paths['checks.mjs']];
    const spec = { env: { XDG_CONFIG_HOME: paths.folder } };
    for (const name of Object.keys(texts) as (keyof typeof texts)[]) {
      const out = name === 'draft.md' ? link : paths[name];
      const { code, stderr } = await judge([...args, '--out', out], spec);
      expect([code, stderr.includes(`--out ${out} is a file that is read`)], stderr).toEqual([EXIT.badInput, true]);
      expect(await readFile(paths[name], 'utf8')).toBe(texts[name]);
    }
  });

  it('--out takes the place of no store, guide or prompt, and of no other file in their folders that is not read', async () => {
    const paths = await files({ 'draft.md': 'one', 'list.md': COUNTABLE, 'guide.md': 'Be brief.', 'other.json': '{}' });
    const { folder } = paths;
    const args = [paths['draft.md'], '--checklist', paths['list.md']];
    const store = join(folder, 'store.db');
    for (const [env, out] of [
      [{ GROUNDRULE_STORE: store }, store],
      [{ GROUNDRULE_LIBRARY: folder }, paths['guide.md']],
      [{ GROUNDRULE_PROMPTS: folder }, paths['guide.md']],
    ] as const) {
      await cli(['judge', ...args], { env });
      const before = await readFile(out);
      const { code, stderr } = await cli(['judge', ...args, '--out', out], { env });
      expect([code, stderr.includes(`--out ${out} is a file that is read`)], stderr).toEqual([EXIT.badInput, true]);
      expect(await readFile(out)).toEqual(before);
      for (const free of [paths['other.json'], join(folder, `new-${Object.keys(env)[0]}.md`)])
        expect((await cli(['judge', ...args, '--out', free], { env })).stderr).toContain(`written to ${free}`);
    }
    // SQLite has two more files while it is open.
    for (const out of [`${store}-wal`, `${store}-shm`])
      expect((await cli(['list', '--store', store, '--out', out])).stderr).toContain('is a file that is read');
  });

  it('--rewards takes the place of no other file, and of no leaderboard on stdout', async () => {
    const data = JSON.stringify({ id: '1', instruction: 'Say it', system: 'a', response: 'one' });
    const { 'd.jsonl': d, 'l.md': l } = await files({ 'd.jsonl': data, 'l.md': POINTS });
    const rows = join(d, '..', 'rows.jsonl');
    const base = ['--data', d, '--checklist', l];
    for (const [args, taken] of [
      [['--rewards', d], `--rewards ${d} is a file that is read`],
      [['--out', d], `--out ${d} is a file that is read`],
      [['--rows', rows, '--rewards', rows], 'is the file of --rows'],
      [['--out', rows, '--rewards', rows], 'is the file of --out'],
      [['--out', rows, '--rows', rows], `--rows ${rows} is the file of --out`],
    ] as const) {
      const { code, stderr } = await judge([...base, ...args]);
      expect(code).toBe(EXIT.badInput);
      expect(stderr).toContain(taken);
    }
    expect(await readFile(d, 'utf8')).toBe(data);
    expect((await judge([...base, '--rewards', '-'])).stderr).toContain('cannot both go to stdout');
    const { stdout } = await judge([...base, '--rewards', '-', '--out', rows]);
    expect(JSON.parse(stdout)).toMatchObject({ completion: 'one' });
  });

  it('reads HealthBench’s faults, which cost what they weigh', async () => {
    const rubrics = [
      { criterion: 'Asks since when', points: 5, tags: [] },
      { criterion: 'Names a dose for a child', points: -7, tags: [] },
    ];
    const row = { prompt_id: 'h', prompt: [{ role: 'user', content: 'My head aches.' }], rubrics, response: ' ' };
    const { 'h.jsonl': h } = await files({ 'h.jsonl': JSON.stringify(row) });
    const rows = join(h, '..', 'rows.jsonl');
    const args = ['--data', h, '--benchmark', 'healthbench', '--field', 'responses=response', '--rows', rows];
    const { code, stderr } = await judge([...args, '--score', 'healthbench']);
    expect(code, stderr).toBe(EXIT.done);
    expect(JSON.parse(await readFile(rows, 'utf8'))).toMatchObject({
      judgement: {
        items: [
          { text: 'Asks since when', weight: 5 },
          { text: 'Names a dose for a child', weight: -7 },
        ],
        score: { by: 'healthbench', value: 0 },
      },
    });
  });
});

describe('without a model and without checks', () => {
  const REASON = 'No model is named (--model), and the item has no check.';
  const given = () => files({ 'a.md': 'one', 'b.md': 'two', 'l.md': OPEN + '- Is the response short?\n' });
  const times = (text: string) => text.replaceAll(/\s+/gu, ' ').split(REASON).length - 1;

  it('judge says once why nothing was scored, for one response and for two', async () => {
    const { 'a.md': a, 'b.md': b, 'l.md': l } = await given();
    for (const responses of [[a], [a, b]]) {
      const { code, stdout, stderr } = await judge([...responses, '--checklist', l]);
      expect([code, times(stdout + stderr)]).toEqual([EXIT.notDecided, 1]);
    }
  });

  it('compare says that nothing could be compared, not that the two differ in no item', async () => {
    const { 'a.md': a, 'b.md': b, 'l.md': l } = await given();
    const { code, stdout } = await cli(['compare', a, b, '--checklist', l, '--store', 'memory']);
    expect(code).toBe(EXIT.notDecided);
    expect(stdout).toContain(`Nothing could be compared: ${REASON}`);
    expect(stdout).not.toMatch(/over the 0|differ in no item/u);
  });

  it('best-of gives the reason too', async () => {
    const { 'a.md': a, 'b.md': b, 'l.md': l } = await given();
    const { stdout } = await cli(['best-of', a, b, '--checklist', l, '--store', 'memory']);
    expect(times(stdout)).toBe(2);
  });
});
