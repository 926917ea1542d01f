/** Experiments against the scripted model, which prefers the longer response and scores by length: what is made, measured, kept, missing and said. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stringify } from 'yaml';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { readExperiment } from '../../src/experiment/read-experiment.ts';
import { lines, measureScripted, PAIRS, setUp, TASKS, words } from '../support/experiment.ts';
import { cli } from '../support/shell.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const READY = join(import.meta.dirname, '../../examples/experiments');
const POINTS = { fields: { responses: 'output', scores: 'rating' } };
const Figure = z.looseObject({ name: z.string(), value: z.number().nullable(), scored: z.number() });
const Protocol = z.looseObject({ name: z.string(), figures: z.looseObject({ figures: z.array(Figure) }) });
const Result = z.looseObject({
  parts: z.array(
    z.looseObject({
      data: z.string(),
      model: z.string().nullable(),
      criteria: z
        .looseObject({ systems: z.array(z.looseObject({ name: z.string(), criteria: z.number() })) })
        .nullable(),
      ...{ agreement: z.array(Protocol), selection: z.array(Protocol), similarity: z.array(Protocol) },
      differences: z.array(z.looseObject({ pairs: z.number(), difference: z.number() })),
    }),
  ),
  missing: z.array(z.looseObject({ what: z.string(), count: z.number() })),
  usage: z.array(z.looseObject({ calls: z.number(), cacheHits: z.number() })),
});

const Usage = { calls: z.number(), cacheHits: z.number() };
const resultOf = (stdout: string) => Result.parse(JSON.parse(stdout));
const callsOf = ({ usage }: z.infer<typeof Result>) => usage.reduce((sum, { calls }) => sum + calls, 0);
const figuresOf = (protocol: z.infer<typeof Protocol> | undefined) =>
  Object.fromEntries((protocol?.figures.figures ?? []).map(({ name, value }) => [name, value]));

describe('protocols', () => {
  const experiment = {
    name: 'Judges',
    data: [
      { id: 'pairs', file: 'pairs.jsonl' },
      { id: 'scored', file: 'scored.jsonl' },
    ],
    protocols: [
      { id: 'plain', protocol: 'vanilla' },
      { id: 'by score', protocol: 'score' },
    ],
    metrics: ['agreement'],
    resamples: 100,
  };

  it('are measured by labels and by scores, and run again they ask nobody', async () => {
    const { run } = await setUp(experiment);
    const first = await run('--format', 'json');
    expect(first.code, first.stderr).toBe(EXIT.done);
    const result = resultOf(first.stdout);
    const [pairs, scored] = result.parts;
    expect(pairs?.agreement.map(({ name }) => name)).toEqual(['plain', 'by score']);
    expect(figuresOf(pairs?.agreement[0])).toMatchObject({ accuracy: 2 / 3, flipRate: 0, pld2: 1 / 3 });
    expect(pairs?.differences).toMatchObject([{ pairs: 3, difference: 0 }]);
    expect(scored?.agreement.map(({ name }) => name)).toEqual(['by score']);
    expect(figuresOf(scored?.agreement[0])).toMatchObject({
      pearson: expect.closeTo(1, 9) as unknown,
      spearman: expect.closeTo(1, 9) as unknown,
    });
    expect(callsOf(result)).toBeGreaterThan(10);
    expect(result.missing).toEqual([]);
    const again = resultOf((await run('--format', 'json')).stdout);
    expect(callsOf(again)).toBe(0);
    expect(again.parts.map(({ agreement }) => agreement.map(figuresOf))).toEqual(
      result.parts.map(({ agreement }) => agreement.map(figuresOf)),
    );
  });

  it('that a limit stops leave what is missing, and are taken up', async () => {
    const { run } = await setUp(experiment);
    const stopped = await run('--format', 'json', '--max-calls', '4', '--rows-at-once', '1');
    expect(stopped.code).toBe(EXIT.limitReached);
    const { missing } = resultOf(stopped.stdout);
    expect(missing.some(({ what }) => what === 'plain')).toBe(true);
    const taken = await run('--format', 'json');
    expect(taken.code, taken.stderr).toBe(EXIT.done);
    expect(resultOf(taken.stdout).missing).toEqual([]);
  });

  it('that a model does not answer leave the run incomplete, until it does', async () => {
    const { run, server } = await setUp(experiment);
    server.behave({ outage: (body) => body.includes('Write a plan') });
    const { code, stderr } = await run('--format', 'json');
    // Of each pair both orders are asked.
    expect([code, stderr]).toEqual([
      EXIT.incomplete,
      expect.stringMatching(/Incomplete: 4 questions were not answered/u),
    ]);
    server.behave({ outage: null });
    expect((await run()).code).toBe(EXIT.done);
  });

  it('pick of several responses, by each model in turn', async () => {
    const { run } = await setUp({
      name: 'Best of two',
      data: [{ id: 'tasks', file: 'tasks.jsonl', first: 1 }],
      models: ['scripted', { id: 'again', model: 'scripted', roles: { 'judge-response': 'scripted' } }],
      protocols: [
        { id: 'rates', protocol: 'pass-rate', checklist: 'given' },
        { id: 'scores', protocol: 'score' },
      ],
      metrics: ['selection'],
      samples: 2,
      passAt: [1, 2],
    });
    const { code, stdout, stderr } = await run('--format', 'json');
    expect(code, stderr).toBe(EXIT.done);
    const { parts } = resultOf(stdout);
    expect(stdout).toContain('"selection.pass@2"');
    expect(parts.map(({ model }) => model)).toEqual(['scripted', 'again']);
    expect(parts[0]?.selection.map(({ name }) => name).slice(0, 2)).toEqual(['rates', 'scores']);
    // Judged by the very criteria that decide what is best.
    expect(figuresOf(parts[0]?.selection[0])).toMatchObject({ selectionPrecision: 1 });
  });

  it('let another model say what is truly best', async () => {
    const { run, server } = await setUp({
      name: 'Best of two',
      data: [{ id: 'tasks', file: 'tasks.jsonl', first: 1 }],
      protocols: [{ id: 'scores', protocol: 'score' }],
      metrics: ['selection'],
      samples: 2,
      truth: 'another-judge',
    });
    const { code, stderr } = await run('--format', 'json');
    expect(code, stderr).toBe(EXIT.done);
    expect(new Set(server.requests.map(({ model }) => model))).toEqual(new Set(['scripted', 'another-judge']));
  });

  it('take CAMIEval’s options: its dimensions, in general, in both orders, and after a doubt', async () => {
    const camieval = { protocol: 'camieval', reconsider: true };
    const { run, server } = await setUp({
      name: 'CAMIEval’s rows',
      data: [{ id: 'pairs', file: 'pairs.jsonl' }],
      protocols: [
        { id: 'without ConcreteCoT', ...camieval, concrete: false },
        { id: 'adherence alone', ...camieval, basics: ['adherence'] },
        { id: 'SummEval', ...camieval, basics: ['summeval'] },
        { id: 'our own', ...camieval, basics: [{ name: 'warmth', definition: 'Is it warm?' }] },
      ],
      metrics: ['agreement'],
      resamples: 0,
    });
    const { code, stdout, stderr } = await run('--format', 'json');
    expect(code, stderr).toBe(EXIT.done);
    const [part] = resultOf(stdout).parts;
    for (const protocol of part?.agreement ?? [])
      expect(figuresOf(protocol)).toMatchObject({
        ...{ accuracy: 2 / 3, accuracyAfterDoubt: 2 / 3, unchangedAfterDoubt: 1, orderAgreement: 1 },
      });
    const concretized = server.requests.filter(({ schemaName }) => schemaName === 'concretize-dimensions');
    expect([part?.agreement.length, concretized.length]).toEqual([4, PAIRS.length]);
  });

  it('differ by each measure of scores, with p of the permutation test', async () => {
    const { run } = await setUp({
      name: 'Scores',
      data: [{ id: 'scored', file: 'scored.jsonl' }],
      protocols: [
        { id: 'score', protocol: 'score' },
        { id: 'by metrics', protocol: 'metrics-score' },
      ],
      metrics: ['agreement'],
      resamples: 50,
    });
    const { code, stdout, stderr } = await run('--format', 'json');
    expect(code, stderr).toBe(EXIT.done);
    const [part] = resultOf(stdout).parts;
    // The scripted model scores by length, whatever it is shown.
    expect(part?.differences).toMatchObject(
      ['alphaOrdinal', 'pearson', 'spearman', 'kendall'].map((measure) => ({
        ...{ measure, pairs: 3, difference: 0, p: 1, mcNemar: null },
      })),
    );
  });

  it('score by the points of the data, faults below 0 among them, over the rows that a filter keeps', async () => {
    const { run, folder, server } = await setUp({
      name: 'Points',
      data: [
        { id: 'points', file: 'points.jsonl', benchmark: 'healthbench', filter: { keywords: ['toast'] }, ...POINTS },
      ],
      protocols: [{ id: 'points', protocol: 'pass-rate', checklist: 'given', score: 'healthbench' }],
      metrics: ['agreement'],
      resamples: 0,
    });
    const rubrics = [
      { criterion: 'Does it raise a glass?', points: 5 },
      { criterion: 'Does it insult a guest?', points: -4 },
    ];
    const rows = [
      { prompt_id: 'h', prompt: 'Write a toast', rubrics, output: words(30), rating: 3 },
      { prompt_id: 'i', prompt: 'Write a letter', rubrics, output: words(30), rating: 3 },
    ];
    await writeFile(join(folder, 'points.jsonl'), lines(rows));
    const { code, stdout, stderr } = await run('--format', 'json');
    expect(code, stderr).toBe(EXIT.done);
    expect(stderr).toContain('1 of 2 rows, chosen by one of the words toast.');
    expect(resultOf(stdout).parts[0]?.agreement).toHaveLength(1);
    const judged = server.requests.filter(({ schemaName }) => schemaName === 'judge-response');
    expect(judged.map(({ text }) => text)).toEqual([expect.stringMatching(/raise a glass[^]*insult a guest/u)]);
  });

  it('are refused where CAMIEval would contrast with the judge’s own output', async () => {
    const { run, server } = await setUp({
      name: 'CAMIEval',
      data: [{ id: 'scored', file: 'scored.jsonl' }],
      protocols: [{ id: 'CAMIEval*', protocol: 'camieval-score', reference: 'written', dimensions: 3 }],
      metrics: ['agreement'],
    });
    const { code, stderr } = await run();
    expect(code).toBe(EXIT.badInput);
    expect(stderr).toContain('“CAMIEval*” contrasts with a weak output, and no model is chosen to write it');
    expect(server.statistics().requests).toBe(0);
  });
});

describe('lists', () => {
  const experiment = {
    name: 'Lists <b>side</b> by side',
    about: 'Authored tasks.',
    data: [{ id: 'tasks', file: 'tasks.jsonl' }],
    modes: [
      { id: 'LLM-n', mode: 'model-n', settings: { n: 5 } },
      { id: 'TICK', checklist: 'ticking' },
      { id: 'People', given: true },
    ],
    metrics: ['criteria', 'recall', 'actionability', 'similarity'],
    resamples: 50,
  };

  it('are made, measured and shown with what it takes to repeat it', async () => {
    const { run, folder } = await setUp(experiment);
    const { code, stdout, stderr } = await run('--format', 'json');
    expect(code, stderr).toBe(EXIT.done);
    const [part] = resultOf(stdout).parts;
    expect(part?.criteria?.systems.map(({ name }) => name)).toEqual(['LLM-n', 'TICK', 'People']);
    expect(part?.similarity.map(figuresOf).at(-1)).toMatchObject({
      bleu: expect.closeTo(1, 9) as unknown,
      countError: 0,
    });
    const out = join(folder, 'report.html');
    await run('--format', 'html', '--out', out);
    const html = await readFile(out, 'utf8');
    expect(html.match(/<svg /gu)).toHaveLength(9);
    expect(html).toContain('Lists &lt;b&gt;side&lt;/b&gt; by side');
    expect(html).not.toMatch(/NaN|Infinity|undefined/u);
    const { stdout: markdown } = await run('--format', 'markdown');
    for (const said of [
      'How to repeat it',
      'npx groundrule experiment run',
      'SHA-256',
      'seed 42',
      'mode: model-n',
      'draft-criteria',
    ])
      expect(markdown).toContain(said);
  });

  it('say how to repeat it with names that a shell reads as one word', async () => {
    const { run, folder } = await setUp(experiment, { "Ann's rows/tasks.jsonl": TASKS });
    const place = join(folder, "Ann's rows/tasks.jsonl");
    const { stdout } = await run('--data', `tasks=${place}`, '--format', 'json');
    const { command } = z.looseObject({ command: z.string() }).parse(JSON.parse(stdout));
    const { stdout: read } = await promisify(execFile)('sh', ['-c', `printf '%s\\n' ${command}`]);
    expect(read.trimEnd().split('\n').slice(-2)).toEqual(['--data', `tasks=${place}`]);
  });

  it('leave out rows whose instruction cannot be used, and say so once', async () => {
    const long = { id: 'long', instruction: 'x'.repeat(20_001), criteria: ['Is it short?'] };
    const { run } = await setUp(
      {
        ...{ name: 'Long', data: [{ id: 'tasks', file: 'long.jsonl', first: 2 }] },
        models: ['one', 'two'].map((id) => ({ id, model: 'scripted' })),
        ...{ modes: [{ id: 'People', given: true }], metrics: ['criteria'] },
      },
      { 'long.jsonl': [TASKS[0] ?? {}, long, { ...TASKS[1], instruction: '' }] },
    );
    const { code, stdout } = await run('--format', 'json');
    expect(code).toBe(EXIT.done);
    const { parts, missing } = resultOf(stdout);
    expect(parts.map(({ criteria }) => criteria?.systems.map(({ criteria: count }) => count))).toEqual([[2], [2]]);
    const reason = expect.stringContaining('line 2: The instruction has 20001 characters') as string;
    expect(missing).toEqual([{ what: 'tasks', count: 1, reason }]);
    const plan = await run('--dry-run');
    expect(plan.stdout.split('line 2: The instruction has')).toHaveLength(2);
  });

  it('are not begun by a model for which no call is left', async () => {
    const models = ['one', 'two'].map((id) => ({ id, model: id }));
    const modes = [{ id: 'TICK', checklist: 'ticking' }];
    const { run } = await setUp({ ...experiment, models, modes, metrics: ['criteria'] });
    const { code, stdout, stderr } = await run('--max-calls', '2', '--format', 'json');
    expect(resultOf(stdout).parts).toHaveLength(1);
    expect(code).toBe(EXIT.limitReached);
    expect(stderr).toContain('The limit of 2 model calls (maxCalls) was reached before the next model.');
  });

  it('that the second model exceeds name the limit as it was given', async () => {
    const models = ['one', 'two'].map((id) => ({ id, model: id }));
    const modes = [{ id: 'TICK', checklist: 'ticking' }];
    const { run } = await setUp({ ...experiment, models, modes, metrics: ['criteria'] });
    const { code, stderr } = await run('--max-calls', '3', '--format', 'json');
    expect(code).toBe(EXIT.limitReached);
    expect(stderr).toContain(
      'The limit of 3 model calls (maxCalls) was reached: the next call would have brought it to 4',
    );
  });

  it('are not begun by a model for which no time is left', async () => {
    const { run } = await setUp(experiment);
    const { code, stdout, stderr } = await run('--max-seconds', '0.000001', '--format', 'json');
    expect(code).toBe(EXIT.limitReached);
    expect(stderr).toContain('The limit of 0.000001 seconds (maxSeconds) was reached before the next model.');
    expect(resultOf(stdout).missing).toHaveLength(1);
  });

  it('keep the best so many, whoever made them', async () => {
    const modes = [
      { id: 'TICK', checklist: 'ticking', top: 1 },
      { id: 'People', given: true, top: 1 },
      { id: 'Others', file: 'others.jsonl', top: 2 },
    ];
    const { figure } = await measureScripted(
      { name: 'Top', data: [{ id: 'tasks', file: 'tasks.jsonl' }], modes, metrics: ['criteria'] },
      { 'others.jsonl': TASKS.map((task) => ({ ...task, criteria: ['Is it new?', 'Is it true?', 'Is it kind?'] })) },
    );
    expect(modes.map(({ id }) => figure(id, 'criteria.perTask')?.value)).toEqual([1, 1, 2]);
  });

  it('of all data count for how rare a word is', async () => {
    const data = ['one', 'two'].map((id) => ({ id, file: `${id}.jsonl` }));
    const modes = [{ id: 'People', given: true }];
    const { run, folder } = await setUp({ name: 'Rare', data, modes, metrics: ['criteria'], resamples: 0 });
    const row = (instruction: string, criterion: string) => JSON.stringify({ instruction, criteria: [criterion] });
    await writeFile(join(folder, 'one.jsonl'), row('Write a toast', 'name guests'));
    await writeFile(join(folder, 'two.jsonl'), row('Write an ode', 'name guests twice'));
    const { stdout, stderr, code } = await run('--format', 'json');
    expect(code, stderr).toBe(EXIT.done);
    // “name” and “guests” stand in both, “twice” once.
    expect(resultOf(stdout).parts).toMatchObject(
      [0.5, 1].map((value) => ({ criteria: { systems: [{ texts: { specificity: { value } } }] } })),
    );
  });

  it('that cannot be made are missing, and no zero', async () => {
    const modes = [
      { id: 'Guides', mode: 'web', settings: { minRelevance: 2 } },
      { id: 'People', given: true },
    ];
    const { run, folder } = await setUp({ ...experiment, modes, metrics: ['criteria'] });
    const guide = `How to write a wedding toast

A wedding toast should last less than three minutes. Tell one short story that shows the couple. Open with the couple and not
with yourself. End your wedding toast by raising the glass to the couple.
`;
    await mkdir(join(folder, 'guides'));
    await writeFile(join(folder, 'guides', 'toast.md'), guide);
    const { code, stdout, stderr } = await run('--format', 'json', '--library', join(folder, 'guides'));
    expect(code, stderr).toBe(EXIT.done);
    const { parts, missing } = resultOf(stdout);
    expect(parts[0]?.criteria?.systems).toMatchObject([
      { name: 'Guides', tasks: 1 },
      { name: 'People', tasks: 2 },
    ]);
    expect(missing).toMatchObject([{ what: 'Guides', count: 1 }]);
  });
});

describe('the file', () => {
  it('of each ready experiment can be read', async () => {
    const names = await readdir(READY);
    expect(names.length).toBeGreaterThanOrEqual(33);
    for (const name of names) {
      const { data } = await readExperiment(await readFile(join(READY, name), 'utf8'), name);
      for (const { from } of data) expect(from, `${name}: where its data are from`).toBeTypeOf('string');
    }
  });

  it.each([
    ['no metric', 'name: x\ndata: [{id: a, file: a}]\nmetrics: []\n', 'line 3, metrics: should not be empty'],
    [
      'an unknown mode',
      'name: x\ndata: [{id: a, file: a}]\nmodes:\n  - id: m\n    mode: best\nmetrics: [criteria]\n',
      'line 5, modes.0.mode',
    ],
    [
      'an unknown setting',
      'name: x\ndata: [{id: a, file: a}]\nmodes: [{id: m, mode: web, settings: {querys: 3}}]\nmetrics: [criteria]\n',
      'querys',
    ],
    [
      'a score where no checklist is judged',
      'name: x\ndata: [{id: a, file: a}]\nprotocols: [{id: p, protocol: score, score: healthbench}]\nmetrics: [agreement]\n',
      'the score of “p” has no effect with the protocol score',
    ],
    [
      'a filter of no kind',
      'name: x\ndata: [{id: a, file: a, filter: {maxWords: 0}}]\nmetrics: [agreement]\n',
      'maxWords',
    ],
    [
      'settings of a discovery for lists that are not discovered',
      'name: x\ndata: [{id: a, file: a}]\nmodes: [{id: m, given: true, settings: {rounds: 2}}]\nmetrics: [criteria]\n',
      'settings and only: need a mode, whose discovery heeds them',
    ],
    [
      'a choice of demands for lists that do not tell them apart',
      'name: x\ndata: [{id: a, file: a}]\nmodes: [{id: m, file: b, only: stated}]\nmetrics: [criteria]\n',
      'settings and only: need a mode',
    ],
    [
      'an option without effect',
      'name: x\ndata: [{id: a, file: a}]\nprotocols: [{id: p, protocol: preference, reference: given}]\nmetrics: [agreement]\n',
      '“reference” has no effect with the protocol preference',
    ],
    [
      'kinds without categories',
      'name: x\ndata: [{id: a, file: a}]\nmetrics: [kinds]\n',
      'the metric “kinds” has no categories to sort tasks into',
    ],
  ])('with %s is refused', async (_what, text, says) => {
    await expect(readExperiment(text, 'e.yaml')).rejects.toThrow(says);
  });

  it('names data that are not there, and data that are asked for and lack a field', async () => {
    const { run } = await setUp({
      name: 'x',
      data: [{ id: 'd', file: 'pairs.jsonl', from: 'https://data.example/pairs' }],
      modes: [],
      metrics: ['recall'],
    });
    expect((await run()).stderr).toMatch(/pairs\.jsonl, line 1: the field “criteria” is missing/u);
    expect((await run('--data', 'e=x.jsonl')).stderr).toContain('--data e: the experiment has no such data.');
    expect((await run('--data', 'd=no.jsonl')).stderr).toMatch(
      /there is no such file.*Where it is from: https:\/\/data\.example\/pairs\. .*--data d=FILE/su,
    );
  });
});

describe('--dry-run', { timeout: 120_000 }, () => {
  const protocols = [
    { id: 'plain', protocol: 'vanilla' },
    { id: 'listed', protocol: 'check-then-score', checklist: 'ticking' },
  ];

  it.each([
    {
      name: 'Judges',
      data: ['pairs', 'scored'].map((id) => ({ id, file: `${id}.jsonl` })),
      protocols,
      metrics: ['agreement'],
      roles: 3,
    },
    {
      name: 'Lists',
      data: [{ id: 'tasks', file: 'tasks.jsonl' }],
      modes: [
        // A query that keeps no page is asked in other words, which no plan counts: here all keep some.
        { id: 'found', mode: 'web', settings: { queries: 2, results: 3, keep: 2, minRelevance: 0 } },
        { id: 'written', checklist: 'ticking' },
        { id: 'given', given: true },
      ],
      protocols: protocols.slice(1),
      metrics: ['criteria', 'recall', 'actionability', 'selection'],
      samples: 2,
      resamples: 0,
      roles: 12,
    },
  ])('asks nobody, and no run of $name takes more calls, step by step', async ({ roles, ...experiment }) => {
    const { run, server } = await setUp(experiment);
    const planned = await run('--dry-run');
    expect(planned.code, planned.stderr).toBe(EXIT.done);
    expect(server.statistics().requests).toBe(0);
    expect(planned.stdout).toContain(experiment.name);
    expect(planned.stdout).not.toContain('not counted');
    const bounds = new Map<string, number>(
      planned.stdout.split('\n').flatMap((line) => {
        const [, step = '', role = '', calls = ''] = /^ *([a-z]+) +([a-z-]+) +([\d,]+) /u.exec(line) ?? [];
        return role === '' ? [] : [[`${step} ${role}`, Number(calls.replaceAll(',', ''))] as const];
      }),
    );
    const result = resultOf((await run('--format', 'json')).stdout);
    const taken = new Map<string, number>();
    for (const row of z.array(z.looseObject({ ...Usage, step: z.string(), role: z.string() })).parse(result.usage))
      if (row.role !== 'probe' && row.role !== 'reword-query') {
        const key = `${row.step} ${row.role}`;
        taken.set(key, (taken.get(key) ?? 0) + row.calls + row.cacheHits);
      }
    expect(taken.size).toBeGreaterThanOrEqual(roles);
    for (const [key, calls] of taken) expect(calls, key).toBeLessThanOrEqual(bounds.get(key) ?? 0);
  });

  it('of an experiment without a model says that nobody is asked', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'experiment.yaml');
    await writeFile(join(folder, 'tasks.jsonl'), lines(TASKS));
    const modes = [{ id: 'given', given: true }];
    const data = [{ id: 'tasks', file: 'tasks.jsonl' }];
    await writeFile(file, stringify({ name: 'No model', data, modes, metrics: ['criteria'] }));
    const { code, stdout, stderr } = await cli(['experiment', 'run', file, '--dry-run'], { env: { HOME: folder } });
    expect(code, stderr).toBe(EXIT.done);
    expect(stdout).toContain('no model is asked');
  });
});
