/** The commands and their help. Light: a command loads what it needs when it runs. */
import { Command, CommanderError } from 'commander';
import { addressesIn, secretsIn } from '../config/environment.ts';
import { packageInfo } from '../config/package-root.ts';
import { wrapLines } from '../report/wrap.ts';
import { actionabilityCommand } from './commands/actionability.ts';
import { auditCommand } from './commands/audit.ts';
import { bestOfCommand } from './commands/best-of.ts';
import { cacheCommand } from './commands/cache.ts';
import { checklistCommand } from './commands/checklist.ts';
import { compareCommand } from './commands/compare.ts';
import { discoverCommand } from './commands/discover.ts';
import { doctorCommand } from './commands/doctor.ts';
import { experimentCommand } from './commands/experiment.ts';
import { exportDpoCommand } from './commands/export-dpo.ts';
import { judgeCommand } from './commands/judge.ts';
import { keysCommand } from './commands/keys.ts';
import { libraryCommand } from './commands/library.ts';
import { mcpCommand } from './commands/mcp.ts';
import { measureCommand } from './commands/measure.ts';
import { precomputeCommand } from './commands/precompute.ts';
import { protocolsCommand } from './commands/protocols.ts';
import { queueCommand } from './commands/queue.ts';
import { refineCommand } from './commands/refine.ts';
import { serveCommand, viewCommand } from './commands/serve.ts';
import { listCommand, schemaCommand, setsCommand, showCommand } from './commands/sets.ts';
import { storeCommand } from './commands/store.ts';
import { testCommand } from './commands/test.ts';
import { trustCommand } from './commands/trust.ts';
import { workerCommand } from './commands/worker.ts';
import { printable } from '../text/printable.ts';
import { keepSecret, keepSecretsIn } from '../text/redact.ts';
import { addExamples } from './define-command.ts';
import { EXIT, exitCodeHelp, type ExitCode, type Finish } from './exit-codes.ts';
import { colorsOf, hasColors, layoutOf } from './output/open-output.ts';
import { reportError } from './output/report-error.ts';
import type { Shell } from './shell.ts';

const MAX_HELP_WIDTH = 120;

/** In the order in which help lists them. */
const COMMANDS = [
  discoverCommand,
  precomputeCommand,
  workerCommand,
  queueCommand,
  showCommand,
  auditCommand,
  checklistCommand,
  judgeCommand,
  testCommand,
  compareCommand,
  protocolsCommand,
  refineCommand,
  bestOfCommand,
  actionabilityCommand,
  serveCommand,
  viewCommand,
  mcpCommand,
  keysCommand,
  exportDpoCommand,
  measureCommand,
  experimentCommand,
  listCommand,
  setsCommand,
  storeCommand,
  cacheCommand,
  libraryCommand,
  schemaCommand,
  doctorCommand,
  trustCommand,
];

/**
 * Runs one command line from its arguments to its exit code.
 * @param args without node and the script
 */
export async function runCli(args: readonly string[], shell: Shell): Promise<ExitCode> {
  // A reader that has gone (`| head -1`) is no error of ours; whoever writes a result hears of every other failure.
  shell.stdout.on('error', () => undefined);
  shell.stderr.on('error', () => undefined);
  keepSecret(...secretsIn(shell.env));
  keepSecretsIn(...args, ...addressesIn(shell.env));
  let exitCode: ExitCode = EXIT.done;
  const program = createProgram(shell, (code) => (exitCode = code));
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander has said what there is to say; help and version that were asked for end with 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.badInput;
    return reportError(error, shell);
  }
}

/** All commands; what they print about themselves is the help, and docs/commands.md. */
export function createProgram(shell: Shell, finish: Finish): Command {
  const program = new Command('groundrule')
    .description(
      'Discovers the implicit criteria of a writing task from expert guidance, with the quotes and sources that ground each one, and judges responses by them.',
    )
    .version(packageInfo().version, '-V, --version', 'Print the version')
    .helpCommand('help [command]', 'Print the help of a command');
  for (const make of COMMANDS) program.addCommand(make(shell, finish));
  addExamples(program, [
    'groundrule discover "Write a cover letter for a junior data analyst"',
    'groundrule discover --help',
    'groundrule audit cs_1a2b3c',
  ]);
  program.addHelpText('after', `\n${exitCodeHelp()}`);
  setUpStreams(program, shell);
  return program;
}

/** The same everywhere: output to the shell's streams, errors as exceptions, a hint where to look. */
function setUpStreams(command: Command, shell: Shell): void {
  const width = Math.min(layoutOf(shell.stdout, shell.env).width, MAX_HELP_WIDTH);
  const { bold } = colorsOf(shell.stdout, shell.env);
  command
    .helpOption('-h, --help', 'Print help')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => shell.stdout.write(text),
      writeErr: (text) => shell.stderr.write(text),
      outputError: (text, write) =>
        write(wrapLines(printable(text).replace(/^error: /u, 'groundrule: '), layoutOf(shell.stderr, shell.env).edge)),
      getOutHelpWidth: () => width,
      getErrHelpWidth: () => width,
      getOutHasColors: () => hasColors(shell.stdout, shell.env),
      getErrHasColors: () => hasColors(shell.stderr, shell.env),
    })
    .configureHelp({ styleTitle: bold, styleCommandText: bold })
    .showHelpAfterError(`“${nameOf(command)} --help” shows what there is.`);
  for (const part of command.commands) setUpStreams(part, shell);
}

/** As it is typed: `npx groundrule cache export`. */
function nameOf(command: Command): string {
  return command.parent === null ? `npx ${command.name()}` : `${nameOf(command.parent)} ${command.name()}`;
}
