/** Flags that several commands have, and how their values are read. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { SETTING_TEXTS, type SettingName } from '../../config/setting-texts.ts';
import { SET_FORMATS, type Format, type SetFormat } from '../../report/formats.ts';

/** Where nothing is a table, people call it text. */
export const TEXT_FORMATS = ['text', 'json', 'markdown', 'html'] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];

export function formatOf(format: TextFormat): Format {
  return format === 'text' ? 'table' : format;
}

/** How a set is printed, and where. */
export interface SetOutputFlags {
  readonly format: SetFormat['format'];
  readonly top?: number;
  readonly out?: string;
}

/** Where a set is kept. */
export interface StoreFlags {
  readonly store?: string;
  readonly config?: string;
}

/** A flag that sets a setting; the setting's schema checks the value. */
export function settingOption(name: SettingName, flags: string): Option {
  return new Option(flags, SETTING_TEXTS[name].meaning);
}

export function addStoreFlags(command: Command): Command {
  return command
    .addOption(settingOption('store', '-s, --store <path>'))
    .option('--config <file>', 'Config file; default: groundrule.config.json in this folder, if there');
}

export function addSetOutputFlags(command: Command): Command {
  return command
    .addOption(new Option('-f, --format <format>', 'How to print').choices(SET_FORMATS).default('table'))
    .option(
      '-t, --top <number>',
      'Print only the best (1–1000; default: 15 in a table, all elsewhere)',
      wholeNumber(1, 1000),
    )
    .option('-o, --out <file>', 'Write to a file, whole or not at all, instead of stdout');
}

export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isInteger(value) || value < min || value > max)
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    return value;
  };
}

/** Collects the values of a flag that may be given more than once. */
export function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

export function addExamples(command: Command, lines: readonly string[]): Command {
  return command.addHelpText('after', ['', 'Examples:', ...lines.map((line) => `  $ ${line}`)].join('\n'));
}
