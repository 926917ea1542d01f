/** What checking an API key does, so that how long it takes tells nothing: the same work whatever is presented. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { expect, it } from 'vitest';
import { systemClock } from '../../src/client/clock.ts';
import { createGate, makeKey } from '../../src/service/callers.ts';

const ASKED = { name: 'test', scopes: ['read' as const], requestsPerMinute: 100, maxUsd: null, expiresAt: null };

const textOf = (bytes: NodeJS.ArrayBufferView) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();

it('looks up once and compares two hashes once, in constant time, for right, wrong and unknown keys alike', async () => {
  const { key, record } = makeKey(ASKED, systemClock);
  const stranger = makeKey(ASKED, systemClock).key;
  const revoked = makeKey(ASKED, systemClock);
  const records = new Map([
    [record.id, record],
    [revoked.record.id, { ...revoked.record, revokedAt: systemClock.now().toISOString() }],
  ]);
  let lookups = 0;
  const compared: (readonly [string, string])[] = [];
  const gate = createGate(
    {
      get: async (id) => {
        lookups += 1;
        return records.get(id) ?? null;
      },
    },
    systemClock,
    (a, b) => {
      compared.push([textOf(a), textOf(b)]);
      return timingSafeEqual(a, b);
    },
  );
  // One that differs in its first character, one in its last, one of another length, one of no form.
  const wrong = [key.replace(/_.(?=.{42}$)/u, '_!'), `${key.slice(0, -1)}!`, `${key}x`, '', 'secret'];
  for (const presented of [...wrong, stranger, revoked.key]) {
    await expect(gate(presented, '127.0.0.1')).rejects.toThrow('not known, or not valid');
    expect(compared.at(-1)?.[0]).toBe(createHash('sha256').update(presented).digest('hex'));
  }
  expect((await gate(key, '127.0.0.1')).id).toBe(record.id);
  expect([lookups, compared.length]).toEqual([wrong.length + 3, wrong.length + 3]);
  expect(new Set(compared.flat().map((hash) => hash.length))).toEqual(new Set([64]));
});

it('leaves a key its rate, however many addresses try to make it forgotten, and has room for another key', async () => {
  const [used, unused] = [1, 2].map(() => makeKey({ ...ASKED, requestsPerMinute: 2 }, systemClock));
  const clock = { ...systemClock, monotonicMs: () => 0 };
  const get = async (id: string) => [used, unused].find((made) => made?.record.id === id)?.record ?? null;
  const gate = createGate({ get }, clock);
  const ask = (made = used) => gate(made?.key ?? '', '127.0.0.1');
  await ask();
  await ask();
  for (let count = 0; count < 10_100; count += 1) await gate('wrong', `10.0.${count}`).catch(() => undefined);
  await expect(ask()).rejects.toThrow(/More than 2 requests a minute/u);
  await ask(unused);
});

it('counts the jobs of a batch as requests', async () => {
  const { key, record } = makeKey({ ...ASKED, requestsPerMinute: 10 }, systemClock);
  const gate = createGate({ get: () => Promise.resolve(record) }, { ...systemClock, monotonicMs: () => 0 });
  const { spend } = await gate(key, '127.0.0.1');
  expect(() => {
    spend(1_000);
  }).toThrow(/may ask for 10 things a minute/u);
  spend(9);
  expect(() => {
    spend(1);
  }).toThrow(/More than 10 requests a minute/u);
});
