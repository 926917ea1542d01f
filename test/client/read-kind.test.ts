/** The kind that a client takes an instruction for is the one that it discovers by. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { discoveringMethods } from '../../src/client/discovering.ts';
import type { Runs } from '../../src/client/runs.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { readSecrets } from '../../src/config/environment.ts';
import { createOfflineEngine } from '../../src/engines/offline/engine.ts';
import { createGroundrule } from '../../src/index.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { BUNDLED_KINDS } from '../support/bundled-kinds.ts';
import { testRun } from '../support/run-context.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

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

it.each([
  ['library', null],
  ['library,searxng', 'toast'],
])(
  'is one that the titles of a folder name where that alone is searched, and they are compared once: %s',
  async (search, name) => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'guide.md'), '# How to write a geocache page\n\nYou should name the place.\n');
    const url = search === 'library' ? {} : { searxngUrl: 'http://127.0.0.1:9' };
    const flags = { library: [folder], search, ...url };
    const nearest = vi.fn(() => []);
    const engine = createOfflineEngine({ ...BUNDLED_KINDS, nearest });
    const withGuides = vi.fn(engine.withGuides);
    const shared = testRun();
    const methods = discoveringMethods({
      config: await loadConfig({ flags, env: {}, configFile: null }),
      ...{ secrets: readSecrets({}), counter: undefined, proxy: null, howToSet: undefined, store: createMemoryStore() },
      runs: { shared, isUnderWay: () => false, start: async (_, work) => work(shared) } as Partial<Runs> as Runs,
      clock: shared.clock,
      engineOf: async () => ({ engine: { ...engine, withGuides }, agents: null }),
    });
    for (let call = 0; call < 2; call += 1)
      expect(
        (await methods.readKind('Help me tell the bride how happy I am for her before we raise our glasses')).kind
          ?.name ?? null,
      ).toBe(name);
    expect(withGuides).toHaveBeenCalledTimes(search === 'library' ? 1 : 0);
    // The kind of a family is told with those near it.
    expect(nearest).toHaveBeenCalledTimes(name === null ? 0 : 2);
  },
);
