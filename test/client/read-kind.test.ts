/** The kind that a client takes an instruction for is the one that it discovers by. */
import { expect, it } from 'vitest';
import { createGroundrule } from '../../src/index.ts';

it.each([
  [{}, true],
  [{ library: ['.'] }, false],
  [{ search: ['searxng'], searxngUrl: 'http://127.0.0.1:9' }, false],
] as const)('offers the nearest ones where the bundled guides alone are read: %j', async (settings, isOffered) => {
  const client = await createGroundrule({ store: 'memory', ...settings });
  try {
    const { kind, nearest } = await client.readKind('help with my thing for friday');
    expect([kind, nearest.length > 0]).toEqual([null, isOffered]);
  } finally {
    await client.close();
  }
});

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
