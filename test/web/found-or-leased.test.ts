import { expect, it } from 'vitest';
import { foundOrLeased } from '../../src/web/found-or-leased.ts';

it('gives the lease back where the result cannot be read after the claim: it would be renewed for ever', async () => {
  let isHeld = false;
  let looks = 0;
  const work = {
    lookUp: async (): Promise<string | null> => {
      looks += 1;
      if (looks === 2) throw new Error('The store is away.');
      return null;
    },
    claim: async () => (isHeld = true),
    release: async () => void (isHeld = false),
    signal: new AbortController().signal,
  };
  await expect(foundOrLeased(work)).rejects.toThrow('The store is away.');
  expect(isHeld).toBe(false);
});
