/** The whole of it, from a library on disk to a stored set, through the composition root. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit, checklistOf, discover, type CriteriaSet } from '../../src/index.ts';
import { canonicalJson } from '../../src/text/hash.ts';
import { ordersToModels } from '../../src/text/injection.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const library = join(import.meta.dirname, '../../fixtures/library');
const instructions = (await readFile(join(import.meta.dirname, '../../bench/data/offline/instructions.jsonl'), 'utf8'))
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => (JSON.parse(line) as { instruction: string }).instruction);

describe('discover over the bundled guides', { timeout: 60_000 }, () => {
  const sets = new Map<string, CriteriaSet>();
  let folder = '';
  let store = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'groundrule-'));
    store = join(folder, 'store.sqlite');
    for (const instruction of instructions) sets.set(instruction, await discover(instruction, { store }));
  }, 120_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('gives a dozen grounded criteria for kinds of text that the library covers', async () => {
    const counts = new Map<string, number>();
    for (const instruction of instructions.slice(0, 16)) {
      const set = sets.get(instruction);
      if (set === undefined) throw new Error(`There is no set for: ${instruction}`);
      counts.set(instruction, checklistOf(set.content.criteria).criteria.length);
      const { verification } = await audit(set, { store });
      expect(verification).toMatchObject({ status: 'passed', quotesCompared: verification.quotes });
      for (const criterion of set.content.criteria) expect(criterion.evidence.length).toBeGreaterThan(0);
    }
    const rich = [...counts].filter(([, count]) => count >= 12);
    expect(counts.get(instructions[0] ?? '')).toBeGreaterThanOrEqual(12);
    expect(rich.length, JSON.stringify([...counts])).toBeGreaterThanOrEqual(10);
  });

  it('finds no guidance where no guide covers the kind', async () => {
    const set = await discover('Write a Python function that sorts a list', { store: 'memory' });
    expect(set.content.criteria).toEqual([]);
    expect(set.content.warnings.join()).toMatch(/No guidance found.*library kinds/u);
    expect(set.content.sources.every((source) => source.decision !== 'kept' && source.reason !== '')).toBe(true);
  });

  it('keeps one source of a page and its copy, no page that sells, and no sentence that addresses models', async () => {
    const guides = join(folder, 'guides');
    const unwanted = JSON.parse(
      await readFile(join(import.meta.dirname, '../library/unwanted-pages.json'), 'utf8'),
    ) as { page: string; kind: string; copyOf?: string }[];
    const kinds = [...new Set(unwanted.map(({ page }) => page.split('/')[0] ?? ''))];
    for (const kind of kinds) await cp(join(library, kind), join(guides, kind), { recursive: true });
    await cp(join(import.meta.dirname, '../library/unwanted'), guides, { recursive: true });
    const grounding = new Set<string>();
    for (const kind of kinds) {
      const instruction = `Write a ${kind.replaceAll('-', ' ')}`;
      const set = await discover(instruction, { store, library: [guides] });
      const cited = new Set(set.content.criteria.flatMap(({ evidence }) => evidence.map(({ url }) => url)));
      for (const { quote } of set.content.advice) expect(ordersToModels(quote).withheld, quote).toEqual([]);
      for (const url of cited) grounding.add(url.slice('library:'.length));
      for (const { page, copyOf } of unwanted)
        if (copyOf !== undefined) expect(cited.has(`library:${page}`) && cited.has(`library:${copyOf}`)).toBe(false);
    }
    expect(grounding.size).toBeGreaterThan(kinds.length);
    // A thin list in a folder of one's own is read all the same, and so is a page without what addresses models.
    const read = ['thin-list', 'model-addressed'];
    const refused = unwanted.filter(({ kind, copyOf }) => copyOf === undefined && !read.includes(kind));
    const kept = refused.filter(({ page }) => grounding.has(page));
    expect(kept).toEqual([]);
  });
});

describe('the same content', { timeout: 60_000 }, () => {
  const instruction = 'Write a press release announcing the merger of two local food banks';

  it('on two runs, in two folders, with an empty and a filled store', async () => {
    const [here, there] = [await temporaryFolder(), await temporaryFolder()];
    await cp(library, join(here, 'guides'), { recursive: true });
    await cp(library, join(there, 'elsewhere', 'other name'), { recursive: true });
    const store = join(here, 'store.sqlite');
    const sets = [
      await discover(instruction, { store, library: [join(here, 'guides')] }),
      await discover(instruction, { store, library: [join(here, 'guides')] }),
      await discover(instruction, { store: 'memory', library: [join(there, 'elsewhere', 'other name')] }),
    ];
    const [first, ...others] = sets.map(({ content }) => canonicalJson(content));
    expect(others).toEqual([first, first]);
    expect(first).not.toContain(here);
    expect(first).not.toContain(there);
  });

  it('changes with a guide, and the old set still holds: its texts stay stored', async () => {
    const folder = await temporaryFolder();
    const guides = join(folder, 'guides');
    await cp(library, guides, { recursive: true });
    const store = join(folder, 'store.sqlite');
    const before = await discover(instruction, { store, library: [guides] });
    const cited = before.content.criteria[0]?.evidence[0]?.url ?? '';
    await writeFile(join(guides, cited.slice('library:'.length)), '<html><body><p>Gone.</p></body></html>');
    const after = await discover(instruction, { store, library: [guides] });
    expect(after.id).not.toBe(before.id);
    expect(after.content.criteria.flatMap(({ evidence }) => evidence.map(({ url }) => url))).not.toContain(cited);
    await rm(guides, { recursive: true });
    expect((await audit(before, { store })).verification.status).toBe('passed');
  });
});

describe('instructions that cannot be served', () => {
  it.each([
    ['another language', 'Schreibe ein Anschreiben für eine Stelle als Datenanalystin bei den Verkehrsbetrieben'],
    ['nothing to write', 'What time is it in Lisbon?'],
  ])('%s: an error that says what to do', async (_name, instruction) => {
    await expect(discover(instruction, { store: 'memory' })).rejects.toThrow(/English|kind of text/);
  });
});
