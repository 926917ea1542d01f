/** A judge that fails for some items: every rate says so, and no minimum hides it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { expect, it, onTestFinished } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { answering } from '../support/guide-web/start-guide-web.ts';
import { hiddenTruthModel, textWith } from '../support/hidden-truth.ts';
import type { Behaviour } from '../support/model-server/behaviour.ts';
import { startModelServer, type Handler } from '../support/model-server/server.ts';
import { plausibleModel } from '../support/plausible-model.ts';
import { itemsIn, questionOf } from '../support/read-prompt.ts';
import { cli } from '../support/shell.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ITEMS = [1, 2, 3, 4, 5, 6].map((quality) => `Does the response have quality ${quality}?`);
/** Asked alone it stays unread, asked with others it costs them their batch. */
const UNREADABLE = 'quality 5?';

async function setUp() {
  const folder = await temporaryFolder();
  const truth = answering(hiddenTruthModel());
  let script: Handler = (request) => (request.text.includes(UNREADABLE) ? 'I would rather not say.' : truth(request));
  const server = await startModelServer({
    handler: (request) => (request.schemaName === 'greeting' ? truth(request) : script(request)),
  });
  onTestFinished(() => server.close());
  await mkdir(join(folder, 'drafts'));
  const suite = {
    ...{ name: 'Notes', min: 0.5, checklist: ITEMS },
    tasks: [{ id: 'note', instruction: 'Write a note' }],
    sources: [{ id: 'drafts', files: 'drafts/{task}.md' }],
  };
  await Promise.all([
    writeFile(join(folder, 'list.md'), ITEMS.map((question) => `- ${question}\n`).join('')),
    writeFile(join(folder, 'drafts/note.md'), textWith([1, 2, 3, 4])),
    writeFile(join(folder, 'poor.md'), textWith([1])),
    writeFile(join(folder, 'suite.yaml'), stringify(suite)),
  ]);
  const model = ['--model', 'scripted', '--base-url', server.baseUrl, '--model-format', 'json_schema'];
  const [good, poor, list] = ['drafts/note.md', 'poor.md', 'list.md'].map((name) => join(folder, name));
  return {
    run: (...args: readonly string[]) => cli([...args, ...model, '--store', 'memory'], { env: { HOME: folder } }),
    server: {
      answer: (next: Handler) => void (script = next),
      outage: (outage: Behaviour['outage']) => server.behave({ outage }),
    },
    ...{ good: good ?? '', poor: poor ?? '', list: list ?? '', suite: join(folder, 'suite.yaml') },
  };
}

it('judge, compare, refine, best-of and test end with 10, minimum or not, and say how many are open', async () => {
  const { run, good, poor, list, suite } = await setUp();
  const by = ['--checklist', list];
  const commands: readonly (readonly [shown: RegExp, ...args: string[]])[] = [
    [/80 %[^\n]*1 unscored/u, 'judge', good, ...by],
    [/80 %[^\n]*1 unscored/u, 'judge', good, ...by, '--min', '0.5'],
    [/note\.md is better/u, 'compare', poor, good, ...by],
    [/unscored/u, 'refine', good, ...by, '--rounds', '1'],
    [/unscored/u, 'best-of', good, poor, ...by, '--min', '0.1'],
    [/80 % ≥ 50 % \(1 unscored\)/u, 'test', suite],
  ];
  for (const [shown, ...args] of commands) {
    const { code, stdout, stderr } = await run(...args);
    expect([args[0], code], stderr).toEqual([args[0], EXIT.incomplete]);
    expect(stdout).toMatch(shown);
    expect(stderr).toMatch(/Incomplete: \d+ questions? (?:was|were) not answered/u);
  }
});

/** @param say what of each item, in their order */
function judging(say: () => readonly string[]): Handler {
  return ({ messages }) => {
    const answers = say();
    const items = itemsIn(questionOf(messages), 'criteria');
    return {
      verdicts: items.map(({ id }, at) => ({ id, analysis: 'As scripted.', quotes: [], answer: answers[at] ?? '' })),
    };
  };
}

it('a tie of votes and a check that fails were answered: running again is not advised, and the minimum counts', async () => {
  const { run, server, poor, list } = await setUp();
  await writeFile(list, `- ${ITEMS[0] ?? ''}\n- ${ITEMS[1] ?? ''}\n`);
  let asked = 0;
  server.answer(judging(() => ['YES', (asked += 1) % 2 === 1 ? 'YES' : 'NO']));
  const tied = (...args: readonly string[]) => run('judge', poor, '--checklist', list, '--votes', '2', ...args);
  const { code, stdout, stderr } = await tied();
  expect([code, stderr], stdout).toEqual([EXIT.done, expect.not.stringContaining('Incomplete')]);
  expect(stdout).toMatch(/1 of 1 met; 1 unscored/u);
  expect((await tied('--min', '0.9')).code).toBe(EXIT.notDecided);

  await writeFile(list, `- ${ITEMS[0] ?? ''}\n- It passes. \`check: function "fails"\`\n`);
  const checks = list.replace('list.md', 'checks.mjs');
  await writeFile(checks, 'export function fails() { throw new Error("It fails."); }\n');
  server.answer(judging(() => ['NO']));
  const failed = await run('judge', poor, '--checklist', list, '--checks', checks, '--min', '0.9');
  expect([failed.code, failed.stderr], failed.stdout).toEqual([
    EXIT.belowMinimum,
    expect.not.stringContaining('Incomplete'),
  ]);
});

it('silence of the server ends with 10 wherever it was met: in a score of the whole, and in texts that were to be written', async () => {
  const { run, server, good, list, suite } = await setUp();
  await writeFile(list, `- ${ITEMS[0] ?? ''}\n- ${ITEMS[1] ?? ''}\n`);
  server.outage((body) => body.includes('"name":"score-response"'));
  const whole = await run(
    'judge',
    good,
    '--checklist',
    list,
    '--score',
    'rar-implicit',
    '--instruction',
    'Write a note',
  );
  expect([whole.code, whole.stderr]).toEqual([EXIT.incomplete, expect.stringContaining('Incomplete: 1 question was')]);
  const inSuite = await run('test', suite, '--score', 'rar-implicit');
  expect(inSuite.code, inSuite.stderr).toBe(EXIT.incomplete);

  const sampled = ['best-of', '--n', '4', '--checklist', list, '--instruction', 'Write a note'];
  let asked = 0;
  server.outage((body) => body.includes('"name":"respond"') && (asked += 1) > 2);
  const half = await run(...sampled);
  expect([half.code, half.stderr]).toEqual([EXIT.incomplete, expect.stringContaining('Incomplete: 2 questions were')]);
  server.outage((body) => body.includes('"name":"respond"'));
  expect((await run(...sampled)).code).toBe(EXIT.incomplete);
  server.outage(null);
  expect((await run(...sampled)).code).toBe(EXIT.done);
});

it('members of a panel whose own votes tie were answered: the code is that of the minimum', async () => {
  const { run, server, poor, list } = await setUp();
  await writeFile(list, `- ${ITEMS[0] ?? ''}\n- ${ITEMS[1] ?? ''}\n`);
  const samples = new Map<string, number>();
  server.answer((request) => {
    const sample = samples.get(request.model) ?? 0;
    samples.set(request.model, sample + 1);
    return judging(() => ['YES', sample % 2 === 0 ? 'YES' : 'NO'])(request);
  });
  const tied = await run('judge', poor, '--checklist', list, '--panel', 'one,two', '--votes', '2', '--min', '0.9');
  expect(tied.stdout).toContain('2 of 2 members of the panel gave no verdict');
  expect([tied.code, tied.stderr]).toEqual([EXIT.notDecided, expect.not.stringContaining('Incomplete')]);
});

it('a member of a panel that cannot be read is named and asked again, whatever the others say', async () => {
  const { run, server, good, poor, list } = await setUp();
  const pair = ['compare', good, poor, '--protocol', 'preference', '--instruction', 'Write a note'];
  const whole = ['judge', good, '--protocol', 'score', '--instruction', 'Write a note'];
  const answer = answering(plausibleModel);
  server.answer((request) => (request.model === 'mute' ? 'I would rather not say.' : answer(request)));
  for (const args of [['judge', good, '--checklist', list], pair, whole]) {
    const { code, stderr } = await run(...args, '--panel', 'one,mute');
    expect([code, stderr]).toEqual([EXIT.incomplete, expect.stringMatching(/mute of the panel gave no /u)]);
    expect(stderr).not.toContain('one of the panel');
  }
});

it('a list that a silent server did not write ends with 10, as do texts of a suite’s model', async () => {
  const { run, server, good, suite } = await setUp();
  server.outage((body) => body.includes('"name":"generate-checklist"'));
  const instruction = ['--instruction', 'Write a note'];
  for (const args of [
    ['judge', good, ...instruction],
    ['checklist', 'generate', 'Write a note'],
    ['judge', good, '--protocol', 'check-then-score', ...instruction],
  ])
    expect([args[0], (await run(...args)).code]).toEqual([args[0], EXIT.incomplete]);

  const checklist = ['Is it short?'];
  const tasks = [{ id: 'note', instruction: 'Write a note' }];
  const inSuite = async (parts: object) => {
    await writeFile(suite, stringify({ name: 'Notes', min: 0.5, tasks, ...parts }));
    expect((await cli(['trust', suite], { env: { HOME: dirname(suite) } })).code).toBe(EXIT.done);
    return run('test', suite);
  };
  const INCOMPLETE = [EXIT.incomplete, expect.stringContaining('Incomplete: 1 question was')];
  const files = [{ id: 'drafts', files: 'drafts/{task}.md' }];
  const unwritten = await inSuite({ checklist: 'generated', sources: files });
  expect([unwritten.code, unwritten.stderr]).toEqual(INCOMPLETE);
  server.outage((body) => body.includes('"name":"respond"'));
  const silent = await inSuite({ checklist, sources: [{ id: 'model', model: 'scripted' }] });
  expect([silent.code, silent.stderr]).toEqual(INCOMPLETE);
  const missing = await inSuite({ checklist, sources: [{ id: 'lost', files: 'lost/{task}.md' }] });
  expect([missing.code, missing.stderr]).toEqual([EXIT.notDecided, expect.not.stringContaining('Incomplete')]);
});

it('judge --data ends with 10 where a verdict could not be read, and the next run asks for it', async () => {
  const { run, server, list } = await setUp();
  const [data, rows] = [list.replace('list.md', 'data.jsonl'), list.replace('list.md', 'rows.jsonl')];
  const row = { id: '1', instruction: 'Write a note', response: textWith([1]), criteria: [ITEMS[0], ITEMS[4]] };
  await writeFile(data, `${JSON.stringify(row)}\n`);
  const judged = () => run('judge', '--data', data, '--rows', rows);
  const unread = await judged();
  expect([unread.code, unread.stderr]).toEqual([EXIT.incomplete, expect.stringContaining('1 incomplete')]);
  server.answer(answering(hiddenTruthModel()));
  const read = await judged();
  expect([read.code, read.stderr]).toEqual([EXIT.done, expect.stringContaining('1 done')]);
  expect((await judged()).stderr).toContain('1 cached');
});

it('a score of the whole that could not be read is open: its row is judged again', async () => {
  const { run, server, good, list } = await setUp();
  const [data, rows] = [list.replace('list.md', 'data.jsonl'), list.replace('list.md', 'rows.jsonl')];
  const row = { id: '1', instruction: 'Write a note', response: textWith([1]), criteria: [ITEMS[0]] };
  await writeFile(data, `${JSON.stringify(row)}\n`);
  await writeFile(list, `- ${ITEMS[0] ?? ''}\n`);
  const truth = answering(hiddenTruthModel());
  server.answer((request) => (request.schemaName === 'score-response' ? 'I would rather not say.' : truth(request)));
  const score = ['--score', 'rar-implicit'];
  const judged = await run('judge', good, '--checklist', list, '--instruction', 'Write a note', ...score);
  expect([judged.code, judged.stderr]).toEqual([EXIT.incomplete, expect.stringContaining('1 question was')]);
  const inRows = () => run('judge', '--data', data, '--rows', rows, ...score);
  const unread = await inRows();
  expect([unread.code, unread.stderr]).toEqual([EXIT.incomplete, expect.stringContaining('1 incomplete')]);
  server.answer(truth);
  const read = await inRows();
  expect([read.code, read.stderr]).toEqual([EXIT.done, expect.stringContaining('1 done')]);
});

it('an experiment ends with 10 where the server was silent, whatever was asked', async () => {
  const { run, server, list } = await setUp();
  const [data, file] = [list.replace('list.md', 'data.jsonl'), list.replace('list.md', 'experiment.yaml')];
  const row = {
    instruction: 'Write a note',
    output: [textWith([1]), textWith([2])],
    rating: [5, 2],
    criteria: [ITEMS[0]],
  };
  await writeFile(data, `${JSON.stringify({ id: '1', ...row })}\n`);
  const common = { name: 'E', resamples: 100 };
  const plain = { id: 's', file: 'data.jsonl' };
  const scored = { ...plain, fields: { responses: 'output', scores: 'rating' } };
  const protocol = { id: 'p', protocol: 'pass-rate' };
  const scoring = { ...protocol, score: 'rar-implicit', checklist: 'given' };
  const experiments = [
    ['score-response', { data: [scored], protocols: [scoring], metrics: ['agreement'] }],
    ['respond', { data: [plain], metrics: ['capabilities'] }],
    ['respond', { data: [plain], protocols: [protocol], metrics: ['selection'], samples: 2 }],
  ] as const;
  for (const [silent, parts] of experiments) {
    await writeFile(file, stringify({ ...common, ...parts }));
    server.outage((body) => body.includes(`"name":"${silent}"`));
    const { code, stderr } = await run('experiment', 'run', file);
    expect([parts.metrics, code, stderr]).toEqual([
      parts.metrics,
      EXIT.incomplete,
      expect.stringContaining('Incomplete:'),
    ]);
  }
});

it('what nobody was asked is another thing: without a model the code is that of the rate', async () => {
  const { good, list } = await setUp();
  await writeFile(list, '- It is short. `check: words <= 100`\n- Is it warm?\n');
  const { code, stdout } = await cli(['judge', good, '--checklist', list, '--store', 'memory']);
  expect(code).toBe(EXIT.done);
  expect(stdout).toMatch(/1 of 1 met; 1 unscored/u);
});

it('a comparison whose checklist could not be read is open, and so are judgements of an ablation', async () => {
  const { run, server, good, poor, list } = await setUp();
  server.answer(() => 'I would rather not say.');
  const compared = await run('compare', good, poor, '--instruction', 'Write a note', '--by', 'checklist-preference');
  expect([compared.code, compared.stderr]).toEqual([EXIT.incomplete, expect.stringContaining('1 question was')]);

  const scored = list.replace('list.md', 'scored.jsonl');
  const rows = ['one', 'two'].map((id) => ({ id, instruction: `Write note ${id}`, response: 'Thank you.', score: 2 }));
  await writeFile(scored, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  await writeFile(list, `- ${ITEMS[0] ?? ''}\n- ${ITEMS[1] ?? ''}\n`);
  server.answer(() => ({ analysis: 'As scripted.', score: 2 }));
  server.outage((body) => body.includes('Write note two'));
  const ablated = await run('checklist', 'ablate', '--scored', scored, '--checklist', list, '--votes', '2');
  // Of 16, two of note one without a list are there: with a list, answers to its items are missing.
  expect([ablated.code, ablated.stderr]).toEqual([EXIT.incomplete, expect.stringContaining('14 questions were')]);
});

it('policies and attacks that a silent server left open end with 10, and where nothing is left, with the failure', async () => {
  const { run, server, list } = await setUp();
  const scored = list.replace('list.md', 'scored.jsonl');
  const rows = ['one', 'two'].map((id) => ({ id, instruction: `Write note ${id}`, response: 'Thank you.', score: 2 }));
  await writeFile(scored, rows.map((row) => `${JSON.stringify({ ...row, criteria: [ITEMS[0]] })}\n`).join(''));
  server.answer(answering(plausibleModel));
  const policies = () => run('measure', 'policies', scored, '--policies', 'baseline', '--votes', '2');
  const attacks = (...by: readonly string[]) => run('measure', 'judge', scored, '--attacks', '--resamples', '0', ...by);
  const ends = async (commands: Record<string, () => ReturnType<typeof run>>) => {
    for (const [says, command] of Object.entries(commands)) {
      const { code, stderr } = await command();
      expect([code, stderr]).toEqual([EXIT.incomplete, expect.stringContaining(says)]);
    }
  };
  server.outage((body) => body.includes('Write note two'));
  // Of note two: its list; an item of the response and of five attacks; a score of each.
  await ends({
    'Incomplete: 1 question was': policies,
    'Incomplete: 6 questions were': attacks,
    '6 questions were not answered': () => attacks('--protocol', 'score'),
  });
  server.outage((body) => body.includes('"name":"generate-checklist"'));
  await ends({ 'could not be generated': policies });
  server.outage(null);
  expect((await policies()).code).toBe(EXIT.done);
});
