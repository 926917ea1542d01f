import { expect, it } from 'vitest';
import { createGroundrule, discover } from '../../src/index.ts';

it('an option that does not exist is refused with the nearest names, as JavaScript has no types', async () => {
  const misspelt = { store: 'memory', modle: 'gpt-4.1-mini' };
  const refusal = {
    message: 'There is no option “modle”.',
    advice: expect.stringMatching(/^Nearest: “mode/u) as string,
  };
  await expect(createGroundrule(misspelt)).rejects.toMatchObject(refusal);
});

it('options of a call beside those of the client are none of them', async () => {
  const signal = AbortSignal.abort();
  await expect(discover('Write a cover letter', { store: 'memory', signal, context: 'A baker.' })).rejects.toThrow(
    'stopped',
  );
});
