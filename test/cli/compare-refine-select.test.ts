/** The commands that rest on judging, with a scripted model whose truth is known: formats, files, exit codes. */
import { readFile, writeFile } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Actionability, Refinement, Selection } from '../../src/domain/judged-work.ts';
import { Comparison } from '../../src/domain/comparison.ts';
import { CallRecord } from '../../src/domain/model.ts';
import { answering } from '../support/guide-web/start-guide-web.ts';
import { hiddenTruthModel, qualitiesOf, textWith } from '../support/hidden-truth.ts';
import { startModelServer } from '../support/model-server/server.ts';
import { scriptedFolder } from '../support/scripted-folder.ts';
import { cli } from '../support/shell.ts';

const POOR = textWith([1, 3]);
const GOOD = textWith([1, 2, 3, 5]);
const { at, env, modelFlags, server, ...scripted } = scriptedFolder(
  {
    ...Object.fromEntries(['A/x.md', 'B/y.md', 'A/alone.md', 'poor.md', 'same.md'].map((name) => [name, POOR])),
    ...Object.fromEntries(['A/y.md', 'B/x.md', 'good.md'].map((name) => [name, GOOD])),
    'full.md': textWith([1, 2, 3, 4, 5, 6]),
    'one/only.txt': POOR,
    'list.md': [1, 2, 3, 4, 5, 6].map((quality) => `- Does the response have quality ${quality}?\n`).join(''),
  },
  hiddenTruthModel(),
);

const LIST = () => ['--checklist', at('list.md'), '--no-code-checks'];

function run(...args: string[]) {
  return scripted.run(...args.flatMap((arg) => (arg.startsWith('--') ? arg.split(' ') : [arg])));
}

describe('compare', () => {
  it('says which of two files is better, and where they differ', async () => {
    const { code, stdout, stderr } = await run('compare', at('poor.md'), at('good.md'), ...LIST());
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('good.md is better');
    expect(stdout).toMatch(/^judged by \S+$/mu);
    expect(stdout).toContain('poor.md 33.3 % · good.md 66.7 % · over 6 items');
    expect(stdout).toMatch(/^i2 +no +yes +Does the response have quality 2\?$/mu);
    expect(stdout).not.toMatch(/^i1 /mu);
  });

  it('names the criterion as it is worded, and the instruction of the checklist', async () => {
    const list = at('worded.yaml');
    await writeFile(list, 'instruction: Write a note\nitems: [The note should have quality 2]\n');
    const args = [at('poor.md'), at('good.md'), '--checklist', list, '--no-code-checks'];
    const { stdout } = await run('compare', ...args);
    expect(stdout).toMatch(/^i1 +no +yes +The note should have quality 2$/mu);
    const { stdout: full } = await run('compare', ...args, '--format', 'html');
    expect(full).toMatch(/Write a note[\s\S]*<h2[^>]*>poor\.md[\s\S]*<h2[^>]*>good\.md/u);
    const { stdout: edits } = await run('actionability', at('poor.md'), ...args.slice(2));
    expect(edits).toMatch(/^i1 +\w+ +The note should have quality 2$/mu);
  });

  it('by preference shows both texts in the full report', async () => {
    const args = [at('poor.md'), at('good.md'), '--by', 'preference', '--format', 'markdown'];
    const { stdout } = await run('compare', ...args);
    expect(stdout).toMatch(/^## poor.*md$[\s\S]*quality 3\.[\s\S]*^## good.*md$[\s\S]*quality 5\./mu);
  });

  it('of bare choices shows no reasons', async () => {
    const bare = await startModelServer({ handler: answering(() => ({ choice: 'A' })) });
    const model = ['--model', 'scripted', '--base-url', bare.baseUrl, '--model-format', 'json_schema'];
    const args = [at('poor.md'), at('good.md'), '--by', 'preference', '--no-analysis', '--store', 'memory'];
    const { stdout } = await cli(['compare', ...args, ...model], { env: env() });
    await bare.close();
    expect(stdout).toMatch(/^poor\.md shown first: poor\.md$/mu);
  });

  it('pairs the files of folders by name, and names those left alone', async () => {
    const { code, stdout, stderr } = await run('compare', at('A'), at('B'), '--by preference --format json');
    expect(code, stderr).toBe(0);
    const { summary, comparisons } = z
      .object({
        summary: z.looseObject({}),
        comparisons: z.array(Comparison.extend({ id: z.string(), runId: z.string() })),
      })
      .parse(JSON.parse(stdout));
    expect(comparisons.map(({ name, result }) => [name, 'winner' in result && result.winner])).toEqual([
      ['x.md', 'b'],
      ['y.md', 'a'],
    ]);
    expect(summary).toMatchObject({ pairs: 2, a: 1, b: 1, ties: 0, flips: { value: 0, scored: 2 } });
    expect(stderr).toContain('alone.md: there is no file of its name');
  });

  it('reads labelled pairs, and reports the agreement with them', async () => {
    const rows = [
      { id: 1, instruction: 'Write a note', a: textWith([1]), b: textWith([1, 2, 3, 4]), label: 'B' },
      { id: 'two', instruction: 'Write a toast', a: textWith([1]), b: textWith([2]), label: 'a', more: [] },
      { id: 'three', a: textWith([1, 2, 3, 4]), b: textWith([2]), label: null },
    ];
    await writeFile(at('pairs.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join('\n'));
    const args = ['compare', '--pairs', at('pairs.jsonl'), '--by check-then-score', '--checklist', at('list.md')];
    const { code, stdout, stderr } = await run(...args);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('a is better in 1, b in 1, ties 1, unscored 0, of 3 pairs');
    expect(stdout).toContain('accuracy 75 % (1.5 of 2; standard error 0.250)');
    expect(stdout).toMatch(/WPLD 0\.500/u);
    const instructions = server()
      .requests.slice(-6)
      .map(({ text }) => text);
    expect(instructions.filter((text) => text.includes('Write a toast'))).toHaveLength(2);
    expect(instructions.filter((text) => text.includes('The instruction is not known.'))).toHaveLength(2);
  });

  it('ends with 10 where no pair has a verdict, and calls none a tie', async () => {
    server().behave({ faultRates: { refusal: 1 } });
    const { code, stdout } = await run('compare', at('A'), at('B'), '--by', 'preference');
    server().behave({ faultRates: {} });
    expect(code).toBe(10);
    expect(stdout).toContain('ties 0, unscored 2, of 2 pairs');
    expect(stdout).toContain('flip rate –');
  });

  it.each([
    ['one file alone', ['poor.md'], /two responses to compare, or pairs/u],
    ['a file and a folder', ['poor.md', 'B'], /One of the two is a folder/u],
    ['folders without a name in common', ['A', 'one'], /no files of the same name/u],
    ['a flag without a part in it', ['poor.md', 'good.md', '--by', 'score', '--top', '3'], /--top has no effect/u],
    ['nothing to compare by', ['poor.md', 'good.md'], /no checklist to judge by/u],
  ])('refuses %s', async (_what, args, says) => {
    const places = args.map((arg) => (/^(?:A|B|one)$|\.md$/u.test(arg) ? at(arg) : arg));
    const { code, stdout, stderr } = await run('compare', ...places);
    expect(stderr).toMatch(says);
    expect([code, stdout]).toEqual([2, '']);
  });

  it('leaves out a pair that lacks a response, and says so', async () => {
    const path = at('lacking.csv');
    await writeFile(path, 'id,instruction,a,b\n1,Write a toast,A.,B.\n2,Write a toast,A.,\n3,Write a toast,,\n');
    const { code, stderr } = await run('compare', '--pairs', path, '--by', 'preference');
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(/2 b: there is no response.*\n.*3 a: there is no response.*\n.*3 b: there is no response/u);
  });

  it.each([
    ['not json', '{"id": "1"', /line 1 is not valid JSON/u],
    ['without b', '{"id": "1", "a": "A."}', /line 1: the field “a, b .* is missing/u],
    [
      'a label that is none',
      '{"id": "1", "a": "A.", "b": "B.", "label": "win"}',
      /line 1: the field “label” should hold a, b or tie/u,
    ],
    ['nothing', '\n', /holds no rows/u],
    ['without a response each', '{"id": "1", "a": "A.", "b": null}', /No row of .* has two responses/u],
  ])('refuses pairs that are %s, with the line', async (what, row, says) => {
    const path = at(`${what.replaceAll(' ', '-')}.jsonl`);
    await writeFile(path, row);
    const { code, stderr } = await run('compare', '--pairs', path, '--by', 'score');
    expect(stderr).toMatch(says);
    expect(code).toBe(2);
  });
});

describe('refine', () => {
  it('shows rounds and changes, writes the kept text, and its calls are found again', async () => {
    const kept = at('kept.md');
    const store = ['--store', at('store.sqlite')];
    const { code, stdout, stderr } = await run('refine', at('poor.md'), ...LIST(), '--save-text', kept, ...store);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^start +33\.3 % +2 of 6 met\n1 +100 % +6 of 6 met – kept$/mu);
    expect(stdout).toContain('{+');
    expect(qualitiesOf(await readFile(kept, 'utf8')).size).toBe(6);
    const id = /audit (rf_[0-9a-f]{24}) --calls/u.exec(stderr)![1]!;
    const audited = await cli(['audit', id, '--calls', '--format', 'json', ...store], {
      env: env(),
    });
    const roles = z
      .array(CallRecord)
      .parse(JSON.parse(audited.stdout))
      .map(({ role }) => role);
    expect(roles).toEqual(['judge-response', 'refine-response', 'judge-response']);
  });

  it('as JSON has all rounds; repeated, it costs nothing', async () => {
    const args = ['refine', at('poor.md'), ...LIST(), '--rounds 4 --format json', '--store', at('s.sqlite')];
    const first = await run(...args);
    const before = server().statistics().requests;
    const again = await run(...args);
    expect(server().statistics().requests).toBe(before);
    const [one, other] = [first, again].map(({ stdout }) =>
      Refinement.extend({ id: z.string(), runId: z.string() }).parse(JSON.parse(stdout)),
    );
    expect(one!.rounds).toHaveLength(2);
    expect([one!.kept, one!.stop.why]).toEqual([1, 'nothing-to-mend']);
    expect(other!.id).toBe(one!.id);
  });

  it('by self-critique asks for a critique and a rewrite', async () => {
    const from = server().requests.length;
    const { code } = await run('refine', at('poor.md'), ...LIST(), '--self-critique');
    expect(code).toBe(0);
    expect(
      server()
        .requests.slice(from)
        .map(({ schemaName }) => schemaName),
    ).toEqual([...['judge-response', 'critique-response', 'rewrite-response', 'judge-response']]);
  });

  it('leaves what is good as it is', async () => {
    const { code, stdout } = await run('refine', at('full.md'), ...LIST());
    expect(code).toBe(0);
    expect(stdout).toContain('Nothing is left to mend.\nThe start is kept');
  });

  it('ends with 10 where nothing is judged, with 6 where no new response comes', async () => {
    server().behave({ faultRates: { refusal: 1 } });
    const unjudged = await run('refine', at('poor.md'), ...LIST());
    server().behave({ faultRates: {} });
    expect(unjudged.code).toBe(10);
    server().next(null, 'refusal');
    const unrevised = await run('refine', at('poor.md'), ...LIST(), '--save-text', at('start.md'));
    expect(unrevised.stdout).toContain('There was no new response');
    expect(unrevised.code).toBe(6);
    // No file: it would hold the text that was given.
    await expect(readFile(at('start.md'))).rejects.toThrow('ENOENT');
  });

  it('needs a model, one response, and a file that it can write to', async () => {
    const alone = await cli(['refine', at('poor.md'), '--checklist', at('list.md'), '--store', 'memory'], {
      env: env(),
    });
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('needs a model')]);
    const many = await run('refine', at('A'), ...LIST());
    expect([many.code, many.stderr]).toEqual([2, expect.stringContaining('holds 3 responses')]);
    const nowhere = await run('refine', at('poor.md'), ...LIST(), '--save-text', at('no/where.md'));
    expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining('--save-text')]);
  });
});

describe('best-of', () => {
  const files = () => ['poor.md', 'good.md', 'same.md'].map(at);

  it('picks the best file; below --min it fails with 8', async () => {
    const found = await run('best-of', ...files(), ...LIST(), '--min', '0.6', '--save-text', at('best.md'));
    expect(found.code, found.stderr).toBe(0);
    expect(found.stdout).toMatch(/^best +66\.7 %/mu);
    expect(await readFile(at('best.md'), 'utf8')).toBe(await readFile(at('good.md'), 'utf8'));
    const strict = await run('best-of', ...files(), ...LIST(), '--min', '0.9');
    expect([strict.code, strict.stderr]).toEqual([8, expect.stringContaining('66.7 % is below 90 %')]);
  });

  it('shows ties as ties', async () => {
    const { stdout } = await run('best-of', at('poor.md'), at('same.md'), ...LIST());
    expect(stdout).toContain('2 tie for the best');
    expect(stdout.match(/^best /gmu)).toHaveLength(2);
  });

  it('samples candidates for an instruction', async () => {
    const args = ['best-of', '--n', '5', '--instruction', 'Write a note', ...LIST(), '--format', 'json'];
    const { code, stdout, stderr } = await run(...args);
    expect(code, stderr).toBe(0);
    const { candidates, best } = Selection.extend({ id: z.string(), runId: z.string() }).parse(JSON.parse(stdout));
    const counts = candidates.map(({ judged }) => qualitiesOf(judged!.response).size);
    expect(new Set(counts).size).toBeGreaterThan(1);
    expect(best.map((index) => counts[index])).toEqual(best.map(() => Math.max(...counts)));
  });

  it('ends with 10 where nobody was scored', async () => {
    server().behave({ faultRates: { refusal: 1 } });
    const { code, stdout } = await run('best-of', ...files(), ...LIST());
    server().behave({ faultRates: {} });
    expect([code, stdout]).toEqual([10, expect.stringContaining('No candidate could be scored.')]);
  });

  it.each([
    ['neither files nor --n', [], /either given as files or sampled/u],
    ['--n without an instruction', ['--n', '3'], /no instruction to sample/u],
  ])('refuses %s', async (_what, args, says) => {
    const { code, stderr } = await run('best-of', ...args, ...LIST());
    expect([code, stderr]).toEqual([2, expect.stringMatching(says)]);
  });
});

describe('actionability', () => {
  it('shows rates before and after, of each response and of all', async () => {
    const { code, stdout, stderr } = await run('actionability', at('poor.md'), at('good.md'), ...LIST());
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('33.3 % → 100 % · Δ 66.7 % · repair rate 100 % (4 of 4 unmet repaired)');
    expect(stdout).toContain('50 % → 100 % · Δ 50 % · repair rate 100 % (6 of 6 unmet repaired)');
  });

  it('as JSON has each edit with its verdicts', async () => {
    const { stdout } = await run('actionability', at('good.md'), ...LIST(), '--format', 'json');
    const { overall, responses } = z
      .object({
        overall: z.looseObject({}),
        responses: z.array(Actionability.extend({ id: z.string(), runId: z.string() })),
      })
      .parse(JSON.parse(stdout));
    expect(overall).toMatchObject({ scored: 6, unmet: 2, repaired: 2, broken: 0 });
    expect(responses[0]!.edits.map(({ itemId }) => itemId)).toEqual(['i4', 'i6']);
  });
});

describe('reports', () => {
  const HOSTILE = '<script>alert(1)</script> ![x](http://evil.example/) **bold** | `code` \u001b[31m';

  it.each([
    ['compare', (file: string) => [file, at('good.md')]],
    ['refine', (file: string) => [file]],
    ['best-of', (file: string) => [file, at('good.md')]],
    ['actionability', (file: string) => [file]],
  ])('of %s in every format keep hostile text as text', async (command, args) => {
    const file = at('hostile.md');
    await writeFile(file, `${HOSTILE}\nIt has quality 1.\n${HOSTILE}`);
    const format = (name: string) => run(command, ...args(file), ...LIST(), '--format', name);
    const html = (await format('html')).stdout;
    expect(html).toMatch(/^<!doctype html>/u);
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toMatch(/<script|<img/u);
    const markdown = (await format('markdown')).stdout;
    // In fences text needs no escapes; outside of them nothing is markup.
    expect(markdown.replace(/^(`{3,})text\n[\s\S]*?\n\1$/gmu, '')).not.toMatch(/(?<!\\)<script|!\[x\]/u);
    const table = (await format('table')).stdout;
    for (const text of [html, markdown, table]) expect(text).not.toContain('\u001b');
  });
});

describe('--dry-run', () => {
  it.each([
    ['judge', ['judge', 'poor.md', 'good.md'], 'up to 15 items in one call', /judging +judge-response .* 2 /u],
    ['judge, alone', ['judge', 'poor.md', '--no-batch'], 'one call per item', /judging +judge-response .* 6 /u],
    ['compare', ['compare', 'poor.md', 'good.md', '--by', 'preference'], 'Compare 1 pair', /comparing .* 2 /u],
    ['refine', ['refine', 'poor.md'], 'Refine one response', /refining +refine-response .* 1 /u],
    ['best-of', ['best-of', 'poor.md', 'good.md'], 'Pick the best of 2', /judging .* 2 /u],
    ['actionability', ['actionability', 'poor.md'], 'Edit 1 response', /refining +refine-response .* 6 /u],
  ])('of %s prints the calls and asks nobody', async (_what, words, title, row) => {
    const before = server().statistics().requests;
    const list = words.includes('preference') ? [] : ['--checklist', at('list.md'), '--no-code-checks'];
    const args = words.map((word) => (word.endsWith('.md') ? at(word) : word));
    const { code, stdout, stderr } = await run(...args, ...list, '--dry-run');
    expect(code, stderr).toBe(0);
    expect(stdout).toContain(title);
    expect(stdout).toMatch(row);
    expect(stdout).toContain('No limit is set');
    expect(server().statistics().requests).toBe(before);
  });

  it('refuses what the run itself would refuse, and formats that a plan has not', async () => {
    const withoutList = await run('judge', at('poor.md'), '--dry-run');
    expect([withoutList.code, withoutList.stderr]).toEqual([2, expect.stringContaining('no checklist')]);
    const asJson = await run('judge', at('poor.md'), ...LIST(), '--dry-run', '--format', 'json');
    expect(asJson.code).toBe(2);
    const args = ['refine', at('poor.md'), '--checklist', at('list.md'), '--dry-run', '--store', 'memory'];
    const withoutModel = await cli(args, { env: env() });
    expect([withoutModel.code, withoutModel.stderr]).toEqual([2, expect.stringContaining('needs a model')]);
  });
});

describe('on a terminal', () => {
  it('the report stands apart from what is said about it, and each response is named', async () => {
    const args = ['judge', at('poor.md'), at('good.md'), ...LIST(), '--store', 'memory', ...modelFlags()];
    const { code, stdout, stderr } = await cli(args, { env: env(), terminal: 100 });
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('2 responses');
    expect(stderr).toMatch(/poor\.md: 6 of 6 items judged/u);
    expect(stripVTControlCharacters(stderr)).toMatch(/\n\nstep +role/u);
  });

  it('names of steps and roles stand on one line of a plan', async () => {
    const sample = ['best-of', '--n', '4', '--instruction', 'Write a note', '--dry-run'];
    const { stdout } = await run(...sample);
    expect(stdout).toMatch(/^ *checklist +generate-checklist +1 /mu);
    expect(stdout).toMatch(/^ *responding +respond +4 /mu);
  });
});
