import { expect, it } from 'vitest';
import { timeStep, type UsageByStep } from '../../src/run/run-step.ts';
import { testRun } from '../support/run-context.ts';

it('adds up what a step does in several rounds of a run', async () => {
  const run = testRun();
  let ms = 0;
  const timed = { ...run, clock: { ...run.clock, monotonicMs: () => (ms += 5) } };
  const usage: UsageByStep = {};
  for (const lost of [['no answer'], ['no answer', 'no JSON']])
    expect(await timeStep(timed, usage, 'rating', 4, async () => ({ result: lost.length, lost, summary: '' }))).toBe(
      lost.length,
    );
  expect(usage).toEqual({ rating: { items: 8, unscored: 3, elapsedMs: 10 } });
  expect(run.events.map(({ type }) => type)).toEqual(['step-start', 'step-end', 'step-start', 'step-end']);
});

it('ends a step that fails, with none of its items done', async () => {
  const run = testRun();
  const failing = timeStep(run, {}, 'rating', 2, () => Promise.reject(new Error('disk full')));
  await expect(failing).rejects.toThrow('disk full');
  expect(run.events.at(-1)).toMatchObject({ type: 'step-end', lost: ['failed', 'failed'], isFailed: true });
});
