/** What `judge --data` makes of its files, in this process and without a model: code counts what it can. */
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { JudgedRow } from '../../src/jobs/rows/judged-row.ts';
import { cli } from '../support/shell.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const criteria = [
  { text: 'It has at most 5 words.', check: 'words <= 5' },
  { text: 'It mentions “14 June”.', check: 'phrase "14 June"' },
];
const ROW = { id: 'a', instruction: 'Write a note.', criteria };
const json = (...rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

async function judge(content: string, flags: readonly string[] = [], name = 'answers.jsonl') {
  const folder = await temporaryFolder();
  await writeFile(join(folder, name), content);
  const rows = join(folder, 'rows.jsonl');
  const args = ['judge', '--data', join(folder, name), '--rows', rows, '--store', 'memory', ...flags];
  const result = await cli(args);
  const text = await readFile(rows, 'utf8').catch(() => '');
  return {
    ...result,
    stdout: result.stdout.replaceAll(`${folder}/`, ''),
    rows: text
      .split('\n')
      .filter(Boolean)
      .map((line) => JudgedRow.parse(JSON.parse(line))),
  };
}

it('says once that no row can be used, and makes no leaderboard of it', async () => {
  const { code, stdout, stderr, rows } = await judge(
    json({ prompt: 'Say it', answer: 'x' }, { prompt: 'Say', answer: 'y' }),
  );
  expect([code, stdout, rows], stderr).toEqual([EXIT.badInput, '', []]);
  expect(stderr).toMatch(/No row can be used, the first one .*line 1: the field “instruction” is missing/u);
  expect(stderr).toContain('The row has prompt, answer.');
  expect(stderr).not.toContain('line 2');
});

it('does not say so of the first row alone where others can be used', async () => {
  const { code, stderr, rows } = await judge(
    json({ ...ROW, instruction: ' ', response: 'x' }, { ...ROW, id: 'b', response: 'x' }),
    ['--limit', '1'],
  );
  expect([code, rows.map(({ status }) => status)], stderr).toEqual([EXIT.checkFailed, ['failed']]);
  expect(stderr).toMatch(/warning: .*line 1: The instruction is empty/u);
  expect(stderr).not.toContain('No row can be used');
});

describe('rows', () => {
  const BOTH = { alpha: 'On 14 June.', beta: 'Some day, I think, some day.' };
  it.each([
    [
      'one for each response',
      json({ ...ROW, system: 'alpha', response: BOTH.alpha }, { ...ROW, system: 'beta', response: BOTH.beta }),
    ],
    ['one for each instruction', json({ ...ROW, responses: BOTH })],
    ['as a JSON list', JSON.stringify([{ ...ROW, responses: BOTH }]), 'answers.json'],
  ])('%s', async (_what, content, name?: string) => {
    const { code, stdout, stderr, rows } = await judge(content, [], name);
    expect(code, stderr).toBe(EXIT.done);
    expect(rows.map(({ id, system }) => [id, system])).toEqual([
      ['a alpha', 'alpha'],
      ['a beta', 'beta'],
    ]);
    expect(stdout).toMatch(/Leaderboard: 2 systems, 1 instruction\n/u);
    expect(stdout).toMatch(/1 +alpha +100 %/u);
    expect(stdout).toMatch(/beta +0 %/u);
    expect(stdout).toMatch(/beta +-100\.0 .*0 \/ 0 \/ 1/u);
  });

  it('as CSV, under names of their own, named after the file where no system is', async () => {
    const csv = 'uid,prompt,answer,kind\n1,Write.,On 14 June.,notes\n';
    const fields = ['id=uid', 'instruction=prompt', 'responses=answer', 'category=kind'].flatMap((field) => [
      '--field',
      field,
    ]);
    const folder = await temporaryFolder();
    const list = join(folder, 'list.md');
    await writeFile(list, criteria.map(({ text, check }) => `- ${text} \`check: ${check}\`\n`).join(''));
    const { stdout, rows } = await judge(csv, [...fields, '--checklist', list], 'gpt.csv');
    expect(rows).toMatchObject([{ id: '1', system: 'gpt', category: 'notes', status: 'done' }]);
    expect(stdout).toMatch(/1 +gpt +100 %/u);
  });

  it('that are bad keep their place with line and field; the good ones are judged', async () => {
    const good = { ...ROW, response: 'On 14 June.' };
    const bad: readonly (readonly [line: string, says: RegExp])[] = [
      ['{"id": "x",', /line 1 is not valid JSON/u],
      ['["x"]', /line 2 is not a JSON object/u],
      ['7', /line 3 is not a JSON object/u],
      ['\u0000', /line 4 is not valid JSON/u],
      [JSON.stringify({ ...good, instruction: undefined }), /line 5: the field “instruction” is missing/u],
      [JSON.stringify({ ...good, instruction: 3 }), /line 6: the field “instruction” should hold a text/u],
      [JSON.stringify({ ...good, instruction: ' ' }), /line 7: The instruction is empty/u],
      [JSON.stringify({ ...good, id: 1.5 }), /line 8: the field “id” should hold a text or a whole number/u],
      [JSON.stringify({ ...good, id: {} }), /line 9: the field “id” should hold/u],
      [JSON.stringify({ ...good, system: ['x'] }), /line 10: the field “system” should hold a text/u],
      [JSON.stringify({ ...good, category: {} }), /line 11: the field “category” should hold a text/u],
      [JSON.stringify({ ...good, response: 5 }), /line 12: the field “a, b \| responses \| response\.0” /u],
      [JSON.stringify({ ...good, response: null }), /line 13: there is no response/u],
      [JSON.stringify({ ...good, response: undefined }), /line 14: there is no response/u],
      [JSON.stringify({ ...good, criteria: 5 }), /line 15: the field “criteria\.0” should hold texts/u],
      [JSON.stringify({ ...good, criteria: [''] }), /Item 1 of the checklist: text must not be empty/u],
      [JSON.stringify({ ...good, themes: [5] }), /line 17: the field “themes\.0” should hold texts/u],
      [JSON.stringify({ ...good, set: 5 }), /line 18: the field “set” should hold a text/u],
      [JSON.stringify({ ...good, set: 'cs_0' }), /has no set cs_0/u],
      [JSON.stringify({ ...good, weights: ['x'] }), /line 20: the field “weights\.0” should hold numbers/u],
    ];
    const lines = bad.map(([line], at) => line.replace('"id":"a"', `"id":"bad ${at}"`));
    const { code, rows, stderr } = await judge(
      `${lines.join('\n')}\n${json({ ...good, id: 'good' })}${json({ ...good, id: 'good' })}`,
    );
    expect(code).toBe(EXIT.checkFailed);
    expect(rows).toHaveLength(22);
    bad.forEach(([line, says], at) => {
      const row = rows[at];
      if (row?.status === 'failed') expect(row.reason, line).toMatch(says);
      else expect(line).toBe('a line that is refused');
    });
    expect(rows[20]).toMatchObject({ id: 'good', status: 'done' });
    expect(rows[21]).toMatchObject({ status: 'failed', reason: expect.stringContaining('stands in') as unknown });
    expect(stderr).toContain('22 of 22: 1 done, 0 cached, 21 failed');
    expect(stderr).toMatch(/^warning: .*, line 1 is not valid JSON/mu);
    expect(stderr).not.toMatch(/(, line \d+): .*\1\b/u);
    // Named once, before the work; what is told of afterwards another run may mend.
    expect(stderr.match(/, line 1 is not valid JSON/gu)).toHaveLength(1);
    expect(stderr.match(/^failed: .*/gmu)).toEqual([
      'failed: 1 × Item 1 of the checklist: text must not be empty.',
      expect.stringContaining('has no set cs_0') as unknown,
    ]);
    expect(stderr).toContain('--retry-failed');
  });

  it('that are bad are named by a dry run too, and --retry-failed is not recommended for them', async () => {
    const content = json({ ...ROW, response: 'On 14 June.' }, { ...ROW, id: 'b', responses: { x: null, y: null } });
    const { code, stderr } = await judge(content);
    expect(code).toBe(EXIT.checkFailed);
    expect(stderr).toMatch(/1 row cannot be used until corrected\.\n/u);
    expect(stderr.match(/line 2/gu)).toHaveLength(1);
    expect(stderr).not.toMatch(/^failed:|--retry-failed/mu);
    expect((await judge(content, ['--dry-run'])).stderr).toMatch(/warning: .*, line 2: there is no response\./u);
  });

  it('of unscored items are no zeros: without a model a question stays open', async () => {
    const open = { ...ROW, criteria: ['Is the tone warm?'] };
    const content = json({ ...open, responses: { alpha: 'Hello.', beta: 'Go away.' } });
    const { code, stdout } = await judge(content, ['--format', 'json']);
    expect(code).toBe(EXIT.notDecided);
    expect(JSON.parse(stdout)).toMatchObject({
      systems: [
        { name: 'alpha', rank: null, passRate: { value: null, missing: 1 }, items: { unscored: 1 } },
        { name: 'beta', rank: null, passRate: { value: null, missing: 1 } },
      ],
    });
  });
});

describe('criteria of rows', () => {
  const judgedBy = async (row: object, flags: readonly string[] = []) => {
    const { rows, stderr } = await judge(json({ ...ROW, response: 'Note 😀', ...row }), flags);
    const [first] = rows;
    if (first === undefined || !('judgement' in first)) throw new Error(stderr);
    return first.judgement;
  };

  it('are read as the items of a checklist: points, faults, conditions', async () => {
    const list = await mkList([
      { text: 'It uses emoji.', check: 'emoji >= 1', weight: -90 },
      { text: 'It is short.', check: 'words <= 5', weight: 10, categories: ['tone'] },
      { question: 'Does it greet Ann?', check: 'starts with "Ann"', appliesWhen: 'it is a letter' },
    ]);
    const told = ({ items, score }: Awaited<ReturnType<typeof judgedBy>>) => ({
      score,
      items: items
        .map(({ text, themes, weight, verdict }) => ({ text, themes, weight, verdict }))
        .toSorted((a, b) => a.text.localeCompare(b.text)),
    });
    const ofRow = await judgedBy({ criteria: list.items }, ['--score', 'weighted']);
    expect(told(ofRow)).toEqual(told(await judgedBy({}, ['--score', 'weighted', '--checklist', list.path])));
    expect(ofRow.items.map(({ verdict }) => ('answer' in verdict ? verdict.answer : verdict.status))).toEqual([
      ...['yes', 'unscored', 'no'],
    ]);
  });

  it('keep the check of a fault that the row’s points make one, and its share', async () => {
    const emoji = { text: 'It uses emoji.', check: 'emoji >= 1' };
    const row = { criteria: [emoji, { text: 'Short.', check: 'words <= 9' }], weights: [-50, 10] };
    const { score } = await judgedBy(row, ['--score', 'weighted']);
    expect(score).toMatchObject({ value: 1 / 6 });
  });

  it('keep their own themes where --top leaves some out', async () => {
    const [short, early] = criteria;
    const row = { criteria: [short, early], weights: [10, 90], themes: ['length', 'day'] };
    const { items } = await judgedBy(row, ['--top', '1']);
    expect(items).toMatchObject([{ id: 'i2', themes: ['day'] }]);
  });

  it.each([
    [{ criteria: [{ text: 'Short.', bogus: 1 }] }, /line 1: the field “criteria\.0” unknown field: “bogus”/u],
    [{ criteria: [{ text: 'Short.', decides: 'part' }] }, /line 1: the field “criteria\.0\.decides” “decides” says/u],
    [{ criteria: [{ text: 'Short.', weight: 5 }], weights: [6] }, /“weights\.0” weighs a criterion that has its own/u],
  ])('are refused by line and field: %j', async (row, reason) => {
    const { code, stderr } = await judge(json({ ...ROW, response: 'Note', ...row }));
    expect([code, stderr]).toEqual([EXIT.badInput, expect.stringMatching(reason)]);
  });
});

async function mkList(items: readonly object[]) {
  const path = join(await temporaryFolder(), 'list.json');
  await writeFile(path, JSON.stringify(items));
  return { items, path };
}

describe('the report', () => {
  const many = json(
    ...Array.from({ length: 8 }, (_, at) => ({
      ...ROW,
      id: `t${at}`,
      instruction: `Write note ${at}.`,
      category: '<b>notes</b>',
      responses: { alpha: 'On 14 June.', 'be|ta': at < 3 ? 'On 14 June.' : 'Some day, I think, some day.' },
    })),
  );
  it('comes as Markdown and as HTML, with what was given made harmless', async () => {
    const markdown = (await judge(many, ['--format', 'markdown'])).stdout;
    expect(markdown).toContain('| Rank |');
    expect(markdown).toContain('be\\|ta');
    const html = (await judge(many, ['--format', 'html'])).stdout;
    expect(html).toContain('&lt;b&gt;notes&lt;/b&gt;');
    expect(html).not.toContain('<b>notes');
    expect(html).toContain('<svg');
  });

  it('says who is apart from the best', async () => {
    const { stdout } = await judge(many);
    expect(stdout).toMatch(/be\|ta +-62\.5 .* yes +0 \/ 3 \/ 5 +8/u);
    expect(stdout).toContain('So few instructions say little');
  });
});

describe('flags that do not fit are refused', () => {
  it.each([
    [['judge', '--store', 'memory'], 'There is nothing to judge'],
    [['judge', 'note.md', '--rows', 'x.jsonl'], "'--rows <file>' needs option '--data <file>'"],
    [['judge', 'note.md', '--benchmark', 'infobench'], "'--benchmark <name>' needs option '--data <file>'"],
    [['judge', 'note.md', '--data', 'x.jsonl'], '--data cannot be used with files of responses'],
    [['judge', '--data', 'x.jsonl', '--min', '0.5'], "'--data <file>' cannot be used with option '--min <rate>'"],
    [['judge', '--data', 'x.jsonl', '--format', 'csv'], '--format csv is not for leaderboards'],
    [['judge', 'note.md', '--priority', '5'], "'--priority <number>' needs option '--queue'"],
    [['precompute', 'tasks.jsonl', '--priority', '5'], "'--priority <number>' needs option '--queue'"],
    [['compare', 'a.md', 'b.md', '--keyword', 'toast'], "'--keyword <words>' needs option '--pairs <file>'"],
    [['measure', 'criteria', 'cs_1', '--single-turn'], "'--single-turn' needs option '--given <file>'"],
    [['judge', '--data', 'x.jsonl', '--protocol', 'score', '--rewards', 'r.jsonl'], '--rewards has no effect with the'],
    [['judge', '--data', '/no/such.jsonl', '--store', 'memory'], 'there is no such file'],
  ])('%j', async (args, says) => {
    const { code, stderr } = await cli(args);
    expect([code, stderr]).toEqual([EXIT.badInput, expect.stringContaining(says)]);
  });

  it('the file of the responses is no place for rows', async () => {
    const content = json({ ...ROW, response: 'On 14 June.' });
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'a.jsonl'), content);
    const path = join(folder, 'a.jsonl');
    const { code, stderr } = await cli(['judge', '--data', path, '--rows', path, '--store', 'memory']);
    expect([code, stderr]).toEqual([
      EXIT.badInput,
      expect.stringMatching(/--rows .* is a file that is read.*\n.*another file with --rows/u),
    ]);
    expect(await readFile(path, 'utf8')).toBe(content);
  });
});

it('says how to name a model where nothing could be scored without one', async () => {
  const { code, stderr } = await judge(json({ ...ROW, criteria: ['Is it kind?'], response: 'Hello.' }));
  expect([code, stderr]).toEqual([EXIT.notDecided, expect.stringContaining('needs a model. Name one with --model.')]);
});

it('advises no model for a function that is not there', async () => {
  const list = join(await temporaryFolder(), 'list.yaml');
  await writeFile(list, '- text: It is kind.\n  check: function "isKind"\n');
  const { code, stderr } = await judge(json({ ...ROW, response: 'Hello.' }), ['--checklist', list]);
  expect([code, stderr]).toEqual([EXIT.notDecided, expect.not.stringContaining('needs a model')]);
});

it('a plan without a model leaves out what is not discovered yet, and requests nothing', async () => {
  const requests: unknown[] = [];
  const server = createServer(({ url }, response) => {
    requests.push(url);
    response.end('{"results":[]}');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const path = join(await temporaryFolder(), 'a.jsonl');
  await writeFile(path, json({ ...ROW, response: 'Hello.' }));
  const args = ['judge', '--data', path, '--checklist', 'discovered', '--store', 'memory', '--dry-run'];
  const env = { GROUNDRULE_SEARCH: 'searxng', GROUNDRULE_SEARXNG_URL: url };
  const { code, stdout, stderr } = await cli(args, { env });
  expect([code, requests], stderr).toEqual([EXIT.done, []]);
  expect(stdout).toMatch(/^Judge 0 responses/u);
  expect(stderr).toContain('1 response left out: the criteria of their instructions are not discovered yet');
});

it('a plan counts the discoveries that responses are judged by, once for each instruction', async () => {
  const path = join(await temporaryFolder(), 'a.jsonl');
  const responses = ['Hello.', 'Good day.'].map((response, at) => ({ ...ROW, id: `r${at}`, response }));
  await writeFile(path, json(...responses));
  const flags = ['--checklist', 'discovered', '--model', 'gpt-4.1-mini', '--store', 'memory', '--dry-run'];
  const { code, stdout, stderr } = await cli(['judge', '--data', path, ...flags], {
    env: { OPENAI_API_KEY: 'a-key-0123456789' },
  });
  expect([code, stderr]).toEqual([EXIT.done, '']);
  expect(stdout).toMatch(/^Judge 2 responses/u);
  expect(stdout).toMatch(/propose-queries +1 /u);
  expect(stdout).toMatch(/judge-response +[1-9]/u);
});
