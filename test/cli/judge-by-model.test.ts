/** The command line judging with a model: a scripted server on loopback. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { Checklist } from '../../src/domain/checklist.ts';
import { CriteriaSet } from '../../src/domain/criteria-set.ts';
import { Judgement } from '../../src/domain/judgement.ts';
import { CallRecord } from '../../src/domain/model.ts';
import { runCli } from '../../src/cli/program.ts';
import { cliIn, testShell, type CliResult } from '../support/shell.ts';
import { answering } from '../support/guide-web/start-guide-web.ts';
import { startModelServer, type ModelServer } from '../support/model-server/server.ts';
import { plausibleModel } from '../support/plausible-model.ts';

const NOTE = 'Dear neighbours,\n\nThe street party begins at noon on 14 June. Bring a chair.\n\nAda\n';
const QUESTIONS = `- Does the response name the hour at which the party begins?
- Does the response mention fireworks?
- The response should have at most 60 words. \`check: words <= 60\`
`;

let home = '';
let server: ModelServer;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'groundrule-e2e-'));
  server = await startModelServer({ handler: answering(plausibleModel), models: ['scripted'] });
  await writeFile(join(home, 'note.txt'), NOTE);
  await writeFile(join(home, 'list.md'), QUESTIONS);
});
afterAll(async () => {
  await server.close();
  await rm(home, { recursive: true, force: true });
});

let stores = 0;
const freshStore = () => ['--store', join(home, `store-${(stores += 1)}.sqlite`)];

const asked = () => ['--model', 'scripted', '--base-url', server.baseUrl];

const run = (args: readonly string[]): Promise<CliResult> => cliIn(args, { home });

const judge = (flags: readonly string[]) => run(['judge', 'note.txt', ...asked(), ...flags]);

async function requestsDuring<Result>(work: () => Promise<Result>) {
  const before = server.statistics().requests;
  const result = await work();
  return { result, requests: server.statistics().requests - before };
}

const Printed = z.object({
  judgements: z.array(
    Judgement.extend({
      id: z.string(),
      runId: z.string(),
      categories: z.record(z.string(), z.unknown()),
      restsOn: z.record(z.string(), z.unknown()),
    }),
  ),
});

function judgementOf({ code, stdout, stderr }: CliResult) {
  expect(code, stderr).toBe(0);
  return Printed.parse(JSON.parse(stdout)).judgements[0]!;
}

describe('judging with a model', () => {
  it('gives each item its verdict, with quotes of the response, and asks nobody twice', async () => {
    const flags = ['--checklist', 'list.md', '--format', 'json', ...freshStore()];
    const first = await requestsDuring(() => judge(flags));
    const made = judgementOf(first.result);
    expect(made.verdicts.map(({ verdict }) => (verdict.status === 'scored' ? verdict.answer : null))).toEqual([
      'yes',
      'no',
      'yes',
    ]);
    const [named, , counted] = made.verdicts.map(({ verdict }) => verdict);
    expect(named).toMatchObject({ by: 'model', quotes: [{ quote: expect.any(String) as unknown }] });
    for (const { verdict } of made.verdicts)
      for (const { quote, start, end } of verdict.status === 'scored' ? verdict.quotes : [])
        expect(NOTE.slice(start, end)).toBe(quote);
    expect(counted).toMatchObject({ by: 'code' });
    expect(made.usage.find(({ role }) => role === 'judge-response')).toMatchObject({ calls: 1 });

    const again = await requestsDuring(() => judge(flags));
    expect(again.requests).toBe(0);
    const second = judgementOf(again.result);
    expect([second.id, second.verdicts]).toEqual([made.id, made.verdicts]);
  });

  it('keeps its calls for an audit', async () => {
    const store = freshStore();
    const { stderr } = await judge(['--checklist', 'list.md', ...store]);
    const [, id = ''] = /groundrule audit (jg_[0-9a-f]+) --calls/u.exec(stderr) ?? [];
    const { stdout } = await run(['audit', id, '--calls', '--format', 'json', ...store]);
    const calls = z.array(CallRecord).parse(JSON.parse(stdout));
    expect(calls.map(({ step, role }) => `${step} ${role}`)).toEqual(['judging probe', 'judging judge-response']);
    const bare = await run(['audit', id, ...store]);
    expect([bare.code, bare.stderr]).toEqual([2, expect.stringContaining('--calls shows what was asked')]);
  });

  it('by a stored set of criteria, only its best, with their sources', async () => {
    const store = freshStore();
    const discovered = await run(['discover', 'Write a cover letter', '--format', 'json', ...store]);
    const set = CriteriaSet.parse(JSON.parse(discovered.stdout));
    const { checklist } = judgementOf(await judge(['--set', set.id, '--top', '3', '--format', 'json', ...store]));
    expect(checklist.items.map(({ from }) => from?.set)).toEqual([set.id, set.id, set.id]);
    expect(checklist.items[0]?.evidence.length).toBeGreaterThan(0);
    expect(checklist.task).toEqual(set.content.task);
  });

  it('by a checklist that is generated on the spot, with examples or without', async () => {
    const flags = ['--instruction', 'Write a toast for a wedding', '--format', 'json'];
    const { checklist } = judgementOf(await judge([...flags, ...freshStore()]));
    expect(checklist.items.map(({ origin }) => origin)).toContain('model');
    const shown = () => server.requests.filter(({ schemaName }) => schemaName === 'generate-checklist');
    const before = shown().length;
    judgementOf(await judge([...flags, '--policy', 'ticking', ...freshStore()]));
    const [without] = shown().slice(before);
    expect(shown()[before - 1]?.text).toContain('Examples of instructions and items');
    expect(without?.text).toContain('No examples are given.');
  });

  it('takes the majority of k votes, each drawn in a call of its own', async () => {
    const flags = ['--checklist', 'list.md', '--votes', '3', '--no-analysis', '--format', 'json'];
    const { result, requests } = await requestsDuring(() =>
      judge([...flags, '--model-format', 'json_schema', ...freshStore()]),
    );
    expect(requests).toBe(3);
    expect(judgementOf(result).verdicts[1]?.verdict).toMatchObject({
      answer: 'no',
      votes: { yes: 0, no: 3, notApplicable: 0, unscored: 0 },
      voteShare: 1,
      quotes: [],
    });
  });

  it('says how sure the model is, where the endpoint tells', async () => {
    server.behave({ probabilities: 0.9 });
    const made = judgementOf(await judge(['--checklist', 'list.md', '--format', 'json', ...freshStore()]));
    server.behave({ probabilities: 'missing' });
    expect(made.verdicts.map(({ verdict }) => (verdict.status === 'scored' ? verdict.yesProbability : 0))).toEqual([
      expect.closeTo(0.9),
      expect.closeTo(0.1),
      null,
    ]);
  });

  it('fails below a minimum by its exit code, after the report', async () => {
    const { code, stdout, stderr } = await judge([
      ...['--checklist', 'list.md', '--min', '0.8', '--format', 'markdown', ...freshStore()],
    ]);
    expect([code, stderr]).toEqual([8, expect.stringContaining('66.7 % is below 80 %')]);
    expect(stdout).toContain('| pass rate | **66\\.7 %** |');
  });
});

describe('a limit', () => {
  it('stops cleanly; a higher one pays nothing twice', async () => {
    const flags = ['--checklist', 'list.md', '--votes', '3', '--model-format', 'json_schema'];
    const store = freshStore();
    const stopped = await requestsDuring(() => judge([...flags, '--max-calls', '2', ...store]));
    expect([stopped.result.code, stopped.result.stdout, stopped.requests]).toEqual([7, '', 2]);
    expect(stopped.result.stderr).toMatch(/limit of 2 model calls/u);
    const resumed = await requestsDuring(() => judge([...flags, '--max-calls', '50', ...store]));
    expect([resumed.result.code, resumed.requests]).toEqual([0, 1]);
  });

  it('that several responses reach prints those that are judged, and names the others', async () => {
    const drafts = join(home, 'drafts');
    await mkdir(drafts);
    const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt'];
    await Promise.all(names.map((name) => writeFile(join(drafts, name), `${NOTE}\nPS ${name}`)));
    const flags = ['--checklist', 'list.md', '--model-format', 'json_schema', '--format', 'json'];
    const store = freshStore();
    const args = (limit: string) => ['judge', drafts, ...asked(), ...flags, '--max-calls', limit, ...store];
    const stopped = await requestsDuring(() => run([...args('2'), '--min', '0.99']));
    expect(stopped.requests).toBe(2);
    const { code, stdout, stderr } = stopped.result;
    expect([code, stderr]).toEqual([7, expect.stringMatching(/limit of 2 model calls/u)]);
    const printed: unknown = JSON.parse(stdout);
    const reason = expect.stringContaining('limit of 2 model calls') as unknown;
    const open = ['c.txt', 'd.txt'].map((name) => ({ name: join(drafts, name), reason }));
    expect(printed).toMatchObject({ notJudged: open });
    const judged = Printed.parse(printed).judgements;
    expect(judged.map(({ name }) => name)).toEqual([join(drafts, 'a.txt'), join(drafts, 'b.txt')]);
    for (const { passRate } of judged) expect(passRate.unscored).toBe(0);
    expect(stderr).toContain(`2 inputs not judged: ${join(drafts, 'c.txt')}, ${join(drafts, 'd.txt')}`);
    const resumed = await requestsDuring(() => run(args('50')));
    expect([resumed.result.code, resumed.requests]).toEqual([0, 2]);
    expect(JSON.parse(resumed.result.stdout)).not.toHaveProperty('notJudged');
  });

  it('that rows of several systems reach is told in their leaderboard, with every system', async () => {
    const data = join(home, 'systems.jsonl');
    const row = (system: string, number: number) =>
      `${JSON.stringify({ id: `${system}${number}`, system, instruction: `Write note ${number}.`, response: `${NOTE}${system}` })}\n`;
    const unusable = '{"id":"x","system":"alpha","instruction":"Write note 4."}\n';
    const rows = ['alpha', 'beta'].map((system) => row(system, 1) + row(system, 2) + row(system, 3));
    await writeFile(data, unusable + rows.join(''));
    const flags = ['--checklist', 'list.md', '--model-format', 'json_schema', '--max-calls', '2', ...freshStore()];
    const of = async (format: string) =>
      (await run(['judge', '--data', data, ...asked(), ...flags, '--format', format])).stdout;
    const report = await of('markdown');
    expect(report).toMatch(/^# Leaderboard: 2 systems.*\n\nStopped: 2 of 7 responses judged\./u);
    expect(report).toMatch(/\*\*beta\*\*.*0 of 3/u);
    expect(report).toMatch(
      /## Not judged\n\n(?:- alpha: .*no response.*\n)?- alpha: 1 response: The limit of 2 model calls.*\n- beta: 3 responses: The limit/u,
    );
    const board: unknown = JSON.parse(await of('json'));
    expect(board).toMatchObject({
      stopped: { judged: 4, responses: 7 },
      missing: [
        { system: 'alpha', count: 1 },
        { system: 'beta', count: 2 },
      ],
    });
  });
});

it('Ctrl-C sends no more, keeps the answer that is under way, and prints what is judged', async () => {
  let answer: (() => void) | undefined;
  let requests = 0;
  const gate = async () => {
    requests += 1;
    if (requests > 1) await new Promise<void>((resolve) => (answer = resolve));
  };
  const gated = await startModelServer({ handler: answering(plausibleModel), gate });
  const drafts = join(home, 'stopped');
  await mkdir(drafts);
  await Promise.all(['a.txt', 'b.txt', 'c.txt'].map((name) => writeFile(join(drafts, name), `${NOTE}${name}`)));
  const flags = ['--checklist', join(home, 'list.md'), '--model-format', 'json_schema', '--model-concurrency', '1'];
  const args = ['judge', drafts, '--model', 'scripted', '--base-url', gated.baseUrl, ...flags, ...freshStore()];
  const shell = testShell();
  const stopped = runCli(args, shell);
  await vi.waitUntil(() => answer !== undefined, { timeout: 60_000 });
  shell.send('SIGINT');
  await vi.waitUntil(() => shell.errors().includes('waiting for 1 answer under way; Ctrl-C again ends at once'), {
    timeout: 60_000,
  });
  answer?.();
  expect(await stopped).toBe(130);
  expect(gated.statistics().requests).toBe(2);
  expect(shell.output()).toMatch(/a\.txt[^]*not judged/iu);
  gated.behave({ gate: null });
  expect([(await run(args)).code, gated.statistics().requests]).toEqual([0, 3]);
  await gated.close();
});

describe('a server without JSON modes', () => {
  it('that answers in prose: items are asked alone, and their verdicts are read', async () => {
    const prose = await startModelServer({
      handler: ({ text }) => `I looked for it.\n\nAnswer: ${text.includes('fireworks') ? 'NO' : 'YES'}`,
    });
    const flags = ['--model-format', 'prompt', '--checklist', 'list.md', '--format', 'json', ...freshStore()];
    const base = ['--model', 'scripted', '--base-url', prose.baseUrl];
    const made = judgementOf(await run(['judge', 'note.txt', ...base, ...flags]));
    await prose.close();
    expect(made.verdicts.map(({ verdict }) => (verdict.status === 'scored' ? verdict.answer : null))).toEqual([
      'yes',
      'no',
      'yes',
    ]);
    // Together, once more for JSON, then each alone.
    expect(prose.statistics().requests).toBe(4);
  });
});

describe('checklist generate', () => {
  it('writes a checklist to judge by', async () => {
    const made = await run([
      ...['checklist', 'generate', 'Write a toast', ...asked(), '--format', 'json', '--out', 'toast.json'],
      ...freshStore(),
    ]);
    expect(made.code, made.stderr).toBe(0);
    const shown = await run(['checklist', 'show', 'toast.json', '--format', 'json', '--store', 'memory']);
    const { task, items } = Checklist.parse(JSON.parse(shown.stdout));
    expect(task?.instruction).toBe('Write a toast');
    expect(items[0]).toMatchObject({ origin: 'model', weight: 100, categories: ['document-generation'] });
    expect(items.map(({ weight }) => weight)).toContain(60);
  });
});
