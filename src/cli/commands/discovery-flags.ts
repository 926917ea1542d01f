/** Flags that say how to discover: what to ask, where to look, which model, how much it may take. */
import { Option, type Command } from 'commander';
import type { SettingName } from '../../config/setting-texts.ts';
import { collect, settingOption, type StoreFlags } from './flags.ts';

/** As typed; the settings' schemas check the values. */
export interface DiscoveryFlags extends StoreFlags {
  readonly mode?: string;
  readonly queries?: string;
  readonly results?: string;
  readonly keep?: string;
  readonly rounds?: string;
  readonly n?: string;
  readonly more?: string;
  readonly library?: readonly string[];
  readonly search?: string;
  readonly searxngUrl?: string;
  readonly maxAgeDays?: string;
  readonly allowHost?: readonly string[];
  readonly model?: string;
  readonly roleModel?: readonly string[];
  readonly baseUrl?: string;
  readonly modelFormat?: string;
  readonly modelConcurrency?: string;
  readonly prompts?: string;
  readonly prices?: string;
  readonly maxUsd?: string;
  readonly maxCalls?: string;
  readonly maxTokens?: string;
  readonly maxSeconds?: string;
}

const groups = (): Readonly<Record<string, readonly Option[]>> => ({
  'What to ask:': [
    settingOption('mode', '-m, --mode <mode>'),
    settingOption('queries', '--queries <number>'),
    settingOption('results', '--results <number>'),
    settingOption('keep', '--keep <number>'),
    settingOption('rounds', '--rounds <number>'),
    settingOption('n', '--n <number>'),
    settingOption('more', '--more <number>'),
  ],
  'Where to look:': [
    new Option(
      '-l, --library <folder>',
      'Folder of guides (repeatable); default: the bundled guides',
    ).argParser(collect),
    settingOption('search', '--search <names>'),
    settingOption('searxngUrl', '--searxng-url <url>'),
    settingOption('maxAgeDays', '--max-age-days <number>'),
    new Option(
      '--allow-host <host>',
      'Private host that pages may be fetched from, as “host” or “host:port” (repeatable)',
    ).argParser(collect),
  ],
  'Model (its key comes from the environment alone, see below):': [
    settingOption('model', '--model <name>'),
    new Option('--role-model <role=model>', 'Another model for one role, by agent (repeatable)').argParser(
      collect,
    ),
    settingOption('baseUrl', '--base-url <url>'),
    settingOption('modelFormat', '--model-format <format>'),
    settingOption('modelConcurrency', '--model-concurrency <number>'),
    settingOption('prompts', '--prompts <folder>'),
    settingOption('prices', '--prices <file>'),
  ],
  'Limits on model calls (what was paid for before is kept and never paid again):': [
    settingOption('maxUsd', '--max-usd <amount>'),
    settingOption('maxCalls', '--max-calls <number>'),
    settingOption('maxTokens', '--max-tokens <number>'),
    settingOption('maxSeconds', '--max-seconds <number>'),
  ],
});

const KEYS = `
Keys, from the environment alone:
  model     GROUNDRULE_API_KEY; for OpenAI itself, OPENAI_API_KEY too (a key alone starts nothing)
  searches  BRAVE_API_KEY, TAVILY_API_KEY, EXA_API_KEY, SERPER_API_KEY, GOOGLE_API_KEY + GOOGLE_CSE_ID`;

export function addDiscoveryFlags(command: Command): Command {
  for (const [title, options] of Object.entries(groups()))
    for (const option of options) command.addOption(option.helpGroup(title));
  return command.addHelpText('after', KEYS);
}

/** The flags as settings. */
export function discoverySettings(flags: DiscoveryFlags): Partial<Record<SettingName, unknown>> {
  const { mode, queries, results, keep, rounds, n, more } = flags;
  const { library, search, searxngUrl, maxAgeDays, allowHost } = flags;
  const { model, roleModel, baseUrl, modelFormat, modelConcurrency, prompts, prices } = flags;
  const { maxUsd, maxCalls, maxTokens, maxSeconds, store } = flags;
  return {
    ...{ mode, queries, results, keep, rounds, n, more },
    ...{ library, search, searxngUrl, maxAgeDays, allowHosts: allowHost },
    ...{ model, modelByRole: roleModel, baseUrl, modelFormat, modelConcurrency, prompts, prices },
    ...{ maxUsd, maxCalls, maxTokens, maxSeconds, store },
  };
}
