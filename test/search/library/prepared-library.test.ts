/** What the build keeps of the bundled library, and what becomes of an older build. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findTextKind } from '../../../src/engines/offline/text-kind.ts';
import { EXTRACTOR_VERSION } from '../../../src/pages/extraction-outcome.ts';
import { prepareLibrary } from '../../../src/search/library/prepare-library.ts';
import { bundledKinds, preparedFrom, preparedText } from '../../../src/search/library/prepared-library.ts';
import { createMemoryStore } from '../../../src/store/sqlite/memory.ts';
import { testRun } from '../../support/run-context.ts';

const root = await mkdtemp(join(tmpdir(), 'groundrule-prepared-'));
afterAll(() => rm(root, { recursive: true, force: true }));
const library = join(root, 'library');
await mkdir(join(library, 'toast'), { recursive: true });
await mkdir(join(root, 'dist'));
await writeFile(join(library, 'other-kinds.yaml'), '[]\n');
await writeFile(join(library, 'toast', 'kind.yaml'), 'name: toast\nsynonyms: []\nneighbours: []\n');
await writeFile(
  join(library, 'toast', 'toasts.md'),
  `# How to write a toast\n\n${'Keep the toast short. '.repeat(40)}\n`,
);

const REQUESTS = ['raise the glass to my sister', 'my brother raises the glass'].map((text) => ({
  ...{ kind: 'toast', writer: 'a test' },
  text,
}));

it('is the same each time, and holds no example requests beside the model', async () => {
  const [first, second] = [
    await prepareLibrary(testRun(), library, REQUESTS, createMemoryStore()),
    await prepareLibrary(testRun(), library, REQUESTS, createMemoryStore()),
  ].map((prepared) => JSON.stringify(prepared));
  expect(first).toBe(second);
  expect(first).not.toContain('raise the glass to my sister');
});

it('reads what it wrote', async () => {
  const prepared = await prepareLibrary(testRun(), library, REQUESTS, createMemoryStore());
  expect(prepared.kindModel.features).not.toBe('');
  expect(preparedFrom(preparedText(prepared))).toEqual(JSON.parse(JSON.stringify(prepared)));
});

it('cut short counts as none, wherever it ends', async () => {
  const text = preparedText(await prepareLibrary(testRun(), library, REQUESTS, createMemoryStore()));
  const head = text.indexOf('\n') + 1;
  for (const end of [0, head - 1, head, Math.floor((head + text.length) / 2), text.length - 1])
    expect(preparedFrom(text.slice(0, end)), String(end)).toBeNull();
});

it('of an older shape counts as none: kinds are then told by their names alone', async () => {
  const kinds = { guided: [], others: [] };
  const line = JSON.stringify({ extractorVersion: EXTRACTOR_VERSION, kinds });
  await writeFile(join(root, 'dist', 'library.txt'), `${line}\n`);
  const finder = await bundledKinds(root, library);
  expect(findTextKind('Write a toast', finder)?.filed?.folder).toBe('toast');
  expect(findTextKind('my mother turns ninety, warm, and then we drink to her', finder)?.filed ?? null).toBeNull();
});
