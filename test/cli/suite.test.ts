/** The command line running a suite: three tasks by four sources, with a scripted model on loopback. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse as parseJUnit, type TestSuite } from 'junit2json';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cliIn } from '../support/shell.ts';
import { answering } from '../support/guide-web/start-guide-web.ts';
import { startModelServer, type ModelServer } from '../support/model-server/server.ts';
import { plausibleModel } from '../support/plausible-model.ts';

const SUITE = `
name: Notes
min: 0.5
checklist:
  - text: The response should have at most 60 words.
    check: words <= 60
  - Does the response name the hour?
tasks:
  - id: party
    instruction: Write a note about the street party
  - id: lift
    instruction: Write a note about the broken lift
    context: It is mended on Monday.
    checklist: lift.md
  - id: key
    instruction: Write a note about a key that was found
    checklist: generated
sources:
  - id: drafts
    files: drafts/{task}*.txt
  - id: echo
    command: [node, echo.mjs, '{task}']
    env: [APP_TOKEN]
    timeoutSeconds: 20
  - id: model
    model: writer
    prompt: prompt.md
  - id: gone
    model: no-such-model
    min: 0
`;
const ECHO = `let text = '';
for await (const chunk of process.stdin) text += chunk;
if (process.argv[2] === 'key') throw new Error('no key');
process.stdout.write(\`The hour is noon.\\n\${text}\`);
`;

let home = '';
let server: ModelServer;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'groundrule-suite-'));
  server = await startModelServer({ handler: answering(plausibleModel), models: ['scripted', 'writer'] });
  await mkdir(join(home, 'drafts'));
  const files = {
    'groundrule.suite.yaml': SUITE,
    'lift.md': '- Does it say Monday? `check: phrase "Monday"`\n',
    'prompt.md': 'Answer in one line.\n\n{{instruction}}\n\n{{context}}\n',
    'echo.mjs': ECHO,
    'drafts/party-a.txt': 'The party begins at the hour of noon.',
    'drafts/party-b.txt': 'word '.repeat(61),
    'drafts/lift.txt': 'The lift is broken until further notice.',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(home, name), text);
});
afterAll(async () => {
  await server.close();
  await rm(home, { recursive: true, force: true });
});

const asked = () => ['--model', 'scripted', '--base-url', server.baseUrl];
const test = (...flags: readonly string[]) => cliIn(['test', ...flags], { home });

async function suitesOf(xml: string): Promise<ReadonlyMap<string, TestSuite>> {
  const read = await parseJUnit(xml);
  if (!read || !('testsuite' in read)) throw new Error('There is no testsuite.');
  return new Map((read.testsuite ?? []).map((suite) => [suite.name ?? '', suite]));
}

describe('a suite', () => {
  it.each(['groundrule.suite.yaml', 'lift.md', 'drafts/lift.txt', 'prompt.md'])('keeps %s from --out', async (file) => {
    const { code, stderr } = await test('--out', join(home, file));
    expect([code, stderr.includes(`${file} is a file that is read`)], stderr).toEqual([2, true]);
  });

  it('keeps the files of a folder from --out', async () => {
    const suite = join(home, 'folder.yaml');
    const task = '{ id: lift, instruction: Write a note, checklist: lift.md }';
    await writeFile(suite, `tasks: [${task}]\nsources: [{ id: folder, files: drafts }]`);
    const out = join(home, 'drafts', 'lift.txt');
    const { code, stderr } = await test(suite, '--out', out);
    expect([code, stderr.includes(`${out} is a file that is read`)], stderr).toEqual([2, true]);
  });

  it('asks no model and runs no program before it is trusted, and again after a change; files alone need no trust', async () => {
    const before = server.statistics().requests;
    for (const change of ['', '\n# changed\n']) {
      await writeFile(join(home, 'groundrule.suite.yaml'), `${SUITE}${change}`);
      const refused = await test(...asked());
      expect(refused.code).toBe(2);
      expect(refused.stderr.replaceAll(/\s+/gu, ' ')).toContain('npx groundrule trust groundrule.suite.yaml');
      expect((await test('--filter', 'lift/drafts', '--store', 'memory')).code).toBe(8);
      const trusted = await cliIn(['trust', 'groundrule.suite.yaml'], { home });
      expect(trusted.stdout).toMatch(/^echo +runs node echo\.mjs \{task\}, with the variables APP_TOKEN$/mu);
      expect(trusted.stdout).toMatch(/^model +asks the model writer$/mu);
    }
    expect(server.statistics().requests).toBe(before);
  });

  it('is read by a JUnit reader: each response with its verdicts, and what is missing as an error; run again, it asks nobody', async () => {
    const first = await test(...asked(), '--format', 'junit', '--quiet');
    expect(first.code, first.stderr).toBe(8);
    const suites = await suitesOf(first.stdout);
    expect([...suites.keys()]).toEqual([
      ...['party/drafts: drafts/party-a.txt', 'party/drafts: drafts/party-b.txt'],
      ...['party/echo', 'party/model', 'party/gone'],
      ...['lift/drafts: drafts/lift.txt', 'lift/echo', 'lift/model', 'lift/gone'],
      ...['key/drafts: drafts/key*.txt', 'key/echo', 'key/model', 'key/gone'],
    ]);
    expect(suites.get('party/drafts: drafts/party-a.txt')).toMatchObject({ tests: 2, failures: 0, errors: 0 });
    const tooLong = suites.get('party/drafts: drafts/party-b.txt')?.testcase?.[0]?.failure?.[0];
    expect(tooLong?.message).toContain('61 words');
    // The command got the instruction and, after an empty line, the context.
    expect(suites.get('lift/echo')).toMatchObject({ tests: 1, failures: 0 });
    expect(suites.get('lift/drafts: drafts/lift.txt')).toMatchObject({ tests: 1, failures: 1 });
    expect(suites.get('key/model')?.tests).toBeGreaterThan(2);
    for (const [name, reason] of [
      ['key/echo', /exit code 1.*no key/u],
      ['key/drafts: drafts/key*.txt', /No file/u],
      ['party/gone', /no-such-model/u],
    ] as const) {
      expect(suites.get(name)).toMatchObject({ tests: 1, errors: 1, failures: 0 });
      expect(suites.get(name)?.testcase?.[0]?.error?.[0]?.message).toMatch(reason);
    }

    const before = server.statistics().byStatus[200];
    const again = await test(...asked(), '--format', 'junit', '--quiet');
    expect(server.statistics().byStatus[200]).toBe(before);
    expect(again.stdout).toBe(first.stdout);
  });

  it('prints one table of tasks and sources, and says what is below its minimum and what is missing', async () => {
    const { code, stdout, stderr } = await test(...asked(), '--filter', '/drafts', '--filter', 'key/echo');
    expect(code, stderr).toBe(8);
    expect(stdout).toMatch(/^Task +drafts +echo$/mu);
    expect(stdout).toMatch(/^key +no response +no response$/mu);
    expect(stdout).toMatch(/lift\/drafts: drafts\/lift\.txt: 0 % .*at least 50 % wanted/u);
    expect(stdout).toMatch(/key\/echo: no response: node ended with exit code 1/u);
  });

  it('says of verdicts that cannot be had what is missing, and gives no rate that looks like success', async () => {
    const tasks = ['short', 'asked'].map((id) => `{ id: ${id}, instruction: Write a note, checklist: ${id}.md }`);
    const suite = join(home, 'partly.yaml');
    await writeFile(suite, `min: 0.5\ntasks: [${tasks.join(', ')}]\nsources: [{ id: mine, files: "mine/{task}.txt" }]`);
    await writeFile(join(home, 'short.md'), '- It is short. `check: words <= 60`\n');
    await writeFile(join(home, 'asked.md'), '- It is short. `check: words <= 60`\n- Is it warm?\n');
    await mkdir(join(home, 'mine'));
    for (const id of ['short', 'asked']) await writeFile(join(home, 'mine', `${id}.txt`), 'Noon.');
    const flags = ['--store', 'memory', '--model', 'gpt-4.1-mini'];
    const keyless = await test(suite, ...flags);
    expect(keyless.code, keyless.stderr).toBe(2);
    expect(keyless.stdout).toMatch(/^short +100 %/mu);
    expect(keyless.stderr).toContain('needs an API key');
    const away = await test(suite, ...flags, '--base-url', 'http://127.0.0.1:9/v1');
    expect(away.code, away.stderr).toBe(10);
    expect(away.stdout).toMatch(/^asked +no verdict$/mu);
    expect(away.stdout).toMatch(/^all +100 %, undecided \(1 missing\)$/mu);
    expect(away.stdout.replaceAll(/\s+/gu, ' ')).toContain('no verdict: 127.0.0.1:9/v1 cannot be reached');
    const rows = await test(suite, ...flags, '--base-url', 'http://127.0.0.1:9/v1', '--format', 'csv');
    expect(rows.stdout).toContain(',no verdict,');
  });

  it('tells by its exit code that a response is missing, whatever else is reached', async () => {
    expect((await test(...asked(), '--filter', 'party/gone')).code).toBe(9);
    expect((await test(...asked(), '--filter', 'lift/echo')).code).toBe(0);
  });

  it('plans what it would ask, and asks nobody', async () => {
    const before = server.statistics().requests;
    const { code, stdout } = await test(...asked(), '--dry-run');
    expect(code).toBe(0);
    expect(stdout).toContain('runs node echo.mjs');
    expect(stdout).toMatch(/respond +writer +3/u);
    expect(stdout).toMatch(/generate-checklist +scripted +1/u);
    expect(server.statistics().requests).toBe(before);
  });

  it('stops at a limit with what is done; without a model it does what code can, and says what needs one', async () => {
    const stopped = await test(...asked(), '--store', 'memory', '--max-calls', '3', '--format', 'jsonl');
    expect(stopped.code).toBe(7);
    const rows = stopped.stdout.trimEnd().split('\n');
    expect(rows).toHaveLength(13);
    expect(rows.filter((row) => row.includes('limit'))).not.toHaveLength(0);
    const without = await test('--filter', 'party/model', '--filter', 'lift/echo');
    expect(without.code).toBe(9);
    expect(without.stdout).toMatch(/party\/model: no response: .*at the address and with\s+the key of --model/u);
    expect(without.stdout).toMatch(/^lift .*100 %/mu);
  });
});
