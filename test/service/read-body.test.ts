/** JSON of requests: counted before it is read, whatever its strings hold. */
import fc from 'fast-check';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { ProblemError } from '../../src/service/problems.ts';
import { parseJson, readBytes, readJsonLines } from '../../src/service/read-body.ts';
import { growth, LINEAR } from '../support/growth.ts';

const tricky = fc.string({ unit: fc.constantFrom('"', '\\', '[', '{', ',', ']', '}', 'a', '\n', 'é') });

it('counts no bracket, comma or quote within a string', () => {
  fc.assert(
    fc.property(fc.array(tricky, { maxLength: 20 }), (strings) => {
      const values = Array.from({ length: 9_990 }, (_, at) => strings[at] ?? '');
      expect(parseJson(JSON.stringify(values))).toEqual(values);
      expect(() => parseJson(JSON.stringify([...values, ...Array<string>(20).fill('')]))).toThrow(ProblemError);
    }),
    { numRuns: 20 },
  );
});

it.each(['\\"', '\\\\', 'a', '\\n'])('takes the time of its text for strings of %s', async (piece) => {
  const parse = (length: number) => parseJson(`["${piece.repeat(length / piece.length)}"]`);
  expect(await growth(parse, 1_600_000)).toBeLessThan(LINEAR);
});

const lines = fc.array(
  fc.oneof(
    fc.constant(''),
    fc.string({ unit: 'binary' }).map((text) => JSON.stringify({ text })),
  ),
);

async function* inPieces(bytes: Buffer, cuts: readonly number[]) {
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  for (const [at, end] of ends.entries()) yield bytes.subarray(ends[at - 1] ?? 0, end);
}

it('reads the same lines however a body is cut', () =>
  fc.assert(
    fc.asyncProperty(lines, fc.array(fc.nat()), async (sent, cuts) => {
      const read = [];
      for await (const line of readJsonLines(inPieces(Buffer.from(sent.join('\n')), cuts), 1_000)) read.push(line);
      const numbered = sent.map((line, at) => [at + 1, line] as const).filter(([, line]) => line !== '');
      expect(read).toEqual(numbered.map(([number, line]) => [number, JSON.parse(line) as unknown]));
    }),
  ));

it.each([
  ['is not valid JSON', Buffer.from('{}\n{\n')],
  ['is not valid UTF-8', Buffer.from([0x7b, 0x7d, 0x0a, 0xff, 0x0a])],
  ['has more than 3 lines', Buffer.from('{}\n'.repeat(4))],
  ['has more than 3 lines', Buffer.from('\n'.repeat(7))],
])('asks for nothing behind a line that %s', async (problem, first) => {
  let asked = 0;
  async function* endless() {
    for (; ; asked += 1) yield first;
  }
  const all = async () => {
    for await (const [number] of readJsonLines(endless(), 3)) expect(number).toBeLessThan(4);
  };
  await expect(all()).rejects.toThrow(problem);
  expect(asked).toBe(0);
});

/** @returns how the body ended for who sends it, and how much of it was taken */
async function refused(pieces: number, maxBytes: number) {
  let taken = 0;
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (sending) => {
      if (taken === pieces) sending.close();
      else sending.enqueue(Buffer.from('{\n'));
      taken += 1;
    },
    cancel: () => {
      isCancelled = true;
    },
  });
  const app = new Hono();
  let thrown: unknown;
  app.post('/', async (c) => {
    for await (const line of readJsonLines(readBytes(c, maxBytes, ['application/jsonl']), 10)) expect(line).toBe(null);
    return c.text('');
  });
  app.onError((error, c) => {
    thrown = error;
    return c.text('');
  });
  const headers = { 'content-type': 'application/jsonl' };
  await app.request(new Request('http://localhost/', { method: 'POST', headers, body, duplex: 'half' } as RequestInit));
  return { thrown: String(thrown), taken, isCancelled };
}

it('takes the rest of a body that it refuses, so that who sends it hears why', async () => {
  const { thrown, taken, isCancelled } = await refused(50, 1_000);
  expect([thrown, taken, isCancelled]).toEqual([expect.stringContaining('Line 1 is not valid JSON'), 51, false]);
});

it('takes no more than a body may have', async () => {
  const { taken, isCancelled } = await refused(10_000, 1_000);
  expect([taken < 600, isCancelled]).toEqual([true, true]);
});
