/** Calls that wait for a slot: whatever answers take and whatever fails, limits are overrun by calls under way alone. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { UnavailableError } from '../../src/domain/errors.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { fuzzing } from '../support/mangled.ts';
import { testRun } from '../support/run-context.ts';
import { FAST_RETRIES, GOOD_RATING, NO_LIMITS, ratingCall, startRig } from './harness.ts';

/** Assumed of a first answer. */
const ASSUMED = 500;
const INPUT = 100;

const Fate = fc.record({
  outputTokens: fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 3_000, max: 9_000 })),
  steps: fc.integer({ min: 0, max: 3 }),
  failures: fc.array(fc.constantFrom('rate-limited', 'server', 'cut', 'failed answer'), { maxLength: 2 }),
  client: fc.nat(2),
});
type Failure = typeof Fate extends fc.Arbitrary<{ failures: (infer Value)[] }> ? Value : never;

const ERRORS: Readonly<Record<Exclude<Failure, 'failed answer'>, () => Error>> = {
  'rate-limited': () => Object.assign(new Error('Slow down'), { status: 429, headers: { 'retry-after-ms': '1' } }),
  server: () => Object.assign(new Error('Down'), { status: 500 }),
  cut: () => Object.assign(new Error('read'), { code: 'ECONNRESET' }),
};

it.each(['one client', 'a shared budget'])(
  '%s',
  async (kind) => {
    const isShared = kind === 'a shared budget';
    const rig = await startRig();
    let draws = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(Fate, { minLength: 1, maxLength: 24 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 20_000 }),
        async (fates, maxConcurrency, maxTokens) => {
          const { budgets } = createMemoryStore();
          await budgets.put('june', { maxUsd: null, maxCalls: null, maxTokens });
          const clients = (isShared ? [0, 1, 2] : [0]).map(() =>
            rig.newClient({
              model: { name: 'anthropic:m', baseUrl: null, apiKey: 'k', capability: 'prompt' },
              ...{ budgets, maxConcurrency, limits: isShared ? NO_LIMITS : { ...NO_LIMITS, maxTokens } },
              retryPolicy: { ...FAST_RETRIES, baseDelayMs: 1, maxDelayMs: 2 },
              importPackage: async () => ({ ChatAnthropic: Model }),
            }),
          );
          const counted = () =>
            clients
              .flatMap((client) => client.usage())
              .reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0);
          let lateStarts = 0;
          const left = fates.map(({ failures }) => [...failures]);
          class Model {
            async invoke(messages: { content: string }[]) {
              if (counted() + ASSUMED > maxTokens) lateStarts++;
              const at = Number(/fate (\d+)/u.exec(messages.at(-1)?.content ?? '')?.[1]);
              const { steps, outputTokens } = fates[at]!;
              for (let step = 0; step < steps; step++) await new Promise((resolve) => setImmediate(resolve));
              const failure = left[at]!.shift();
              if (failure !== undefined && failure !== 'failed answer') throw ERRORS[failure]();
              return {
                ...{ text: JSON.stringify(GOOD_RATING), additional_kwargs: {} },
                response_metadata: failure === undefined ? {} : { finish_reason: 'error' },
                usage_metadata: { input_tokens: INPUT, output_tokens: outputTokens },
              };
            }
          }
          const run = testRun(isShared ? { limits: { sharedBudgets: ['june'] } } : {});
          draws++;
          const outcomes = await Promise.all(
            fates.map(({ client }, at) =>
              clients[client % clients.length]!.call(run, ratingCall(`fate ${at} of draw ${draws}`)).catch(
                (error: unknown) => error,
              ),
            ),
          );
          const longest = Math.max(...fates.map(({ outputTokens }) => outputTokens));
          // A lost answer is assumed to be as long as those before it.
          const largest = fates
            .map(({ outputTokens, failures }) => (failures.includes('cut') ? longest : outputTokens))
            .map((outputTokens) => INPUT + Math.max(outputTokens, ASSUMED))
            .sort((one, other) => other - one);
          const mostUnderWay = largest
            .slice(0, clients.length * maxConcurrency)
            .reduce((sum, tokens) => sum + tokens, 0);
          expect(counted()).toBeLessThanOrEqual(maxTokens + mostUnderWay);
          if (isShared)
            expect(await budgets.get('june')).toMatchObject({ spent: { tokens: counted() }, isUnderWay: false });
          else expect(lateStarts, 'nothing begins where no room is left').toBe(0);
          expect(
            outcomes.filter((outcome) => outcome instanceof Error && !(outcome instanceof UnavailableError)),
          ).toEqual([]);
        },
      ),
      fuzzing(isShared ? 15 : 100),
    );
  },
  120_000,
);
