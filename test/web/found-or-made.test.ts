import { expect, it } from 'vitest';
import { foundOrMade } from '../../src/web/found-or-made.ts';

it('gives the lease back where the result cannot be read after the claim: it would be renewed for ever', async () => {
  let isHeld = false;
  let looks = 0;
  const work = {
    kept: { claim: async () => (isHeld = true), release: async () => void (isHeld = false) },
    kind: 'search',
    key: 'a',
    lookUp: async (): Promise<string | null> => {
      looks += 1;
      if (looks === 2) throw new Error('The store is away.');
      return null;
    },
    make: async () => 'made',
    signal: new AbortController().signal,
  } as const;
  await expect(foundOrMade(work)).rejects.toThrow('The store is away.');
  expect(isHeld).toBe(false);
});
