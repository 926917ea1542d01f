/** A folder of hostile documents, read by the built program: it ends, says what it left out, and is stopped at once. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CriteriaSet } from '../../src/domain/criteria-set.ts';
import { ended, startBuiltCli } from '../support/built-cli.ts';
import { FURTHER_PAGES } from '../support/further-hostile-documents.ts';
import { HOSTILE_DOCUMENTS } from '../support/hostile-documents.ts';
import { shortOrLong } from '../support/run-length.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { watchMemory } from '../support/tree-memory.ts';

const TASK = 'Write a press release announcing the merger of two local food banks';
/** Of the program and its workers together. */
const MAX_MEMORY_BYTES = 700_000_000;
/** A sample: the test of the readers' pool reads them all. */
const HOSTILE = Object.entries(HOSTILE_DOCUMENTS).filter((_, index) => index % shortOrLong(4, 1) === 0);
/** A sample of each format: `npm run test:long` has them all. */
const FURTHER = Object.entries(FURTHER_PAGES).filter((_, index) => index % shortOrLong(3, 1) === 0);
const GUIDES = join(import.meta.dirname, '../../fixtures/library/press-release');

async function hostileLibrary(extractionTimeoutMs: number) {
  const home = await temporaryFolder();
  const library = join(home, 'library');
  await cp(GUIDES, library, { recursive: true });
  for (const [name, { extension, make }] of [...HOSTILE, ...FURTHER])
    await writeFile(join(library, `${name.replaceAll(/\W+/g, '-')}.${extension}`), make());
  await writeFile(join(home, 'groundrule.config.json'), JSON.stringify({ extractionTimeoutMs }));
  return { home, args: ['discover', TASK, '--library', library, '--format', 'json'] };
}

it('leaves out what cannot be read, and discovers from the guides beside it', { timeout: 600_000 }, async () => {
  const { home, args } = await hostileLibrary(1_000);
  const child = startBuiltCli(args, { home });
  child.stdin.end();
  const peakMemory = watchMemory(child.pid ?? 0);
  const { code, stdout, stderr } = await ended(child);
  expect(peakMemory()).toBeLessThan(MAX_MEMORY_BYTES);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const { content } = CriteriaSet.parse(JSON.parse(stdout));
  expect(content.criteria.length).toBeGreaterThan(5);
  const stopped = HOSTILE.filter(([, { ends }]) => ends === 'stopped');
  expect(stopped.length).toBeGreaterThan(1);
  expect(content.warnings.filter((warning) => warning.includes('was left out')).length).toBeGreaterThanOrEqual(
    stopped.length,
  );
});

it('answers an interrupt in the middle of reading them', { timeout: 120_000 }, async () => {
  // Longer than this test may take.
  const { home, args } = await hostileLibrary(600_000);
  const child = startBuiltCli(args, { home });
  child.stdin.end();
  const result = ended(child);
  // The processes that read: nothing else is started.
  const readers = () => readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
  await expect.poll(readers, { timeout: 60_000 }).not.toBe('');
  child.kill('SIGINT');
  expect(await result).toMatchObject({ code: 130, signal: null });
});
