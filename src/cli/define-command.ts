/** A command in one place: what it takes, its help, and what it does. What it does is loaded when it runs. */
import { Argument, Command, Option } from 'commander';
import { MODEL_KEY_VARIABLES, SEARCH_KEYS } from '../config/environment.ts';
import { FLAG_GROUPS, isRepeatable } from '../config/setting-kinds.ts';
import { describeSetting, SETTINGS, type SettingName } from '../config/settings.ts';
import { addExamples } from './add-examples.ts';
import type { ExitCode, Finish } from './exit-codes.ts';
import { asTyped, collecting, type Flag, type Flags, type ValuesOf } from './flag.ts';
import { outFlag } from './flags.ts';
import type { Session, Work } from './session.ts';
import type { Shell } from './shell.ts';

/** As help shows it, its meaning, and the only values that it may have: `['<responses...>', 'Files, …']`. */
type ArgumentDefinition = readonly [syntax: string, meaning: string, choices?: readonly string[]];

type ArgumentValue<Syntax extends string> = Syntax extends `${string}...${string}`
  ? readonly string[]
  : Syntax extends `[${string}`
    ? string | undefined
    : string;

type ArgumentValues<Arguments extends readonly ArgumentDefinition[]> = {
  -readonly [Index in keyof Arguments]: ArgumentValue<Arguments[Index][0]>;
};

interface Described {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly description: string;
  readonly examples?: readonly string[];
}

interface CommandDefinition<Arguments extends readonly ArgumentDefinition[], Given extends Flags> extends Described {
  readonly arguments?: Arguments;
  readonly flags?: Given;
  /** Those that have a flag here. */
  readonly settings?: readonly SettingName[];
  /** What the settings are for: those that contradict each other then, or have no effect, are refused. */
  readonly work?: Work;
  /** Clients of a service are told when the store is away; other commands wait for it. */
  readonly isService?: true;
  readonly run: (
    session: Session<ValuesOf<Given>>,
    ...typed: ArgumentValues<Arguments>
  ) => Promise<ExitCode | undefined>;
}

/** @param finish takes the exit code of what was run */
export type MakeCommand = (shell: Shell, finish: Finish) => Command;

export function defineCommand<
  const Arguments extends readonly ArgumentDefinition[] = readonly [],
  const Given extends Flags = Readonly<Record<string, Flag<never>>>,
>(definition: CommandDefinition<Arguments, Given>): MakeCommand {
  const { settings = [], work, isService = false, run } = definition;
  return (shell, finish) => {
    const command = described(definition);
    for (const [syntax, meaning, choices] of definition.arguments ?? []) {
      const argument = new Argument(syntax, meaning);
      command.addArgument(choices === undefined ? argument : argument.choices(choices));
    }
    const flags = Object.entries(definition.flags ?? {});
    for (const [, flag] of flags) command.addOption(flag);
    const ofSettings = settings.map((name) => [name, optionOf(name)] as const);
    for (const [, option] of ofSettings) command.addOption(option);
    if (settings.length > 0)
      command.option('--config <file>', 'Config file; default: groundrule.config.json in this folder, if there');
    addKeyHelp(command, settings);
    addExamples(command, definition.examples ?? []);

    return command.action(async () => {
      const typed: Readonly<Record<string, unknown>> = command.opts();
      const valueOf = (option: Option) => typed[option.attributeName()];
      const typedFlags = flags
        .map(([, flag]) => flag)
        .filter((flag) => command.getOptionValueSource(flag.attributeName()) === 'cli');
      refuseWithoutNeeded(command, typedFlags);
      const { runInSession } = await import('./session.ts');
      const call = {
        shell,
        flags: Object.fromEntries(flags.map(([name, flag]) => [name, valueOf(flag)])) as ValuesOf<Given>,
        settings: Object.fromEntries(ofSettings.map(([name, option]) => [name, valueOf(option)])),
        configFile: textOf(typed['config']),
        outFile: flags.some(([, flag]) => flag === outFlag) ? textOf(valueOf(outFlag)) : undefined,
        work,
        // A flag with its default value has no effect with a model either.
        modelFlags: typedFlags
          .filter((flag) => flag.isForModel && valueOf(flag) !== flag.defaultValue)
          .map(({ long }) => long ?? ''),
        isService,
      };
      const typedArguments = command.processedArgs as ArgumentValues<Arguments>;
      finish(await runInSession(call, (session) => run(session, ...typedArguments)));
    });
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Ends the command with a message, as commander does for flags that conflict. */
function refuseWithoutNeeded(command: Command, typedFlags: readonly Flag<unknown>[]): void {
  for (const flag of typedFlags)
    for (const name of flag.neededFlags) {
      const needed = command.options.find((option) => option.attributeName() === name);
      if (needed !== undefined && command.getOptionValue(name) === undefined)
        command.error(`error: option '${flag.flags}' needs option '${needed.flags}'`);
    }
}

/** A command that only has commands of its own. */
export function defineGroup(definition: Described & { readonly commands: readonly MakeCommand[] }): MakeCommand {
  return (shell, finish) => {
    const command = described(definition);
    for (const make of definition.commands) command.addCommand(make(shell, finish));
    return addExamples(command, definition.examples ?? []);
  };
}

function described({ name, aliases = [], description }: Described): Command {
  return new Command(name).description(description).aliases(aliases);
}

/** Its value is checked with the other settings, not here. */
function optionOf(name: SettingName): Option {
  const { flag } = SETTINGS[name];
  if (flag === null) throw new Error(`The setting ${name} has no flag.`);
  const option = new Option(flag.syntax, describeSetting(name));
  if (isRepeatable(SETTINGS[name])) option.argParser(collecting(asTyped));
  const title = FLAG_GROUPS[flag.group];
  return title === undefined ? option : option.helpGroup(title);
}

function addKeyHelp(command: Command, settings: readonly SettingName[]): void {
  const { modelKey, openaiKey } = MODEL_KEY_VARIABLES;
  const ofSearches = SEARCH_KEYS.map(({ variable }) => variable);
  const half = Math.ceil(ofSearches.length / 2);
  const title = ['', 'Keys, from the environment alone:'];
  const ofModel = [
    `  model     ${modelKey}; for OpenAI itself, ${openaiKey} too`,
    '            (setting a key does not enable the model)',
  ];
  const lines = [
    ...(settings.includes('model') ? ofModel : []),
    ...(settings.includes('search')
      ? [`  searches  ${ofSearches.slice(0, half).join(', ')},`, `            ${ofSearches.slice(half).join(', ')}`]
      : []),
  ];
  if (lines.length > 0) command.addHelpText('after', [...title, ...lines].join('\n'));
}
