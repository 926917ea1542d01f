/** What `precompute` makes of its arguments and its input, in this process. */
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { failureLines, renderRows, renderRowsUnderWay, sharingLine, timeLeftMs } from '../../src/report/rows.ts';
import { PrecomputedRow } from '../../src/precompute/precomputed-row.ts';
import { cli } from '../support/shell.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const GUIDE = `How to write a wedding toast

A wedding toast should last less than three minutes. Tell one short story that shows the couple. Open with the couple and not
with yourself. Avoid jokes that only a few guests can follow. End your wedding toast by raising the glass to the couple.
`;

async function folder(): Promise<string> {
  const path = await temporaryFolder();
  await mkdir(join(path, 'guides'));
  await writeFile(join(path, 'guides', 'toast.md'), GUIDE);
  return path;
}

async function precompute(input: string | Uint8Array, ...flags: readonly string[]) {
  const guides = join(await folder(), 'guides');
  return cli(['precompute', '-', '--store', 'memory', '--library', guides, ...flags], { stdin: input });
}

const TOAST = { id: 'a', instruction: 'Write a wedding toast for my sister' };
const json = (...rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

describe('input that cannot be used is refused before any work', () => {
  const wrong: readonly (readonly [what: string, input: string | Uint8Array, says: RegExp])[] = [
    ['nothing', '', /stdin holds no rows/u],
    ['blank lines', '\n \n', /stdin holds no rows/u],
    [
      'no id',
      json({ instruction: 'x' }),
      /stdin, line 1: the field “id” is missing\.\nThe row has instruction\. Every row needs id, instruction\. These are read as rows of our own shape; .*--field/u,
    ],
    [
      'neither',
      json({ prompt: 'x' }),
      /line 1: the fields “id”, “instruction” are missing\.\n.* such as --field id=NAME --field instruction=NAME\./u,
    ],
    ['an empty id', json({ ...TOAST, id: '' }), /the field “id”/u],
    ['no instruction', json({ id: 1, prompt: 'x' }), /line 1: the field “instruction” .*\n.*id, prompt\. .*--field/u],
    ['a context that is no text', json({ ...TOAST, context: 3 }), /line 1: the field “context” should/u],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x0a]), /stdin, line 1: it is not UTF-8 text/u],
  ];
  it.each(wrong)('%s', async (_what, input, says) => {
    const { code, stdout, stderr } = await precompute(input);
    expect(stderr).toMatch(says);
    expect([code, stdout]).toEqual([EXIT.badInput, '']);
  });

  it('a field that nobody reads', async () => {
    const { code, stderr } = await precompute(json(TOAST), '--field', 'ids=instruction');
    expect([code, stderr]).toEqual([EXIT.badInput, expect.stringContaining('“ids” is no field')]);
  });

  it('a file that is not there, too many rows at once, a seed of nothing, a mode without its model', async () => {
    expect((await cli(['precompute', '/no/such.jsonl'])).stderr).toContain('there is no such file');
    expect((await precompute(json(TOAST), '--concurrency', '0')).stderr).toContain('from 1 to 256');
    expect((await precompute(json(TOAST), '--seed', '7')).stderr).toMatch(/'--seed <text>' needs option '--shuffle'/u);
    const { code, stderr } = await precompute(json(TOAST), '--mode', 'full');
    expect(stderr).toContain('The mode “full” needs a model');
    expect(code).toBe(EXIT.badInput);
  });
});

describe('rows that cannot be used', () => {
  const bad = (row: object | string) => (typeof row === 'string' ? row : JSON.stringify({ id: 'b', ...row }));
  const turns = (content: unknown) => ({ conversation_input: [{ role: 'user', content }] });
  const field = (name: string, says: string) => new RegExp(`the field “${name}” ${says}`, 'u');
  const DEEP = 100_000;
  type Bad = readonly [what: string, line: string | Uint8Array, says: RegExp, ...flags: string[]];
  const kinds: readonly Bad[] = [
    ['no JSON', bad('nothing'), /is not valid JSON/u],
    ['cut off', bad('{"id": "b", "instruction": "Wri'), /is not valid JSON/u],
    ['two on a line', bad('{"id": "b"} {"id": "c"}'), /is not valid JSON/u],
    ['a raw NUL', bad('{"id": "b", "instruction": "Write\0"}'), /is not valid JSON/u],
    [
      'bytes that are no UTF-8',
      Buffer.concat([Buffer.from('{"id": "'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
      /it is not UTF-8 text/u,
    ],
    ['a list', bad('["b", "Write"]'), /is not a JSON object/u],
    ['a number', bad('7'), /is not a JSON object/u],
    ['null', bad('null'), /is not a JSON object/u],
    [
      'lists 100,000 deep',
      bad(`{"id": "b", "instruction": ${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`),
      field('instruction', 'should hold a text'),
    ],
    ['no id', bad('{"instruction": "Write"}'), field('id', 'is missing')],
    ['an empty id', bad({ id: '', instruction: 'Write' }), field('id', 'is missing')],
    [
      'an id that is a list',
      bad({ id: ['b'], instruction: 'Write' }),
      field('id', 'should hold a text or a whole number'),
    ],
    [
      'an id of half a number',
      bad({ id: 1.5, instruction: 'Write' }),
      field('id', 'should hold a text or a whole number'),
    ],
    ['an id twice', json(TOAST).trim(), /the id “a” stands in stdin, line 1 already/u],
    ['no instruction', bad({}), field('instruction', 'is missing')],
    ['an instruction of null', bad({ instruction: null }), field('instruction', 'is missing')],
    ['an instruction that is a number', bad({ instruction: 7 }), field('instruction', 'should hold a text')],
    ['an empty instruction', bad({ instruction: '' }), /The instruction is empty/u],
    ['an instruction of spaces', bad({ instruction: ' \t ' }), /The instruction is empty/u],
    [
      'an instruction of 10 MB',
      bad({ instruction: 'a'.repeat(10_000_000) }),
      /The instruction has 10000000 characters/u,
    ],
    [
      'an instruction with half a character',
      bad({ instruction: 'Write \ud83d' }),
      field('instruction', 'holds half a character'),
    ],
    ['an instruction with a NUL', bad({ instruction: 'Write \0' }), field('instruction', 'holds a NUL character')],
    ['a context that is an object', bad({ instruction: 'Write', context: {} }), field('context', 'should hold a text')],
    [
      'a context of 10 MB',
      bad({ instruction: 'Write', context: 'a'.repeat(10_000_000) }),
      /The context has 10000000 characters/u,
    ],
    [
      'criteria that are numbers',
      bad({ instruction: 'Write', criteria: [7] }),
      /the field “criteria.*” should hold texts/u,
    ],
    [
      'a place of its own that is not there',
      bad({ instruction: 'Write' }),
      field('about', 'is missing'),
      '--field',
      'context=about',
    ],
    [
      'InFoBench: questions that are objects',
      bad({ instruction: 'Write', decomposed_questions: [{}] }),
      field('decomposed_questions.*', ''),
      '--benchmark',
      'infobench',
    ],
    [
      'WildBench: no turn of a user',
      bad({ session_id: 'b', conversation_input: [{ role: 'system', content: 'Be.' }] }),
      field('conversation_input', 'should hold a text'),
      '--benchmark',
      'wildbench',
    ],
    [
      'WildBench: turns that are no texts',
      bad({ session_id: 'b', ...turns([{ text: 'Write' }]) }),
      field('conversation_input', 'should hold a text'),
      '--benchmark',
      'wildbench',
    ],
    [
      'HealthBench: a prompt that is a number',
      bad({ prompt_id: 'b', prompt: 7 }),
      field('prompt', 'should hold a text'),
      '--benchmark',
      'healthbench',
    ],
    [
      'BiGGen Bench: a score that is no number',
      bad({ input: 'Write', human_score: 'good' }),
      field('human_score.*', 'should hold numbers'),
      '--benchmark',
      'biggen-bench',
    ],
    [
      'WritingBench: weights of text',
      bad({ index: 'b', query: ['Write'] }),
      field('query | instruction', 'should hold a text'),
      '--benchmark',
      'writingbench',
    ],
  ];
  const good = {
    ...TOAST,
    session_id: 'a',
    index: 'a',
    prompt_id: 'a',
    query: TOAST.instruction,
    input: TOAST.instruction,
    prompt: TOAST.instruction,
    about: 'x',
    ...turns(TOAST.instruction),
  };

  it.each(kinds.map(([what, line, says, ...flags]) => ({ what, line, says, flags })))(
    '$what: named, and the good ones are done',
    async ({ line, says, flags }) => {
      const rows = [
        json(good).trim(),
        line,
        JSON.stringify({ ...good, id: 'z', session_id: 'z', index: 'z', prompt_id: 'z' }),
      ];
      const input = Buffer.concat(rows.flatMap((row) => [Buffer.from(row), Buffer.from('\r\n')]));
      const { code, stdout, stderr } = await precompute(input, ...flags);
      const written = stdout
        .trimEnd()
        .split('\n')
        .map((row) => PrecomputedRow.parse(JSON.parse(row)));
      expect(written.map(({ status }) => status)).toEqual(['done', 'failed', 'done']);
      const reason = written[1]?.status === 'failed' ? written[1].reason : '';
      expect(reason).toMatch(says);
      expect(reason).toMatch(/^stdin, line 2\b/u);
      expect(stderr).toContain('warning: stdin, line 2');
      expect(code).toBe(EXIT.checkFailed);
    },
  );

  it('of a table in CSV are named by their lines: quotes, too few and too many cells', async () => {
    const place = await folder();
    const table = join(place, 'tasks.csv');
    const text = TOAST.instruction;
    await writeFile(
      table,
      [
        '\ufeffid,instruction',
        `a,${text}`,
        'b,Write "a" toast',
        'c',
        `d,${text},more`,
        `e,"${text}"`,
        'f,"Write',
        '',
      ].join('\r\n'),
    );
    const { code, stdout } = await cli(['precompute', table, '--store', 'memory', '--library', join(place, 'guides')]);
    const written = stdout
      .trimEnd()
      .split('\n')
      .map((row) => PrecomputedRow.parse(JSON.parse(row)));
    expect(written.map(({ id, status }) => [id, status])).toEqual([
      ['a', 'done'],
      ['line 3', 'failed'],
      ['line 4', 'failed'],
      ['line 5', 'failed'],
      ['e', 'done'],
      [expect.stringMatching(/^line \d$/u), 'failed'],
    ]);
    for (const row of written)
      if (row.status === 'failed') expect(row.reason).toMatch(/tasks\.csv, line \d is not valid CSV: /u);
    expect(code).toBe(EXIT.checkFailed);
  });

  it('are named where nothing is run, if they are among those that are asked for', async () => {
    const broken = `${json(TOAST)}{"id": "b"\n${json({ ...TOAST, id: 'c' })}nothing\n`;
    const all = await precompute(broken, '--dry-run');
    expect(all.stderr).toMatch(
      /warning: stdin, line 2 .*warning: stdin, line 4 .*2 rows cannot be used until corrected\. Give JSON Lines/su,
    );
    const some = await precompute(broken, '--dry-run', '--limit', '3');
    expect(some.stderr).toMatch(/warning: stdin, line 2 .*1 row cannot be used until corrected\./su);
    expect(some.stderr).not.toContain('line 4');
    const queue = ['--queue', '--store', join(await folder(), 'store')];
    const queued = await cli(['precompute', '-', ...queue], { stdin: broken });
    expect([queued.code, queued.stderr]).toEqual([
      EXIT.checkFailed,
      expect.stringContaining('warning: stdin, line 4 '),
    ]);
  });

  it('stay failed when all is run again, and are done once they are mended', async () => {
    const place = await folder();
    const out = join(place, 'rows.jsonl');
    const args = ['precompute', '-', '--library', join(place, 'guides'), '--out', out, '--store', join(place, 'store')];
    const broken = `${json(TOAST)}{"id": "b"\n`;
    await cli(args, { stdin: broken });
    const first = await readFile(out, 'utf8');
    const { stderr } = await cli(args, { stdin: broken });
    expect(stderr).toContain('2 of 2: 0 done, 1 cached, 1 failed');
    // Once, and nothing that cannot mend it.
    expect(stderr.match(/line 2/gu)).toHaveLength(1);
    expect(stderr).not.toContain('--retry-failed');
    expect(await readFile(out, 'utf8')).toBe(first);
    const mended = await cli(args, { stdin: json(TOAST, { ...TOAST, id: 'b' }) });
    expect(mended.stderr).toContain('2 of 2: 0 done, 2 cached, 0 failed');
  });
});

describe('rows', () => {
  it('go to stdout, under their own names of fields, with their context', async () => {
    const task = { uid: 7, prompt: TOAST.instruction, about: 'She restores bicycles.', other: [1] };
    const fields = ['--field', 'id=uid', '--field', 'instruction=prompt', '--field', 'context=about'];
    const { code, stdout, stderr } = await precompute(`\ufeff${json(task)}`, ...fields);
    expect(stderr).toContain('1 of 1: 1 done, 0 cached, 0 failed\n');
    const row = PrecomputedRow.parse(JSON.parse(stdout));
    if (row.status !== 'done') throw new Error(row.reason);
    expect(row.id).toBe('7');
    expect(row.set.content.task).toEqual({ instruction: task.prompt, context: task.about });
    expect(code).toBe(EXIT.done);
  });

  it('that fail give 1, and say why; --quiet says nothing else', async () => {
    const input = json({ id: 'empty', instruction: ' ' }, TOAST);
    const { code, stdout, stderr } = await precompute(input);
    expect(stderr).toContain('warning: stdin, line 1: The instruction is empty.\n');
    expect(stderr.match(/line 1/gu)).toHaveLength(1);
    expect(stderr).toMatch(/2 of 2: 1 done, 0 cached, 1 failed\n$/u);
    expect(PrecomputedRow.parse(JSON.parse(stdout.split('\n')[0]!))).toMatchObject({ status: 'failed' });
    expect(code).toBe(EXIT.checkFailed);
    expect((await precompute(input, '--quiet')).stderr).toBe('');
  });

  it('for which there is no guidance are an outcome of their own, with its reason, and stay so', async () => {
    const place = await folder();
    const out = join(place, 'rows.jsonl');
    const args = ['precompute', '-', '--library', join(place, 'guides'), '--out', out, '--store', join(place, 'store')];
    const stdin = json(TOAST, { id: 'b', instruction: 'Write a legal brief' });
    const { code, stderr } = await cli(args, { stdin });
    expect(stderr).toMatch(
      /warning: b: No guidance found.*\n.*2 of 2: 1 done, 0 cached, 0 failed, 1 without criteria/su,
    );
    expect(code).toBe(EXIT.noGuidance);
    const rows = (await readFile(out, 'utf8')).trimEnd().split('\n');
    expect(PrecomputedRow.parse(JSON.parse(rows[1]!))).toMatchObject({
      status: 'no-criteria',
      reason: expect.stringContaining('No guidance found') as unknown,
      set: { content: { criteria: [] } },
    });
    expect((await cli(args, { stdin })).stderr).toContain('2 of 2: 0 done, 1 cached, 0 failed, 1 without criteria');
  });

  it('are planned by --dry-run: nothing is asked or written', async () => {
    const out = join(await folder(), 'rows.jsonl');
    const model = ['--model', 'gpt-4.1-mini', '--mode', 'instruction'];
    const stdin = json(TOAST, { ...TOAST, id: 'b' });
    const { code, stdout } = await cli(['precompute', '-', ...model, '--out', out, '--dry-run'], { stdin });
    expect(stdout).toMatch(/^2 tasks\n/u);
    expect(stdout).toMatch(/draft-criteria +2 /u);
    const nothing = await cli(['precompute', '-', ...model, '--dry-run', '--limit', '1'], { stdin: `no\n${stdin}` });
    expect(nothing.stdout).toContain('0 cached, 1 failed or cannot be run, 0 to discover');
    expect(nothing.stdout).not.toContain('Calls');
    await expect(access(out)).rejects.toThrow('ENOENT');
    expect(code).toBe(EXIT.done);
    expect((await precompute(json(TOAST), '--dry-run')).stdout).toContain('nothing costs anything');
  });

  it('are planned with what is kept, and by what that took', async () => {
    const place = await folder();
    const store = ['--library', join(place, 'guides'), '--store', join(place, 'store')];
    const stdin = json(
      TOAST,
      { id: 'b', instruction: 'Write a wedding toast for my son' },
      { id: 'c', instruction: ' ' },
    );
    const plan = ['precompute', '-', '--dry-run', ...store];
    const first = await cli(plan, { stdin });
    expect(first.stdout).toContain('0 cached, 1 failed or cannot be run, 2 to discover');
    expect(first.stdout).toContain('No stored set was discovered with these settings');
    await cli(['precompute', '-', '--limit', '1', ...store], { stdin });
    const second = await cli(plan, { stdin });
    expect(second.stdout).toContain('1 cached, 1 failed or cannot be run, 1 to discover');

    expect(second.stdout).toMatch(
      /Expected, as 1 stored set with these settings took on average: about \d+ s with 4 at once/u,
    );
    const other = await cli([...plan, '--keep', '1'], { stdin });
    expect(other.stdout).toContain('0 cached, 1 failed or cannot be run, 2 to discover');
    expect(other.stdout).toContain('1 page kept per query');
    expect(other.stdout).toContain('No stored set');
  });

  it('are chosen by chance and limited: the same seed gives the same rows, in the order of the output', async () => {
    const tasks = Array.from({ length: 12 }, (_, at) => ({ id: String(at), instruction: TOAST.instruction }));
    const ids = async (...flags: readonly string[]) =>
      (await precompute(json(...tasks), ...flags)).stdout
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { id: string }).id);
    const whole = await ids('--shuffle', '--seed', '7');
    expect([...whole].sort()).toEqual(tasks.map(({ id }) => id).sort());
    expect(whole).not.toEqual(tasks.map(({ id }) => id));
    expect(await ids('--shuffle', '--seed', '7', '--limit', '5')).toEqual(whole.slice(0, 5));
    expect(await ids('--shuffle', '--seed', '8')).not.toEqual(whole);
    expect(await ids('--limit', '3')).toEqual(['0', '1', '2']);
  });

  it('of changed guides are made anew, and the output says so', async () => {
    const place = await folder();
    const out = join(place, 'rows.jsonl');
    const args = ['precompute', '-', '--store', 'memory', '--library', join(place, 'guides'), '--out', out];
    const stdin = json(TOAST);
    await cli(args, { stdin });
    const before = await readFile(out, 'utf8');
    expect((await cli(args, { stdin })).stderr).toContain('0 done, 1 cached');
    await writeFile(join(place, 'guides', 'toast.md'), `${GUIDE}\nA wedding toast should name both of them.\n`);
    const { stderr } = await cli(args, { stdin });
    expect(stderr).toContain('1 done, 0 cached');
    expect(stderr).toContain('1 row of an earlier run');
    expect(await readFile(out, 'utf8')).not.toBe(before);
  });

  it('are not written over a file of something else', async () => {
    const out = join(await folder(), 'tasks.jsonl');
    await writeFile(out, json(TOAST));
    const { code, stderr } = await precompute(json(TOAST), '--out', out);
    expect(stderr).toContain('line 1: it is no row of precompute');
    expect(code).toBe(EXIT.badInput);
    expect(await readFile(out, 'utf8')).toBe(json(TOAST));
    for (const flags of [[], ['--dry-run']]) {
      const ofTasks = await cli(['precompute', out, '--store', 'memory', '--out', out, ...flags]);
      expect(ofTasks.stderr).toMatch(/tasks\.jsonl is a file that is read.*\nName another file with --out\./u);
      expect([ofTasks.code, await readFile(out, 'utf8')]).toEqual([EXIT.badInput, json(TOAST)]);
    }
  });
});

const NO_TOKENS = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, estimatedCalls: 0 };

describe('progress', () => {
  const rows = (done: number, cached = 0, failed = 0) => ({
    ...{ total: 100, done, cached, failed },
    ...{ withoutCriteria: 0, incomplete: 0, outdated: 0 },
  });

  it('tells what is done, what it cost, and how long it may take', () => {
    const usage = (calls: number, usd: number | null) => [
      {
        ...{ step: 'pages' as const, role: 'rate-page', model: 'm', calls, retries: 0, cacheHits: 0, usd },
        ...NO_TOKENS,
      },
    ];
    const now = { ...rows(8, 3, 1), underWay: { pages: 2, merge: 1 } };
    expect(renderRows(now, usage(90, 0.0123))).toBe('12 of 100: 8 done, 3 cached, 1 failed; 0.0123 USD');
    expect(renderRowsUnderWay(now, usage(90, 0.0123), 30_000, 90_000)).toBe(
      '12 of 100, 1 failed; 90 calls, 180/min; about 2 min left; 0.0123 USD; now pages 2, merge 1',
    );
    // Before the first row ends, no “0 of”: what moves are the calls.
    expect(renderRowsUnderWay(rows(0), usage(1, null), 60_000, null)).toBe('0 of 100; 1 call, 1/min');
    expect(renderRowsUnderWay(rows(8), [], 1, 5_400_000)).toBe('8 of 100; about 1 h 30 min left');
  });

  it('sums up why rows failed, and what was reused', () => {
    const failures = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((reason, at) => [reason, 9 - at] as const);
    expect(failureLines(failures)).toEqual([
      ...['failed: 9 × a', 'failed: 8 × b', 'failed: 7 × c', 'failed: 6 × d', 'failed: 5 × e'],
      'failed: 7 more for other reasons',
    ]);
    const row = { ...NO_TOKENS, step: 'pages' as const, role: 'r', model: 'm', retries: 0, usd: 0 };
    const usage = [
      { ...row, calls: 10, cacheHits: 4, savedUsd: 0.02 },
      { ...row, calls: 5, cacheHits: 0 },
    ];
    expect(sharingLine({ read: 30, atHand: 12 }, usage)).toBe(
      'reused from cache: 12 of 30 pages; 4 of 19 model answers, worth 0.0200 USD',
    );
    expect(sharingLine({ read: 30, atHand: 0 }, [{ ...row, calls: 1, cacheHits: 1, savedUsd: null }])).toContain(
      '1 of 2 model answers, worth unknown USD',
    );
    expect(sharingLine({ read: 30, atHand: 0 }, [])).toBeNull();
  });

  it('goes by the rows that this run discovered', () => {
    expect(timeLeftMs(rows(0, 40, 5), rows(4, 45, 6), 10_000)).toBe((10_000 / 5) * 45);
    expect(timeLeftMs(rows(0), rows(0, 10), 10_000)).toBeNull();
    expect(timeLeftMs(rows(0), rows(100), 10_000)).toBeNull();
  });
});
