/** Flags of every command that judges: by what checklist, in what manner, by which model. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { SettingName } from '../../config/setting-texts.ts';
import type { Settings } from '../../config/settings.ts';
import { InputError } from '../../domain/errors.ts';
import { ITEMS_PER_BATCH, MAX_VOTES, type JudgeOptions } from '../../judge/judge-options.ts';
import { FORMATS, type Format } from '../../report/formats.ts';
import { addStoreFlags, wholeNumber, type StoreFlags } from './flags.ts';
import { addModelFlags, MODEL_KEY_HELP, modelSettings, type ModelFlags } from './model-flags.ts';

/** Where the checklist comes from: a file, a set, or, with neither, the instruction. */
export interface ChecklistFlags {
  readonly checklist?: string;
  readonly set?: string;
  readonly top?: number;
  readonly instruction?: string;
  readonly task?: string;
  readonly context?: string;
  /** False where `--no-examples` was given. */
  readonly examples: boolean;
}

export interface JudgeFlags extends ChecklistFlags, StoreFlags, ModelFlags {
  readonly batch?: true;
  readonly votes: number;
  /** False where `--no-analysis` was given; likewise the next. */
  readonly analysis: boolean;
  readonly codeChecks: boolean;
  readonly seed?: string;
}

/** How what came of it is printed. */
export interface ReportFlags {
  readonly format: Format;
  readonly out?: string;
  readonly dryRun?: true;
  readonly quiet?: true;
}

export function addReportFlags(command: Command): Command {
  return command
    .addOption(new Option('-f, --format <format>', 'How to print').choices(FORMATS).default('table'))
    .option('-o, --out <file>', 'Write to a file, whole or not at all, instead of stdout')
    .addOption(
      new Option('--dry-run', 'Print what would be done and what it may cost; nothing is asked').conflicts([
        'format',
        'out',
        'output',
      ]),
    )
    .option('-q, --quiet', 'Print errors only on stderr');
}

export function addChecklistFlags(command: Command): Command {
  const options = [
    new Option(
      '--checklist <file>',
      'Checklist: JSON, YAML or a Markdown list; or the id of a stored set',
    ).conflicts('set'),
    new Option('--set <id>', 'Stored set of criteria, or the beginning of its id'),
    new Option('--top <number>', 'Only the first so many items; pinned ones stay (1–1000)').argParser(
      wholeNumber(1, 1000),
    ),
    new Option(
      '--instruction <text>',
      'What the response answers; without a checklist, one is generated from it',
    ).conflicts('task'),
    new Option('--task <file>', 'The same from a file'),
    new Option('--context <file>', 'Audience, source text or other circumstances of the task, from a file'),
    new Option('--no-examples', 'Generate the checklist without examples in the prompt'),
  ];
  for (const option of options) command.addOption(option.helpGroup('What to judge by:'));
  return command;
}

export function addJudgeFlags(command: Command): Command {
  addChecklistFlags(command);
  const options = [
    new Option('--batch', 'Ask for many items in one call; default: one call each, which judges better'),
    new Option('--votes <k>', `Ask k times and take the majority (1–${MAX_VOTES})`)
      .argParser(wholeNumber(1, MAX_VOTES))
      .default(1),
    new Option('--no-analysis', 'Ask for the bare answer, without reasons and quotes'),
    new Option('--no-code-checks', 'Leave to the model what code could count, too'),
    new Option('--seed <text>', 'Shuffle the items of a batch by this seed'),
  ];
  for (const option of options) command.addOption(option.helpGroup('How to judge:'));
  return addModelFlags(addStoreFlags(command)).addHelpText(
    'after',
    `\nKeys, from the environment alone:\n  ${MODEL_KEY_HELP}`,
  );
}

export function judgeOptions({ batch, votes, analysis, codeChecks, seed }: JudgeFlags): JudgeOptions {
  const itemsPerCall = batch === true ? ITEMS_PER_BATCH : 1;
  return { itemsPerCall, votes, analysis, codeChecks, seed: seed ?? null };
}

/** @throws InputError that names a flag which would be passed over */
export function refuseIdleJudgeFlags(
  { batch, votes, analysis, seed }: JudgeFlags,
  { model }: Pick<Settings, 'model'>,
): void {
  const ofModel = [
    ['--batch', batch === true],
    ['--votes', votes > 1],
    ['--no-analysis', !analysis],
  ] as const;
  const idle = model === null ? ofModel.find(([, isGiven]) => isGiven) : undefined;
  if (idle !== undefined)
    throw new InputError(`${idle[0]} needs a model.`, {
      advice: 'Name one with --model, or leave the flag out.',
    });
  if (seed !== undefined && batch !== true)
    throw new InputError('--seed needs --batch: alone, items have no order.', {
      advice: 'Leave it out, or ask for many items in one call.',
    });
}

/** The flags as settings. */
export function judgeSettings(flags: StoreFlags & ModelFlags): Partial<Record<SettingName, unknown>> {
  return { ...modelSettings(flags), store: flags.store };
}

export function share(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError('It must be a number from 0 to 1.');
  return value;
}
