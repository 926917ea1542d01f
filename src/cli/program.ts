/** The commands and their help. Light: a command is loaded when it is named, and what it needs when it runs. */
import { Command, CommanderError, Help, type Option } from 'commander';
import { addressesIn, secretsIn } from '../config/environment.ts';
import { packageInfo } from '../config/package-root.ts';
import { printable } from '../text/printable.ts';
import { keepSecret, keepSecretsIn } from '../text/redact.ts';
import { addExamples, showAllExamples } from './add-examples.ts';
import { COMMANDS } from './command-table.ts';
import { EXIT, type ExitCode, type Finish } from './exit-codes.ts';
import { colorsOf, hasColors, layoutOf } from './output/layout-of.ts';
import type { OutputStream, Shell } from './shell.ts';

const MAX_HELP_WIDTH = 120;
/** Not in help: what a shell's completion script calls. */
const COMPLETE = 'complete';
/** Help shows every flag, not the usual ones only. */
const ALL = '--all';

export async function runCli(args: readonly string[], shell: Shell): Promise<ExitCode> {
  // Ignore EPIPE (`| head -1`); whoever writes a result is told of every other failure.
  shell.stdout.on('error', () => undefined);
  shell.stderr.on('error', () => undefined);
  keepSecret(...secretsIn(shell.env));
  keepSecretsIn(...args, ...addressesIn(shell.env));
  let exitCode: ExitCode = EXIT.done;
  let [help, hint] = ['', ''];
  const program = await createProgram(shell, (code) => (exitCode = code), {
    args,
    writeHelp: (text) => (help += text),
    writeHint: (text) => (hint += text),
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    if (help !== '') await writeWrapped(help, shell.stdout, shell.env);
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      const { reportError } = await import('./output/report-error.ts');
      return reportError(error, shell);
    }
    // Help and version that were asked for end with 0.
    if (error.exitCode === 0) {
      await writeWrapped(help, shell.stdout, shell.env);
      return EXIT.done;
    }
    const refusal = `${printable(error.message).replace(/^error: /u, 'groundrule: ')}\n`;
    await writeWrapped(hint, shell.stderr, shell.env, error.code === 'commander.help' ? '' : refusal);
    return EXIT.badInput;
  }
}

/** Of help, which is ours alone. */
const COMMANDS_TO_TYPE = /(?<=^ {2})\$ .+$|(?<=more flags: ).+$/gmu;

/** @param refusal in front of the help; it may hold words of the user */
async function writeWrapped(help: string, stream: OutputStream, env: Shell['env'], refusal = ''): Promise<void> {
  const { wrapLines } = await import('../report/wrap.ts');
  const { edge } = layoutOf(stream, env);
  stream.write(wrapLines(refusal, edge) + wrapLines(help, edge, help.match(COMMANDS_TO_TYPE) ?? []));
}

interface ProgramOptions {
  /** Only commands named here are loaded, and help shows the usual flags unless it has `--all`; default: everything. */
  readonly args?: readonly string[];
  readonly writeHelp?: (text: string) => void;
  /** Takes what commander prints on stderr beside its error. */
  readonly writeHint?: (text: string) => void;
}

/** All commands; what they print about themselves is the help, and docs/commands.md. */
export async function createProgram(
  shell: Shell,
  finish: Finish,
  {
    args,
    writeHelp = (text) => shell.stdout.write(text),
    writeHint = (text) => shell.stderr.write(text),
  }: ProgramOptions = {},
): Promise<Command> {
  const program = new Command('groundrule')
    .description(
      'Discovers the implicit criteria of a writing task from expert guidance, with the quotes and sources that ground each one, and judges responses by them.',
    )
    .version(packageInfo().version, '-V, --version', 'Print the version')
    .helpCommand(false);
  const isNamed = (name: string) => args === undefined || args.includes(name);
  for (const [group, commands] of Object.entries(COMMANDS))
    for (const [name, summary, load] of commands) {
      const command = isNamed(name) ? (await load()).command(shell, finish) : new Command(name);
      program.addCommand(command.summary(summary).helpGroup(`${group}:`));
    }
  if (args?.[0] === COMPLETE) {
    const { completeCommand } = await import('./commands/completion.ts');
    program.addCommand(completeCommand(program)(shell, finish), { hidden: true });
  }
  program.addCommand(helpCommand(program).helpGroup('Help:'));
  addExamples(program, [
    'groundrule discover "Write a cover letter"',
    'groundrule discover --help',
    'groundrule audit cs_1a2b3c',
  ]);
  program.addHelpText('after', '\nExit codes: 0 done, 2 bad input; all in docs/commands.md');
  setUpStreams(program, shell, { isWhole: args === undefined || args.includes(ALL), writeHelp, writeHint });
  program.configureHelp({ ...program.configureHelp(), subcommandTerm: (command) => command.name() });
  return program;
}

function helpCommand(program: Command): Command {
  return new Command('help')
    .argument('[command...]', 'Its name')
    .option(ALL, 'Every flag, not the usual ones only')
    .summary('Print the help of a command')
    .description('Print the help of a command')
    .action(async (names: readonly string[]) => {
      let command = program;
      for (const name of names) {
        const found = command.commands.find((part) => part.name() === name || part.aliases().includes(name));
        // Refused as it would be without “help”: with the nearest name.
        if (found === undefined) {
          await program.parseAsync([...names], { from: 'user' });
          return;
        }
        command = found;
      }
      command.outputHelp();
    });
}

interface HelpSetup extends Required<Pick<ProgramOptions, 'writeHelp' | 'writeHint'>> {
  readonly isWhole: boolean;
}

/** The same everywhere: output to the shell's streams, errors as exceptions, a hint where to look. */
function setUpStreams(command: Command, shell: Shell, setup: HelpSetup): void {
  const width = Math.min(layoutOf(shell.stdout, shell.env).width, MAX_HELP_WIDTH);
  const { bold } = colorsOf(shell.stdout, shell.env);
  const shown = (options: readonly Option[]) => (setup.isWhole ? [...options] : usualOptions(options));
  const help = new Help();
  command
    .helpOption('-h, --help', 'Print help')
    .exitOverride()
    .configureOutput({
      writeOut: setup.writeHelp,
      writeErr: setup.writeHint,
      outputError: () => undefined,
      getOutHelpWidth: () => width,
      getErrHelpWidth: () => width,
      getOutHasColors: () => hasColors(shell.stdout, shell.env),
      getErrHasColors: () => hasColors(shell.stderr, shell.env),
    })
    .configureHelp({
      // On a narrow terminal too: else long lines are left to the terminal, which breaks words.
      minWidthToWrap: 20,
      styleTitle: bold,
      styleCommandText: bold,
      // Only where help is printed: a misspelt flag is compared with all of them.
      formatHelp: (described, helper) => {
        helper.visibleOptions = (each) => shown(help.visibleOptions(each));
        return help.formatHelp.call(helper, described, helper);
      },
    })
    .showHelpAfterError(`“${nameOf(command)} --help” shows what there is.`);
  if (setup.isWhole) showAllExamples(command);
  const all = help.visibleOptions(command);
  const hiddenCount = all.length - shown(all).length;
  if (hiddenCount > 0) command.addHelpText('after', `\n${hiddenCount} more flags: ${nameOf(command)} --help ${ALL}`);
  for (const part of command.commands) setUpStreams(part, shell, setup);
}

/** As it is typed: `npx groundrule cache export`. */
function nameOf(command: Command): string {
  return command.parent === null ? `npx ${command.name()}` : `${nameOf(command.parent)} ${command.name()}`;
}

const MAX_SHOWN = 10;

/** What people use, the most used first, whatever the command. */
const USUAL = [
  ...['--file', '--context', '--checklist', '--set', '--instruction', '--task', '--data', '--model', '--min'],
  ...['--library', '--search', '--kind', '--top', '--format', '--out', '--port', '--max-usd', '--base-url', '--store'],
  ...['--dry-run', '--quiet'],
];

/** The flags that help shows unless every flag is asked for. */
function usualOptions(options: readonly Option[]): Option[] {
  const isKept = ({ mandatory, long }: Option) => mandatory || long === '--help';
  const rankOf = ({ long }: Option) => (USUAL.includes(long ?? '') ? USUAL.indexOf(long ?? '') : USUAL.length);
  const others = options.filter((option) => !isKept(option));
  const usual = new Set([...others].sort((a, b) => rankOf(a) - rankOf(b)).slice(0, MAX_SHOWN));
  return options.filter((option) => isKept(option) || usual.has(option));
}
