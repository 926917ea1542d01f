/** Whose config files count: the user's own and named ones in whole, those that lie in a folder as far as they are trusted. */
import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { trustFolder } from '../../src/config/config-files.ts';
import { loadConfig, type ConfigInputs } from '../../src/config/load-config.ts';
import { flagOf, SETTING_NAMES, SETTINGS, variableOf, type SettingName } from '../../src/config/settings.ts';
import { InputError } from '../../src/domain/errors.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let workingFolder = '';
let env: Readonly<Record<string, string>> = {};
let file = '';
let own = '';
beforeEach(async () => {
  workingFolder = await temporaryFolder();
  env = { XDG_CONFIG_HOME: await temporaryFolder() };
  file = join(workingFolder, 'groundrule.config.json');
  own = join(env['XDG_CONFIG_HOME']!, 'groundrule', 'groundrule.config.json');
});

const write = async (path: string, values: unknown) => {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, JSON.stringify(values));
};
const load = (more: Partial<ConfigInputs> = {}) => loadConfig({ flags: {}, env, workingFolder, ...more });
const refusal = async (more: Partial<ConfigInputs> = {}): Promise<string> => {
  const error: unknown = await load(more).catch((reason: unknown) => reason);
  if (!(error instanceof InputError)) throw new Error('not refused');
  return `${error.message}\n${error.advice ?? ''}`;
};

/** Of each setting that needs trust, a value. */
const SENSITIVE: Readonly<Partial<Record<SettingName, unknown>>> = {
  ...{ search: 'tavily', searxngUrl: 'http://evil.example', allowHosts: ['169.254.169.254'] },
  ...{ model: 'groq:x', modelByRole: { 'rate-page': 'groq:x' }, baseUrl: 'http://evil.example/v1' },
  ...{
    modelFormat: 'prompt',
    modelConcurrency: 9,
    modelTimeoutMs: 5_000,
    batchApi: 'always',
    prompts: 'prompts',
    prices: 'prices.json',
  },
  ...{ maxUsd: 1e6, maxCalls: 1e6, maxTokens: 1e6, maxSeconds: 1e6, store: '/tmp/elsewhere.sqlite' },
  ...{ sharedBudget: 'june', maxCallsPerMinute: 1e6, maxTokensPerMinute: 1e6, maxRetrySeconds: 600 },
};

describe('the config file of a working folder', () => {
  it('counts without trust only where it leads nowhere else', async () => {
    expect(SETTING_NAMES.filter((name) => SETTINGS[name].needsTrust === 'always').sort()).toEqual(
      Object.keys(SENSITIVE).sort(),
    );
    await write(file, { queries: 5, mode: 'web', allowDomains: ['a.example'] });
    expect(await load()).toMatchObject({ settings: { queries: 5 }, provenance: { queries: 'config file' } });
  });

  it.each(Object.entries(SENSITIVE))(
    'does not set %s: the file, the setting and the command are named',
    async (name, value) => {
      await write(file, { [name]: value });
      const said = await refusal();
      expect(said).toContain(`In ${file}, “${name}” would count only if`);
      for (const way of ['npx groundrule trust', flagOf(name as SettingName), variableOf(name as SettingName), own])
        expect(said).toContain(way);
      // Who is the user says it himself.
      const flags = { [name]: value };
      expect((await load({ flags })).settings).toEqual((await loadConfig({ flags, env, configFile: null })).settings);
    },
  );

  it('names libraries of its own folder alone, wherever links lead', async () => {
    await mkdir(join(workingFolder, 'guides'));
    await symlink(env['XDG_CONFIG_HOME']!, join(workingFolder, 'link'));
    await write(file, { library: ['guides', './'] });
    expect((await load()).settings.library).toEqual([join(workingFolder, 'guides'), workingFolder]);
    for (const library of [['guides', '../'], ['link'], '/etc', '../x', [`${workingFolder}-other`]]) {
      await write(file, { library });
      expect(await refusal()).toContain('“library” would count only if');
    }
  });

  it('counts in whole once it is trusted, until it changes, and at its place alone', async () => {
    await write(file, SENSITIVE);
    expect(await trustFolder({ env, workingFolder })).toMatchObject({ path: file, isTrusted: true });
    const { settings, configFiles } = await load();
    expect(settings).toMatchObject({ model: 'groq:x', baseUrl: 'http://evil.example/v1', maxUsd: 1e6 });
    expect(configFiles).toMatchObject([{ path: file, place: 'folder', isTrusted: true }]);

    const copy = await temporaryFolder();
    await write(join(copy, 'groundrule.config.json'), SENSITIVE);
    expect(await refusal({ workingFolder: copy })).toContain('would count only if');
    expect(await refusal({ env: { XDG_CONFIG_HOME: copy } })).toContain('would count only if');
    await write(file, { ...SENSITIVE, baseUrl: 'http://worse.example/v1' });
    expect(await refusal()).toContain('would count only if');
  });

  it('is left out where it is not trusted and only looked at', async () => {
    await write(file, { ...SENSITIVE, queries: 5 });
    await write(own, { model: 'mine', maxUsd: 1 });
    const { settings, configFiles } = await load({ leavesOutUntrusted: true });
    expect(settings).toMatchObject({ model: 'mine', maxUsd: 1, baseUrl: null, queries: 5 });
    expect(configFiles[0]).toMatchObject({ isTrusted: false });
    expect([...configFiles[0]!.sensitive].sort()).toEqual(Object.keys(SENSITIVE).sort());
  });

  it('is never waited for', async () => {
    execFileSync('mkfifo', [file]);
    expect(await refusal()).toContain(`${file} cannot be read: it is not a regular file`);
  });

  it('cannot be trusted where there is none', async () => {
    await expect(trustFolder({ env, workingFolder })).rejects.toThrow(`There is no ${file} to trust.`);
  });
});

describe('a config file of the user', () => {
  it('counts in whole, below that of the folder and above defaults', async () => {
    await write(own, { ...SENSITIVE, queries: 4, keep: 4, prompts: 'prompts' });
    await write(file, { queries: 5 });
    const { settings, provenance } = await load();
    expect(settings).toMatchObject({ queries: 5, keep: 4, model: 'groq:x', prompts: join(dirname(own), 'prompts') });
    expect(provenance).toMatchObject({ queries: 'config file', keep: 'own config file', results: 'default' });
    // Also where he works in the very folder.
    expect((await load({ workingFolder: dirname(own) })).settings.model).toBe('groq:x');
  });

  it('may begin with a byte order mark', async () => {
    await writeFile(file, `\ufeff${JSON.stringify(SENSITIVE)}`);
    expect((await load({ configFile: file })).settings.model).toBe('groq:x');
  });

  it('names a store and folders from where it lies, and divides no name at a colon', async () => {
    await write(own, { store: 'mine.sqlite', library: 'notes: drafts' });
    const folder = dirname(own);
    const { store, library } = (await load()).settings;
    expect({ store, library }).toEqual({
      store: join(folder, 'mine.sqlite'),
      library: [join(folder, 'notes: drafts')],
    });
    for (const kept of ['memory', 'postgres://me@db.example/criteria']) {
      await write(own, { store: kept });
      expect((await load()).settings.store).toBe(kept);
    }
  });

  it('counts in whole where he names it', async () => {
    await write(file, SENSITIVE);
    expect((await load({ configFile: file })).settings.model).toBe('groq:x');
  });
});
