/** The kind that a client takes an instruction for is the one that it discovers by. */
import { expect, it } from 'vitest';
import { createGroundrule } from '../../src/index.ts';

it.each([
  [{ kind: 'recipe' }, 'recipe'],
  [{ kind: 'zine page', library: ['.'] }, 'zine page'],
])('is the one that its settings name: %j', async (settings, name) => {
  const client = await createGroundrule({ store: 'memory', ...settings });
  try {
    expect(await client.readKind('Write a toast for a colleague')).toMatchObject({ kind: { name, by: 'option' } });
  } finally {
    await client.close();
  }
});
