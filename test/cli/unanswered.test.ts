/** A judge that fails for some items: every rate says so, and no minimum hides it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { expect, it, onTestFinished } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { answering } from '../support/guide-web/start-guide-web.ts';
import { hiddenTruthModel, textWith } from '../support/hidden-truth.ts';
import type { Behaviour } from '../support/model-server/behaviour.ts';
import { startModelServer, type Handler } from '../support/model-server/server.ts';
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

it('what nobody was asked is another thing: without a model the code is that of the rate', async () => {
  const { good, list } = await setUp();
  await writeFile(list, '- It is short. `check: words <= 100`\n- Is it warm?\n');
  const { code, stdout } = await cli(['judge', good, '--checklist', list, '--store', 'memory']);
  expect(code).toBe(EXIT.done);
  expect(stdout).toMatch(/1 of 1 met; 1 unscored/u);
});
