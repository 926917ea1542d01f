import { expect, it } from 'vitest';
import { foundOrMade } from '../../src/web/found-or-made.ts';

const signal = new AbortController().signal;
const common = { kind: 'search', key: 'a', make: async () => 'made', signal } as const;

it('gives the lease back where the result cannot be read after the claim: it would be renewed for ever', async () => {
  let isHeld = false;
  const kept = {
    getOrClaim: async () => ({ value: 'old', isClaimed: false }),
    claim: async () => (isHeld = true),
    get: async () => 'new',
    release: async () => void (isHeld = false),
  };
  const read = (value: unknown): string | null => {
    if (value === 'new') throw new Error('It cannot be read.');
    return null;
  };
  await expect(foundOrMade({ ...common, kept, read })).rejects.toThrow('It cannot be read.');
  expect(isHeld).toBe(false);
});

it.each([
  ['nothing is kept', null, null],
  ['what is kept is of no use', 'old', 'old'],
])('makes it under a lease where %s', async (_, value, afterClaim) => {
  const steps: string[] = [];
  const kept = {
    getOrClaim: async () => ({ value, isClaimed: value === null }),
    claim: async () => steps.push('claim') > 0,
    get: async () => afterClaim,
    release: async () => void steps.push('release'),
  };
  expect(await foundOrMade({ ...common, kept, read: () => null })).toBe('made');
  expect(steps).toEqual(value === null ? ['release'] : ['claim', 'release']);
});

it('takes what another made between the look and the claim, and gives the claim back', async () => {
  let isHeld = true;
  const kept = {
    getOrClaim: async () => ({ value: 'made by another', isClaimed: true }),
    claim: async () => false,
    get: async () => null,
    release: async () => void (isHeld = false),
  };
  const found = await foundOrMade({ ...common, kept, read: (value) => (typeof value === 'string' ? value : null) });
  expect([found, isHeld]).toEqual(['made by another', false]);
});
