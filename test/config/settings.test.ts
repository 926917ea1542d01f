/** The one table of settings: what it gives to flags, variables and docs, and what each kind of value takes. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingsDoc } from '../../scripts/settings-doc.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { flagOf, SETTING_NAMES, SETTINGS, variableOf } from '../../src/config/settings.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Of whoever runs the tests nothing is read. */
const OWN_FOLDER = { XDG_CONFIG_HOME: '/nowhere' };

describe('the table', () => {
  it('is what docs/settings.md says (npm run docs:settings)', async () => {
    expect(await readFile('docs/settings.md', 'utf8')).toBe(settingsDoc());
  });

  it('gives every setting a variable of its own, and every flag to one setting', () => {
    expect(variableOf('maxUsd')).toBe('GROUNDRULE_MAX_USD');
    expect(new Set(SETTING_NAMES.map(variableOf)).size).toBe(SETTING_NAMES.length);
    const flags = SETTING_NAMES.filter((name) => SETTINGS[name].flag !== null).map(flagOf);
    expect(new Set(flags).size).toBe(flags.length);
    expect(flags).toContain('--allow-host');
  });

  it('has defaults within its own bounds', async () => {
    const { settings, provenance } = await loadConfig({ flags: {}, env: {}, configFile: null });
    const typed = Object.fromEntries(SETTING_NAMES.map((name) => [name, settings[name] ?? undefined]));
    const again = await loadConfig({ flags: typed, env: {}, configFile: null });
    expect(again.settings).toEqual(settings);
    expect(new Set(Object.values(provenance))).toEqual(new Set(['default']));
    expect(settings).toMatchObject({ queries: 3, mode: null, search: [], language: null, maxUsd: null });
  });
});

describe('settings', () => {
  const GIVEN = {
    urls: ['https://a.example/x#part', 'https://b.example/y?a=1,2'],
    allowDomains: ['A.example', 'bücher.example'],
    denyDomains: ['*.bad.a.example'],
    since: '2025-01-01',
    language: 'de-AT',
    providerText: true,
    library: ['/guides', '/more'],
    modelByRole: { 'rate-page': 'small' },
    temperature: { all: 0.5, 'judge-response': 1 },
    topP: { 'judge-response': 0.95 },
    modelSeed: { all: 7 },
    queries: 4,
  };
  const ENVIRONMENT = {
    GROUNDRULE_URLS: 'https://a.example/x  https://b.example/y?a=1,2',
    GROUNDRULE_ALLOW_DOMAINS: 'a.example, bücher.example',
    GROUNDRULE_DENY_DOMAINS: 'bad.a.example.',
    GROUNDRULE_SINCE: '2025-01-01',
    GROUNDRULE_LANGUAGE: 'deu',
    GROUNDRULE_PROVIDER_TEXT: 'true',
    GROUNDRULE_LIBRARY: '/guides:/more',
    GROUNDRULE_MODEL_BY_ROLE: 'rate-page=small',
    GROUNDRULE_TEMPERATURE: '0.5, judge-response=1',
    GROUNDRULE_TOP_P: 'judge-response=0.95',
    GROUNDRULE_MODEL_SEED: '7',
    GROUNDRULE_QUERIES: '4',
  };
  const EXPECTED = {
    ...GIVEN,
    urls: ['https://a.example/x', 'https://b.example/y?a=1,2'],
    allowDomains: ['a.example', 'xn--bcher-kva.example'],
    denyDomains: ['bad.a.example'],
    language: 'de',
  };

  it('come from flags, the environment and a config file alike', async () => {
    const workingFolder = await temporaryFolder();
    await writeFile(join(workingFolder, 'groundrule.config.json'), JSON.stringify(GIVEN));
    const configs = await Promise.all([
      loadConfig({ flags: GIVEN, env: {}, configFile: null }),
      loadConfig({ flags: {}, env: ENVIRONMENT, configFile: null }),
      loadConfig({ flags: {}, env: OWN_FOLDER, workingFolder, configFile: 'groundrule.config.json' }),
    ]);
    for (const { settings } of configs) expect(settings).toMatchObject(EXPECTED);
  });

  it.each([
    [{ temperature: 3 }, 'temperature'],
    [{ topP: 'judge-response=1.5' }, 'top-p'],
    [{ modelSeed: ['1.5'] }, 'model-seed'],
    [{ temperature: ['judge-response=hot'] }, 'not a number, or of the form role=number'],
  ])('%o are refused', async (flags, says) => {
    await expect(loadConfig({ flags, env: {}, configFile: null })).rejects.toThrow(says);
  });

  it('of the environment count without what stands around them, and where nothing is left are not given', async () => {
    const env = {
      GROUNDRULE_LIBRARY: '/g:',
      GROUNDRULE_URLS: '\nhttps://a.example/\nhttps://b.example/ ',
      GROUNDRULE_MODEL: 'gpt-4.1-mini\n',
      GROUNDRULE_MORE: ' ',
    };
    const { settings, provenance } = await loadConfig({ flags: {}, env, configFile: null });
    expect(settings).toMatchObject({
      ...{ library: ['/g'], urls: ['https://a.example/', 'https://b.example/'] },
      ...{ model: 'gpt-4.1-mini', more: 0 },
    });
    expect(provenance.more).toBe('default');
    // As of two variables that are not set: other guides than the user's would answer.
    await expect(loadConfig({ flags: {}, env: { GROUNDRULE_LIBRARY: ':' }, configFile: null })).rejects.toThrow(
      'must not be empty',
    );
  });

  it.each([{ maxAgeDays: null }, { more: null }, { queries: true }, { maxUsd: true }, { maxCalls: [7] }])(
    '%o is no number, and refused',
    async (flags) => {
      await expect(loadConfig({ flags, env: {}, configFile: null })).rejects.toThrow('must be a number');
    },
  );

  it('of a flag win over the environment, that over the config file', async () => {
    const workingFolder = await temporaryFolder();
    await writeFile(join(workingFolder, 'groundrule.config.json'), '{"queries":5,"keep":6,"rounds":2}');
    const env = { ...OWN_FOLDER, GROUNDRULE_QUERIES: '4', GROUNDRULE_KEEP: '7', GROUNDRULE_ROUNDS: '' };
    const { settings, provenance } = await loadConfig({ flags: { queries: '3' }, env, workingFolder });
    expect(settings).toMatchObject({ queries: 3, keep: 7, rounds: 2 });
    expect(provenance).toMatchObject({ queries: 'flag', keep: 'environment', rounds: 'config file' });
  });

  it.each([
    ['{"querys":5}', /does not exist: “querys”.*\n?Settings are mode, statedCriteria, queries/u],
    ['{"queries":', /is not valid JSON/u],
    ['[]', /must hold one JSON object/u],
    ['{"queries":50}', /“queries” in .* is 50: .*/u],
  ])('of a config file %s are refused, with the place', async (content, says) => {
    const workingFolder = await temporaryFolder();
    await writeFile(join(workingFolder, 'groundrule.config.json'), content);
    const refused = await loadConfig({ flags: {}, env: OWN_FOLDER, workingFolder }).catch((error: unknown) => error);
    const { message, advice } = refused as { message: string; advice: string | null };
    expect(`${message}\n${advice ?? ''}`).toMatch(says);
  });
});
