/** Flags that say which model answers, how it is asked, and how much it may take. */
import { Option, type Command } from 'commander';
import type { SettingName } from '../../config/setting-texts.ts';
import { collect, settingOption } from './flags.ts';

/** As typed; the settings' schemas check the values. */
export interface ModelFlags {
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

/** One line of the help on keys. */
export const MODEL_KEY_HELP =
  'model     GROUNDRULE_API_KEY; for OpenAI itself, OPENAI_API_KEY too (a key alone starts nothing)';

export function addModelFlags(command: Command): Command {
  for (const [title, options] of Object.entries(groups()))
    for (const option of options) command.addOption(option.helpGroup(title));
  return command;
}

/** The flags as settings. */
export function modelSettings(flags: ModelFlags): Partial<Record<SettingName, unknown>> {
  const { model, roleModel, baseUrl, modelFormat, modelConcurrency, prompts, prices } = flags;
  const { maxUsd, maxCalls, maxTokens, maxSeconds } = flags;
  return {
    ...{ model, modelByRole: roleModel, baseUrl, modelFormat, modelConcurrency, prompts, prices },
    ...{ maxUsd, maxCalls, maxTokens, maxSeconds },
  };
}
