import { expect, it } from 'vitest';
import { packageInfo } from '../../../src/config/package-root.ts';
import { createOfflineEngine } from '../../../src/engines/offline/engine.ts';
import { bundledKinds } from '../../../src/search/library/prepared-library.ts';
import { cpuMs } from '../../support/cpu-ms.ts';

const { root, bundledLibrary } = packageInfo();
const kinds = await bundledKinds(root, bundledLibrary);

const kindOf = (titles: readonly string[], instruction: string) =>
  createOfflineEngine(kinds).withGuides?.(titles).kindOf?.({ instruction, context: null }) ?? null;

const GEOCACHING = ['How to write a geocache page', 'What reviewers look for in a geocache description'];

it.each([
  ['Write a geocache page', GEOCACHING, 'geocache page'],
  ['Write a short geocache page for the old mill bridge', GEOCACHING, 'geocache page'],
  ['Write a geocache description', GEOCACHING, 'geocache description'],
  // Whatever else the bundled kinds make of it: no title names that.
  ['Write a landing page', GEOCACHING, null],
  ['Write a poem about rain', GEOCACHING, null],
  ['Write geocache pages', ['Geocache-page basics'], 'geocache pages'],
  ['Write a limerick about toads', ['Writing limericks'], 'limerick'],
  ['Write a medieval wall label', ['The museum wall label'], 'wall label'],
])('%s, beside %j: %s', (instruction, titles, name) => {
  expect(kindOf(titles, instruction)?.name ?? null).toBe(name);
});

it('keeps a bundled kind that a title names, also by another of its names', () => {
  expect(kindOf(['How to give a best man speech'], 'Write a toast for a wedding')).toMatchObject({
    name: 'toast',
    by: 'name',
  });
});

it('takes no seconds for thousands of guides', async () => {
  const titles = Array.from({ length: 3_000 }, (_, index) => `Lesson ${index} about knots`);
  expect(await cpuMs(() => kindOf(titles, 'Write a poem about rain'))).toBeLessThan(1_000);
});
