import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { callHeader, createBatchFetch } from '../../src/llm/batch/batch-fetch.ts';
import type { Batch, BatchServer } from '../../src/llm/batch/batch-server.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';

const TIMING = { quietMs: 5, longestMs: 100, pollMs: [4, 16], idleMs: 1_000 } as const;
const REFUSAL: Pick<Batch, 'status' | 'errors'> = {
  status: 'failed',
  errors: { data: [{ code: 'token_limit_exceeded', message: 'No room.' }] },
};

/** Room for so many calls at once. It decides on a batch after a while, and not on all equally fast. */
function serverWithRoom(room: number) {
  const files = new Map<string, readonly string[]>();
  const batches = new Map<string, Batch>();
  let used = 0;
  const update = (id: string, changes: Partial<Batch>) => {
    const batch = batches.get(id);
    if (batch !== undefined) batches.set(id, { ...batch, ...changes });
  };
  const validate = async (id: string, calls: number) => {
    await setTimeout(10 + 10 * (batches.size % 3));
    if (used + calls > room) {
      update(id, REFUSAL);
      return;
    }
    used += calls;
    update(id, { status: 'in_progress' });
    await setTimeout(30);
    used -= calls;
    update(id, { status: 'completed', output_file_id: id });
  };
  const get = (id: string): Batch => {
    const batch = batches.get(id);
    if (batch === undefined) throw new Error(`No batch ${id}.`);
    return batch;
  };
  const server: BatchServer = {
    upload: async (lines) => {
      const file = `file-${files.size}`;
      files.set(file, lines);
      await setTimeout(2);
      return file;
    },
    start: (file) => {
      batches.set(file, { id: file, status: 'validating', input_file_id: file });
      void validate(file, files.get(file)?.length ?? 0);
      return Promise.resolve(get(file));
    },
    find: () => Promise.resolve(null),
    get: (id) => Promise.resolve(get(id)),
    download: (file) => Promise.resolve(answersTo(files.get(file) ?? [])),
  };
  return { server, batches, sizes: () => [...files.values()].map((lines) => lines.length) };
}

async function* answersTo(lines: readonly string[]): AsyncGenerator<string> {
  for (const line of lines) {
    await Promise.resolve();
    yield JSON.stringify({ ...(JSON.parse(line) as object), response: { status_code: 200, body: {} } });
  }
}

function callerOf(server: BatchServer, { kept } = createMemoryStore()) {
  const batching = createBatchFetch({
    ...{ server, name: 'server', kept, fallsBack: false, timing: TIMING },
    onEvent: () => undefined,
  });
  return async (index: number): Promise<number> => {
    const request = { method: 'POST', body: '{}', headers: callHeader(`call-${index}`, new Map()) };
    return (await batching.fetch('http://server.example', request)).status;
  };
}

const upTo = (calls: number) => Array.from({ length: calls }, (_, index) => index);

it('ends with an error where another process takes all the room', async () => {
  const { server, sizes } = serverWithRoom(0);
  const statuses = await Promise.all(upTo(8).map(callerOf(server)));
  expect(statuses).toEqual(upTo(8).map(() => 429));
  expect(
    sizes().filter((size) => size === 1),
    'each call goes alone once',
  ).toHaveLength(8);
});

it.each([
  [50, 5],
  [300, 9],
  [12, 1],
])('finds files that fit, and uploads few that do not: %i calls, room for %i', async (calls, room) => {
  const { server, sizes } = serverWithRoom(room);
  expect(await Promise.all(upTo(calls).map(callerOf(server)))).toEqual(upTo(calls).map(() => 200));
  expect(sizes().length).toBeLessThan(5 * (calls / room) + 20);
});

it('halves a refused file by its own size, however few of its calls are there already', async () => {
  const { server, batches, sizes } = serverWithRoom(30);
  batches.set('earlier', { id: 'earlier', input_file_id: 'earlier', ...REFUSAL });
  const store = createMemoryStore();
  await store.kept.put('model-batch', 'earlier', { batch: 'earlier' });
  for (const index of upTo(40)) await store.kept.put('model-batch', `call-${index}`, { file: 'earlier', calls: 40 });
  const call = callerOf(server, store);
  const first = upTo(3).map(call);
  await setTimeout(2);
  const others = upTo(40).slice(3).map(call);
  const refused = new Set(await Promise.all([...first, ...others]));
  expect(refused, 'limits may leave no room for new calls').toEqual(new Set([503]));
  expect(new Set(await Promise.all(upTo(40).map(call)))).toEqual(new Set([200]));
  expect(sizes().filter((size) => size === 1)).toEqual([]);
});

it('sends the calls of a killed process again where the server does not take their file any more', async () => {
  const { server, sizes } = serverWithRoom(30);
  const start: BatchServer['start'] = async (file, signal) => {
    if (file === 'gone') throw Object.assign(new Error('No such File object: gone'), { status: 400 });
    return server.start(file, signal);
  };
  const store = createMemoryStore();
  for (const index of upTo(3)) await store.kept.put('model-batch', `call-${index}`, { file: 'gone', calls: 3 });
  const call = callerOf({ ...server, start }, store);
  expect(await Promise.all(upTo(3).map(call)), 'limits may leave no room for new calls').toEqual([503, 503, 503]);
  expect(await Promise.all(upTo(3).map(call))).toEqual([200, 200, 200]);
  expect(sizes()).toEqual([3]);
});
