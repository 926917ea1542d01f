/** A model client against a scripted server, with waits short enough for tests. */
import { createServer, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import type { CallRecord, ModelCall, ModelClient } from '../../src/domain/model.ts';
import type { KeptRecords } from '../../src/domain/ports.ts';
import type { Clock, RunContext } from '../../src/domain/run-context.ts';
import { createModelClient, type ModelClientOptions } from '../../src/llm/client.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { trusted } from '../../src/llm/fence.ts';
import type { ModelSpec } from '../../src/llm/model-spec.ts';
import { parsePrompt } from '../../src/llm/prompt.ts';
import { memoryKept } from '../support/memory-kept.ts';
import { testRun, type TestRun } from '../support/run-context.ts';
import { startModelServer, type ModelServer, type ModelServerOptions } from '../support/model-server/server.ts';

export const REAL_CLOCK: Clock = { now: () => new Date(), monotonicMs: () => performance.now() };

export const NO_LIMITS = { maxUsd: null, maxCalls: null, maxTokens: null, maxSeconds: null };

const NO_RATE_LIMITS = { maxCallsPerMinute: null, maxTokensPerMinute: null };

export const FAST_RETRIES = { maxAttempts: 4, baseDelayMs: 5, maxDelayMs: 20, maxRetryAfterMs: 2_000 };

export const PROMPT = parsePrompt(
  `---
id: rate-page
version: 1
role: rate-page
variables: page
temperature: 0
source: test
---
# System
Rate the page.
# User
{{page}}
`,
  'rate-page.md',
);

export const RATING = z.strictObject({ expertise: z.int().min(1).max(5), reason: z.string().min(1) });
export type Rating = z.infer<typeof RATING>;

export const GOOD_RATING: Rating = { expertise: 4, reason: 'Written by an editor.' };

export function ratingCall(page = 'A page.', changes: Partial<ModelCall<Rating>> = {}): ModelCall<Rating> {
  const plannedAnswer = () => GOOD_RATING;
  const variables = { page: trusted(page) };
  return { step: 'rating', prompt: PROMPT, variables, schema: RATING, plannedAnswer, ...changes };
}

export interface Rig {
  readonly server: ModelServer;
  readonly client: ModelClient;
  readonly kept: KeptRecords;
  readonly run: TestRun;
  readonly records: CallRecord[];
  /** Another client of the same server and store. */
  readonly newClient: (changes?: ClientChanges) => ModelClient;
}

export interface ClientChanges extends Partial<Omit<ModelClientOptions, 'model'>> {
  readonly model?: Partial<ModelSpec>;
}

export interface RigOptions extends ClientChanges {
  readonly server?: ModelServerOptions;
}

/** Unless told otherwise the server gives a good rating, and its capability is known. */
export async function startRig(options: RigOptions = {}): Promise<Rig> {
  const { server: serverOptions, model: modelChanges, ...clientOptions } = options;
  const server = await startModelServer({ handler: () => GOOD_RATING, ...serverOptions });
  onTestFinished(() => server.close());
  const kept = options.kept ?? memoryKept();
  const records: CallRecord[] = [];
  const newClient = (changes: ClientChanges = {}) => {
    const { model, ...rest } = changes;
    const client = createModelClient({
      limits: NO_LIMITS,
      prices: {},
      maxConcurrency: 8,
      rateLimits: NO_RATE_LIMITS,
      ...createMemoryStore(),
      kept,
      retryPolicy: FAST_RETRIES,
      clock: REAL_CLOCK,
      ...clientOptions,
      ...rest,
      model: {
        name: 'scripted',
        baseUrl: server.baseUrl,
        apiKey: null,
        capability: 'json_schema',
        ...modelChanges,
        ...model,
      },
    });
    const call: ModelClient['call'] = async (run, asked) => {
      try {
        return await client.call(run, asked);
      } finally {
        records.push(...client.callsOf(run.runId).slice(-1));
      }
    };
    return { ...client, call };
  };
  return { server, kept, records, client: newClient(), newClient, run: testRun() };
}

export function stoppable(): { readonly run: RunContext; readonly stop: () => void } {
  const controller = new AbortController();
  return { run: testRun({ signal: controller.signal }), stop: () => controller.abort() };
}

/** A server of any kind. @returns its base URL */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}/v1`;
}
