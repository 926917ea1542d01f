import { expect, it } from 'vitest';
import { compare, createGroundrule, discover, generateChecklist, judge } from '../../src/index.ts';

it('an option that does not exist is refused with the nearest names, as JavaScript has no types', async () => {
  const misspelt = { store: 'memory', modle: 'gpt-4.1-mini' };
  const refusal = {
    message: 'There is no option “modle”.',
    advice: expect.stringMatching(/^Nearest: “mode/u) as string,
  };
  await expect(createGroundrule(misspelt)).rejects.toMatchObject(refusal);
  const letter = 'Write a cover letter';
  for (const call of [
    discover(letter, misspelt),
    judge('Hello.', ['Is it short?'], misspelt),
    compare('Hello.', 'Hi.', misspelt),
    generateChecklist(letter, misspelt),
  ])
    await expect(call).rejects.toMatchObject(refusal);
});

it('a method of a client refuses options that it does not have', async () => {
  const client = await createGroundrule({ store: 'memory' });
  const checklist = [{ text: 'It is short.', check: 'words <= 5' }];
  const budgett: object = { budgett: { maxCalls: 1 } };
  const near = { advice: expect.stringMatching(/^Nearest: “budget”.* takes runId, signal, .*budget/u) as string };
  await expect(client.discover('Write a cover letter', budgett)).rejects.toMatchObject(near);
  await expect(client.judge('Hello.', checklist, budgett)).rejects.toMatchObject(near);
  await expect(client.discoverySetup(budgett)).rejects.toMatchObject(near);
  for (const [options, says] of [
    [{ modle: 'gpt-4.1-mini' }, 'There is no option “modle”.'],
    [{ stopsWhenMet: true }, 'There is no option “stopsWhenMet”.'],
    [{ model: 'gpt-4.1-mini' }, '“model” is an option of the client, and none of judge.'],
  ] satisfies [object, string][])
    await expect(client.judge('Hello.', checklist, options as object)).rejects.toThrow(says);
  const known = { votes: 1, runId: 'mine', instruction: 'Say hello.', budget: { maxCalls: 1 } };
  expect((await client.judge('Hello.', checklist, known)).runId).toBe('mine');
  await client.close();
});

it('an option that is undefined is none, of whatever name: options may be spread from others', async () => {
  const unset: object = { model: undefined, policy: undefined, min: undefined };
  const list = [{ text: 'It is short.', check: 'words <= 5' }];
  const client = await createGroundrule({ store: 'memory', ...unset });
  expect((await client.judge('Hello.', list, unset)).passRate.rate).toBe(1);
  expect((await judge('Hello.', list, { store: 'memory', ...unset })).passRate.rate).toBe(1);
  await client.close();
});

it('options of a call beside those of the client are none of them', async () => {
  const signal = AbortSignal.abort();
  await expect(discover('Write a cover letter', { store: 'memory', signal, context: 'A baker.' })).rejects.toThrow(
    'stopped',
  );
});

it.each([
  [{ maxCalls: Number.NaN }, 'maxCalls: must be a number'],
  [{ maxCalls: Infinity }, 'maxCalls: must be a number, not infinite'],
  [{ maxCalls: '1' }, 'maxCalls: must be a number, not a text'],
  [{ maxTokens: -1 }, 'maxTokens: must be more than 0'],
  [{ maxcalls: 1 }, 'unknown field: “maxcalls”'],
])('a budget of a call that would be no limit is refused: %o', async (budget, says) => {
  const options = { store: 'memory', budget: budget as object };
  await expect(discover('Write a cover letter', options)).rejects.toThrow(says);
});

it('a limit of a call that is undefined or null is none', async () => {
  const budget = { maxUsd: undefined, maxCalls: null } as object;
  const set = await discover('Write a cover letter', { store: 'memory', budget });
  expect(set.content.criteria.length).toBeGreaterThan(0);
});

it('a limit of the client that a call is given is refused: it was none', async () => {
  const client = await createGroundrule({ store: 'memory' });
  const checklist = [{ text: 'It is short.', check: 'words <= 5' }];
  const refusal = { message: expect.stringContaining('“maxUsd” is an option of the client') as string };
  const limited: object = { maxUsd: 1 };
  await expect(client.judge('Hello.', checklist, limited)).rejects.toMatchObject(refusal);
  await expect(client.discover('Write a cover letter', limited)).rejects.toMatchObject(refusal);
  expect((await client.judge('Hello.', checklist, { maxUsd: null } as object)).passRate.yes).toBe(1);
  await client.close();
  const ofOneCall = { store: 'memory', maxUsd: 1, budget: { maxCalls: 1 } };
  expect((await judge('Hello.', checklist, ofOneCall)).passRate.yes).toBe(1);
});
