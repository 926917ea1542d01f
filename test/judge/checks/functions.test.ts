/** Checks of one's own: what they decide, and every way in which they do not. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import type { CheckFunctions, CheckSubject, FunctionAnswer } from '../../../src/domain/check.ts';
import { CancelledError } from '../../../src/domain/errors.ts';
import { parseCheck } from '../../../src/domain/parse-check.ts';
import { functionCaller } from '../../../src/judge/checks/call-function.ts';
import { loadChecks } from '../../../src/judge/checks/load-checks.ts';
import { runCheck } from '../../../src/judge/checks/run-check.ts';
import { judge } from '../../../src/judge/judge.ts';
import { judgeOptionsOf } from '../../../src/judge/judge-options.ts';
import { optionsForKey } from '../../../src/judge/options-for-key.ts';
import { checklist, item } from '../../support/checklist.ts';
import { testRun } from '../../support/run-context.ts';
import { scriptedAgents } from '../../support/scripted-agents.ts';
import { scriptedJudge } from '../../support/scripted-judge.ts';

const aboutItem = (signal = new AbortController().signal): CheckSubject => ({
  item: { id: 'i1', text: 'It greets.', question: 'Does it greet?' },
  task: null,
  signal,
});
const saying = (answer: unknown): CheckFunctions => ({ mine: () => answer as FunctionAnswer });

function decided(functions: CheckFunctions, written = 'function "mine"', response = 'Dear Ann,\nBye', limitMs = 5_000) {
  return runCheck(parseCheck(written), response, undefined, functionCaller(functions, aboutItem(), limitMs));
}

it('decides by what the function says, with its name and reason', async () => {
  expect(await decided(saying(true))).toEqual({ met: true, counted: 'mine: yes; yes wanted' });
  const refused = { met: false, reason: 'nobody is\u001B[2J greeted' };
  expect(await decided(saying(refused))).toMatchObject({
    met: false,
    counted: expect.stringMatching(/^mine: no \(nobody is.* greeted\)/u) as string,
  });
  expect(await decided(saying(false), 'not(function "mine")')).toEqual({ met: true, counted: 'mine: no; no wanted' });
  const greets: CheckFunctions = { mine: async (response) => response.startsWith('Dear') };
  expect(await decided(greets, 'each(line, function "mine")')).toMatchObject({
    met: false,
    counted: 'line 2 of 2: mine: no; yes wanted',
  });
});

it.each([
  ['gives a text', () => 'yes', /something else than true, false/u],
  ['gives nothing', () => undefined, /something else/u],
  ['gives a number', () => 1, /something else/u],
  ['cannot tell', () => ({ met: null, reason: 'no date' }), /cannot tell: no date/u],
  [
    'throws',
    () => {
      throw new Error('no luck');
    },
    /failed: no luck/u,
  ],
  [
    'throws no error',
    () => {
      throw null as unknown;
    },
    /failed: null/u,
  ],
  [
    'throws what is no text',
    () => {
      throw Object.create(null) as unknown;
    },
    /failed: .*no text/u,
  ],
  ['never answers', () => new Promise(() => undefined), /longer than 0\.05 s/u],
] as readonly (readonly [string, () => unknown, RegExp])[])(
  'leaves the item open for good where the function %s',
  async (_what, mine, why) => {
    const functions = { mine: mine as unknown as () => boolean };
    for (const written of [
      'function "mine"',
      'not(function "mine")',
      'all(words >= 1, function "mine")',
      'each(line, function "mine")',
    ]) {
      const result = await decided(functions, written, 'One line', 50);
      expect(result).toMatchObject({ met: null, isFinal: true });
      expect(result.counted).toMatch(why);
    }
    // What another check decides, it decides.
    expect(await decided(functions, 'any(words >= 1, function "mine")', 'One line', 50)).toMatchObject({ met: true });
  },
);

it('names the functions that are there where one is not, and takes none from Object', async () => {
  expect(await decided(saying(true), 'function "toString"')).toMatchObject({
    met: null,
    counted: expect.stringContaining('that are there: mine') as string,
  });
  expect(await runCheck(parseCheck('function "mine"'), 'x')).toMatchObject({
    met: null,
    isFinal: true,
    counted: expect.stringContaining('--checks') as string,
  });
});

it('keeps the program running until the time of a function that never answers is up', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  const asked = functionCaller({ mine: () => new Promise(() => undefined) }, aboutItem(), 50)('mine', 'x');
  await Promise.resolve();
  await Promise.resolve();
  expect(timers()).toBe(before + 1);
  await asked;
  expect(timers()).toBe(before);
});

it('ends with the judging that is stopped', async () => {
  const controller = new AbortController();
  const functions: CheckFunctions = { mine: () => new Promise(() => undefined) };
  const asked = functionCaller(functions, aboutItem(controller.signal))('mine', 'x');
  controller.abort();
  await expect(asked).rejects.toThrow(CancelledError);
});

it('asks no model for what a function failed to decide, and one for the rest where the check is a part', async () => {
  const rule = parseCheck('function "mine"');
  const items = [item(1, { check: { rule, decides: 'all' } }), item(2, { check: { rule, decides: 'part' } }), item(3)];
  const verdictsBy = async (answer: unknown) => {
    const double = scriptedJudge(() => 'yes');
    const options = judgeOptionsOf({ checks: saying(answer) });
    const input = { name: 'a', response: 'Dear Ann', checklist: checklist(items) };
    const { verdicts } = await judge(testRun(), scriptedAgents(double.scripts), input, options);
    return verdicts.map(({ verdict }) =>
      verdict.status === 'scored' ? `${verdict.answer} by ${verdict.by}` : 'unscored',
    );
  };
  expect(await verdictsBy('yes')).toEqual(['unscored', 'unscored', 'yes by model']);
  expect(await verdictsBy(true)).toEqual(['yes by code', 'yes by model', 'yes by model']);
  expect(await verdictsBy(false)).toEqual(['no by code', 'no by code', 'yes by model']);
});

const MODULE = `
export const greets = (response, { item }) => ({ met: response.startsWith('Dear'), reason: item.text });
export const loops = () => { for (;;); };
export const exits = () => process.exit(0);
export const throws = () => { throw new Error('no luck'); };
export const prints = () => { console.log('{"met": false}'); return true; };
export const exitsLater = () => { setTimeout(() => process.exit(0)); return true; };
export const leavesLoose = () => { void Promise.reject(new Error('loose')); return true; };
export const throwsOdd = () => { throw Object.assign(new Error(), { message: 5 }); };
export const throwsNoText = () => { throw Object.create(null); };
export const isSignalled = (_, { signal }) => !signal.aborted;
export const gives = () => ({ met: true, reason: () => 1 });
export const version = 3;
`;

async function moduleOf(text: string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'checks-')), 'checks.mjs');
  await writeFile(path, text);
  return path;
}

it('runs the functions of a module in a thread, which one that never returns or exits takes with it alone', async () => {
  const printed: string[] = [];
  const checks = await loadChecks(await moduleOf(MODULE), (text) => printed.push(text));
  expect(Object.keys(checks)).toContain('greets');
  expect(Object.keys(checks)).not.toContain('version');
  const by = (name: string, limitMs?: number) => decided(checks, `function "${name}"`, 'Dear Ann', limitMs);
  expect(await by('greets')).toMatchObject({ met: true, counted: 'greets: yes (It greets.); yes wanted' });
  expect(await by('loops', 300)).toMatchObject({
    met: null,
    counted: expect.stringContaining('longer than 0.3 s') as string,
  });
  expect(await by('throws')).toMatchObject({ met: null, counted: expect.stringContaining('no luck') as string });
  expect(await by('exits')).toMatchObject({
    met: null,
    counted: expect.stringContaining('ended its thread') as string,
  });
  expect(await by('prints')).toMatchObject({ met: true });
  expect(printed.join('')).toBe('{"met": false}\n');
  expect(await by('gives')).toMatchObject({ met: null, counted: expect.stringContaining('failed') as string });
  expect(await by('greets')).toMatchObject({ met: true });
});

it('blames no function for what an earlier one left behind', async () => {
  const checks = await loadChecks(await moduleOf(MODULE));
  const by = (name: string) => decided(checks, `function "${name}"`, 'Dear Ann');
  for (let round = 0; round < 5; round += 1) {
    expect(await by('leavesLoose')).toMatchObject({ met: true });
    expect(await by('greets')).toMatchObject({ met: true });
    expect(await by('exitsLater')).toMatchObject({ met: true });
    // Its thread has ended by now: nobody would answer in it.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await by('greets')).toMatchObject({ met: true });
  }
});

it('says what a function of a module threw, whatever it was, and gives it a signal', async () => {
  const checks = await loadChecks(await moduleOf(MODULE));
  const by = (name: string) => decided(checks, `function "${name}"`, 'Dear Ann', 2_000);
  expect(await by('throwsOdd')).toMatchObject({ met: null, counted: expect.stringMatching(/failed: 5/u) as string });
  expect(await by('throwsNoText')).toMatchObject({
    met: null,
    counted: expect.stringMatching(/failed: .*no text/u) as string,
  });
  expect(await by('isSignalled')).toMatchObject({ met: true });
});

it('ends the thread of a module when it is over, and calls nothing afterwards', async () => {
  const exits: Promise<unknown>[] = [];
  const onWorker = (worker: Worker) => exits.push(once(worker, 'exit'));
  process.on('worker', onWorker);
  const over = new AbortController();
  const checks = await loadChecks(await moduleOf(MODULE), undefined, over.signal);
  expect(await decided(checks, 'function "greets"', 'Dear Ann')).toMatchObject({ met: true });
  over.abort();
  expect(exits).toHaveLength(1);
  await Promise.all(exits);
  expect(await decided(checks, 'function "greets"', 'Dear Ann')).toMatchObject({ met: null });
  expect(exits).toHaveLength(1);
  process.off('worker', onWorker);
});

it.each([
  ['cannot be read as code', 'export function {', /cannot be loaded/u],
  ['throws', 'throw new Error("no luck")', /cannot be loaded: no luck/u],
  ['ends the thread', 'process.exit(0)', /ended its thread/u],
  ['exports no function', 'export const a = 1', /exports no function/u],
])('refuses a module that %s', async (_what, text, why) => {
  await expect(loadChecks(await moduleOf(text))).rejects.toThrow(why);
});

it('has kept rows judged again when the module or the function changes', async () => {
  const keyOf = (checks: CheckFunctions) => JSON.stringify(optionsForKey({ checks }));
  const path = await moduleOf('export const mine = () => true;');
  const before = keyOf(await loadChecks(path));
  expect(keyOf(await loadChecks(path))).toBe(before);
  await writeFile(path, 'export const mine = () => false;');
  expect(keyOf(await loadChecks(path))).not.toBe(before);
  expect(keyOf({ mine: () => true })).not.toBe(keyOf({ mine: () => false }));
});
