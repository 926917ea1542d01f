/** After a stop: queries are bounded by the silence of the server, not by how many wait for a connection. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CancelledError } from '../../src/domain/errors.ts';
import { createPatience } from '../../src/store/patience.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

function stoppable() {
  const stop = new AbortController();
  const giveUp = vi.fn();
  const trouble = { isPassing: () => false, explain: (error: unknown) => error, giveUp };
  return { stop, giveUp, ...createPatience(trouble, { signal: stop.signal }) };
}

const answerAfter = (ms: number) => new Promise<string>((resolve) => setTimeout(() => resolve('done'), ms));

it('lets a slow server answer all queries that wait for its one connection', async () => {
  const { stop, giveUp, ask } = stoppable();
  let connection: Promise<unknown> = Promise.resolve();
  const queries = Array.from({ length: 20 }, () =>
    ask(() => {
      const answer = connection.then(() => answerAfter(1_000));
      connection = answer;
      return answer;
    }),
  );
  stop.abort();
  const answers = Promise.allSettled(queries);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(new Set((await answers).map(({ status }) => status))).toEqual(new Set(['fulfilled']));
  expect(giveUp).not.toHaveBeenCalled();
});

it('gives up a server that answers no more, and asks it nothing further', async () => {
  const { stop, giveUp, ask } = stoppable();
  const answered = ask(() => answerAfter(2_000));
  const silent = Promise.allSettled([ask(() => new Promise(() => undefined)), ask(() => new Promise(() => undefined))]);
  stop.abort();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await answered).toBe('done');
  await vi.advanceTimersByTimeAsync(2_999);
  expect(giveUp).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  for (const result of await silent)
    expect(result).toMatchObject({ status: 'rejected', reason: expect.any(CancelledError) as unknown });
  expect(giveUp).toHaveBeenCalled();
  const attempt = vi.fn();
  await expect(ask(attempt)).rejects.toBeInstanceOf(CancelledError);
  expect(attempt).not.toHaveBeenCalled();
});
