/** A client that lives on while its user's guides change. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createGroundrule } from '../../src/index.ts';
import { collectGarbage } from '../support/collect-garbage.ts';
import { plausibleModel } from '../support/plausible-model.ts';
import { scriptedApp } from '../support/scripted-app.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const TASK = 'Write a wedding toast';
const guide = (advice: string) =>
  `# How to write a wedding toast\n\nYou should ${advice}. Name one concrete story about the couple. Keep the toast below three minutes.\n`;

it('reads what lies in the folder at each call', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'one.md'), guide('greet the parents first'));
  const groundrule = await createGroundrule({ store: 'memory', library: [folder] });
  const textsOf = async () => (await groundrule.discover(TASK)).content.criteria.map(({ text }) => text).join('\n');
  const sources = async () => (await groundrule.discoverySetup()).sources;
  const first = await sources();
  expect(await textsOf()).toContain('greet the parents');
  expect(await sources()).toBe(first);
  await writeFile(join(folder, 'one.md'), guide('leave the parents out'));
  await writeFile(join(folder, 'two.md'), guide('thank the cooks by their names'));
  const texts = await textsOf();
  expect(texts).toContain('thank the cooks');
  expect(texts).not.toContain('greet the parents');
  expect(await sources()).not.toBe(first);
  await groundrule.close();
});

it('so do rewards, whose calls share the settings of the client', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'one.md'), guide('greet the parents first'));
  const { app } = await scriptedApp(plausibleModel, {}, { mode: 'web', search: ['library'], library: [folder] });
  const urls = async () => {
    await app.rewards({ prompts: TASK, completions: ['Dear Ann and Bob.'], criteria: 'discover' });
    const [{ id } = { id: '' }] = await app.sets.list(1);
    return (await app.sets.get(id))?.content.sources
      .filter(({ decision }) => decision === 'kept')
      .map(({ url }) => url);
  };
  expect(await urls()).toEqual(['library:one.md']);
  await writeFile(join(folder, 'one.md'), guide('leave the parents out'));
  await writeFile(
    join(folder, 'two.md'),
    `# Wedding toasts\n\nYou should thank the cooks. Raise your glass at the end.\n`,
  );
  expect(await urls()).toEqual(['library:one.md', 'library:two.md']);
});

it('keeps no library of calls that ended', async () => {
  const folder = await temporaryFolder();
  const pages = Array.from({ length: 4_000 }, (_, at) => `You should name story ${at} about guest ${at * 7}.`);
  const groundrule = await createGroundrule({ store: 'memory', library: [folder] });
  const heapAfterCalls = async (calls: number) => {
    for (let call = 0; call < calls; call += 1) {
      await writeFile(join(folder, 'one.md'), guide(`${pages.join(' ')} ${performance.now()}`));
      await groundrule.discoverySetup();
    }
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = await heapAfterCalls(2);
  expect((await heapAfterCalls(8)) - before).toBeLessThan(4_000_000);
  await groundrule.close();
});
