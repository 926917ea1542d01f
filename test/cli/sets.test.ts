/** `groundrule sets`: stored sets are told apart and removed. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { sampleSet } from '../store/samples.ts';
import { criterion } from '../support/criteria.ts';
import { cli } from '../support/shell.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('lists sets with what tells them apart, and removes those that are named, all or none', async () => {
  const path = join(await temporaryFolder(), 'store.sqlite');
  const store = await openSqliteStore(path, { now: () => new Date(0), monotonicMs: () => 0 });
  const [first, second, third] = ['1', '2', '3'].map((seed) => sampleSet(seed));
  for (const set of [first!, second!, third!]) await store.putSet(set);
  await store.close();
  const run = (...args: readonly string[]) => cli(['sets', ...args, '--store', path]);

  const { stdout } = await run('list');
  expect(stdout).toMatch(/Id +Begun \(UTC\) +Engine +From +Criteria +Instruction/u);
  expect(stdout).toMatch(new RegExp(`${first!.id} +2026-01-01 00:00 +offline +no sources +0 +Write about 1`, 'u'));

  const found = await cli(['list', 'ABOUT 2', '--store', path, '--format', 'json']);
  expect(JSON.parse(found.stdout)).toMatchObject([{ id: second!.id }]);
  const none = await cli(['list', '100%', '--store', path]);
  expect([none.stdout, none.stderr]).toEqual(['', expect.stringContaining('has no sets with “100%”')]);

  const unknown = await run('remove', first!.id, 'cs_ffffffff');
  expect([unknown.code, unknown.stderr]).toEqual([EXIT.badInput, expect.stringContaining('has no set cs_ffffffff')]);
  const removed = await run('remove', first!.id, second!.id.slice(0, 10));
  expect([removed.code, removed.stderr]).toEqual([
    EXIT.done,
    `removed ${first!.id} and 0 pages: Write about 1\nremoved ${second!.id} and 0 pages: Write about 2\n`,
  ]);
  const left = await cli(['list', '--store', path, '--format', 'json']);
  expect(JSON.parse(left.stdout)).toMatchObject([{ id: third!.id, models: [], sources: {} }]);
  for (const args of [
    ['sets', 'remove', 'cs_'],
    ['sets', 'remove', ''],
    ['show', 'cs_'],
  ]) {
    const short = await cli([...args, '--store', path]);
    expect([args, short.code, short.stderr.includes('is too short')]).toEqual([args, EXIT.badInput, true]);
  }
});

it('shows the same file for --html and --format html', async () => {
  const path = join(await temporaryFolder(), 'store.sqlite');
  const store = await openSqliteStore(path, { now: () => new Date(0), monotonicMs: () => 0 });
  await store.putSet(sampleSet('1'));
  await store.close();
  const show = async (...flags: readonly string[]) => (await cli(['show', 'last', '--store', path, ...flags])).stdout;
  expect(await show('--html')).toMatch(/^<!doctype html>/u);
  expect(await show('--format', 'html')).toBe(await show('--html'));
  expect(await show('--format', 'html', '--top', '1')).not.toBe(await show('--html'));
});

it('names a removed set by the beginning of a long brief', async () => {
  const path = join(await temporaryFolder(), 'store.sqlite');
  const store = await openSqliteStore(path, { now: () => new Date(0), monotonicMs: () => 0 });
  const { content, ...set } = sampleSet('1');
  const task = { ...content.task, instruction: 'Write about the late train. '.repeat(40) };
  await store.putSet({ ...set, content: { ...content, task } });
  await store.close();
  const { stderr } = await cli(['sets', 'remove', set.id, '--store', path]);
  expect(stderr).toMatch(/: Write about the late train\..*…\n$/u);
  expect(stderr.length).toBeLessThan(160);
});

it('sets remove last removes no other set than the newest', async () => {
  const path = join(await temporaryFolder(), 'sets.sqlite');
  const store = await openSqliteStore(path, { now: () => new Date(0), monotonicMs: () => 0 });
  const [kept, empty] = [sampleSet('1'), sampleSet('2')];
  await store.putSet({ ...kept, content: { ...kept.content, criteria: [criterion(1)] } });
  await store.putSet({ ...empty, run: { ...empty.run, startedAt: '2027-01-01T00:00:00.000Z' } });
  await store.close();
  const { code, stderr } = await cli(['sets', 'remove', 'last', '--store', path]);
  expect(code).toBe(EXIT.badInput);
  expect(stderr).toContain(`The newest set, ${empty.id}, has no criteria`);
  expect(stderr).toContain('Name the set to remove by its id.');
  expect((await cli(['sets', 'list', '--store', path])).stdout).toContain(kept.id);
});
