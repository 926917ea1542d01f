/** How well the search serves the bundled guides: what a person would ask finds the guides on that kind of text. */
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openLibrary } from '../../../src/search/library/open-library.ts';
import { createMemoryStore } from '../../../src/store/sqlite/memory.ts';
import { testRun } from '../../support/run-context.ts';

const LIBRARY = fileURLToPath(new URL('../../../fixtures/library/', import.meta.url));

it('puts the good guides of a family among the first ten in 95 % of the cases', { timeout: 30_000 }, async () => {
  const run = testRun();
  const { search } = await openLibrary(run, {
    folders: [{ path: LIBRARY, via: 'bundled' }],
    store: createMemoryStore(),
  });
  const families = readdirSync(LIBRARY).filter((name) => existsSync(`${LIBRARY}${name}/kind.yaml`));
  expect(families.length).toBeGreaterThanOrEqual(48);

  const misses: string[] = [];
  for (const family of families) {
    const kind = family.replaceAll('-', ' ');
    const withArticle = `${/^[aeiou]/u.test(kind) ? 'an' : 'a'} ${kind}`;
    const good = readdirSync(`${LIBRARY}${family}`)
      .filter((name) => name !== 'kind.yaml')
      .map((name) => `library:${family}/${name}`);
    expect(good.length, family).toBeGreaterThanOrEqual(1);
    for (const query of [`how to write ${withArticle}`, `what makes a good ${kind}`, `${kind} common mistakes`]) {
      const found = new Set((await search.search(run, query, 10)).map(({ url }) => url));
      if (!good.every((url) => found.has(url))) misses.push(query);
    }
  }
  expect(misses.length, misses.join('; ')).toBeLessThanOrEqual(0.05 * families.length * 3);
});
