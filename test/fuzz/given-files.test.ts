/** Files that users are handed by others: what cannot be used is refused in words, whatever it holds. */
import { setEntry } from '../support/cache-file.ts';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { SETTING_NAMES, SETTINGS } from '../../src/config/settings.ts';
import { Checklist } from '../../src/domain/checklist.ts';
import { InputError } from '../../src/domain/errors.ts';
import { readChecklist } from '../../src/judge/checklists/read-checklist.ts';
import { pageEntry } from '../../src/precompute/cache-file/cache-line.ts';
import { exportCache } from '../../src/precompute/cache-file/export-cache.ts';
import { importCache } from '../../src/precompute/cache-file/import-cache.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { criteriaSetFixture } from '../support/criteria-set.ts';
import { checklist as checklistOf, item } from '../support/checklist.ts';
import { HOSTILE_CACHE_FILES, HOSTILE_CHECKLISTS, linesOf } from '../support/further-hostile-documents.ts';
import { fuzzing, mangled } from '../support/mangled.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SHOWN_CHARS = 10_000;
const JSON_MARKS = [
  '{',
  '}',
  '[',
  ']',
  '"',
  ':',
  ',',
  'null',
  '-1',
  '1e999',
  '"__proto__":',
  '\\u0000',
  '\n',
  '"weight":',
];
const TIMEOUT = { timeout: 3_600_000 };

/** What it is, or the words in which it was refused. */
async function readOrRefused<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    const { message, advice } = error as InputError;
    expect(`${message}${advice ?? ''}`.length).toBeLessThan(SHOWN_CHARS);
    return null;
  } finally {
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  }
}

describe('checklists', () => {
  const seeds = [
    '- Is it short? `weight 50; tone`\n- [ ] Does it **end**?\n  - Does it say when?\n',
    'instruction: Write a toast\nitems:\n  - question: Is it short?\n    weight: 30\n    categories: [length]\n    check: words <= 50\n  - Does it name the couple?\n',
    JSON.stringify(checklistOf([item(1), item(2)])),
    '["Is it?", {"text": "Is it?", "check": "not(words < 5)"}]',
  ];
  const marks = [
    ...JSON_MARKS,
    '- ',
    '  ',
    '`',
    '*',
    '[x](',
    '> ',
    '&a ',
    '*a',
    '<<: ',
    '!!binary ',
    '? ',
    '|\n',
    '# ',
    'check: ',
  ];

  it('are read or refused', TIMEOUT, async () => {
    const name = fc.constantFrom('a.md', 'a.yaml', 'a.json', 'a', 'stdin');
    await fc.assert(
      fc.asyncProperty(mangled(seeds, marks), name, async (text, file) => {
        const read = await readOrRefused(readChecklist(text, file));
        if (read !== null) expect(Checklist.parse(read)).toEqual(read);
      }),
      fuzzing(60),
    );
  });

  it.each(Object.entries(HOSTILE_CHECKLISTS))('%s', { timeout: 60_000 }, async (_what, [name, make]) => {
    const read = await readOrRefused(readChecklist(make(), name));
    if (read !== null) expect(read.items.length).toBeLessThanOrEqual(1_000);
  });
});

describe('cache files', () => {
  const { set, pages } = criteriaSetFixture({ instruction: 'Write a toast' });
  const exported = async (): Promise<string> => {
    const store = createMemoryStore();
    for (const page of pages) await store.putPage(page);
    await store.putSet(set);
    const { header, entries } = await exportCache(store, [set.id], '1.2.3');
    const lines = [JSON.stringify(header)];
    for await (const entry of entries()) lines.push(JSON.stringify(entry));
    return lines.join('\n');
  };

  it('are imported as they were exported, or not at all', TIMEOUT, async () => {
    const whole = await exported();
    await fc.assert(
      fc.asyncProperty(mangled([whole, whole, whole.split('\n').reverse().join('\n')], JSON_MARKS), async (text) => {
        const store = createMemoryStore();
        const imported = await readOrRefused(importCache(store, linesOf(text)));
        const stored = await store.getSet(set.id);
        if (imported === null) expect(stored).toBeNull();
        else expect(stored === null ? null : setEntry(stored)).toEqual(imported.sets === 0 ? null : setEntry(set));
        for (const page of pages) {
          const kept = await store.getPage(page.extraction);
          if (kept !== null) expect(pageEntry(kept)).toEqual(pageEntry(page));
        }
      }),
      fuzzing(60),
    );
  });

  it.each(Object.entries(HOSTILE_CACHE_FILES))('%s: refused', { timeout: 60_000 }, async (_what, make) => {
    const store = createMemoryStore();
    expect(await readOrRefused(importCache(store, linesOf(make())))).toBeNull();
    expect(await store.findSetIds('')).toEqual([]);
  });
});

describe('config files of a folder', () => {
  const sensitive = SETTING_NAMES.filter((name) => SETTINGS[name].needsTrust === 'always');

  it('never set what needs trust, and are refused in words', TIMEOUT, async () => {
    const workingFolder = await temporaryFolder();
    const env = { XDG_CONFIG_HOME: await temporaryFolder() };
    const defaults = await loadConfig({ flags: {}, env, workingFolder });
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom('http://evil.example', Number.MAX_VALUE, -1, '../..', ['*'], '\0'),
    );
    const content = fc.oneof(
      fc
        .dictionary(fc.oneof(fc.constantFrom(...SETTING_NAMES), fc.string()), value, { maxKeys: 6 })
        .map((given) => JSON.stringify(given)),
      mangled(
        ['{"queries": 5, "mode": "web", "allowDomains": ["a.example"]}'],
        [...JSON_MARKS, '"baseUrl":"http://evil.example"'],
      ),
    );
    await fc.assert(
      fc.asyncProperty(content, async (text) => {
        await writeFile(join(workingFolder, 'groundrule.config.json'), text);
        const config = await readOrRefused(loadConfig({ flags: {}, env, workingFolder, leavesOutUntrusted: true }));
        for (const name of config === null ? [] : sensitive)
          expect(config?.settings[name]).toEqual(defaults.settings[name]);
      }),
      fuzzing(150),
    );
  });
});
