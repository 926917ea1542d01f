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
import { addExamples, type MakeCommand } from './define-command.ts';
import { EXIT, type ExitCode, type Finish } from './exit-codes.ts';
import { colorsOf, hasColors, layoutOf } from './output/open-output.ts';
import { reportError } from './output/report-error.ts';
import type { Shell } from './shell.ts';

const MAX_HELP_WIDTH = 120;

/** What help lists, by what people come for, in this order: each command with its line, of 60 characters at most. */
const COMMANDS: Readonly<Record<string, readonly (readonly [MakeCommand, string])[]>> = {
  Discover: [
    [discoverCommand, 'Discover the criteria of a writing task'],
    [precomputeCommand, 'Discover the criteria of many tasks; run again to resume'],
    [libraryCommand, 'Keep a folder of guides; list what the bundled ones cover'],
  ],
  Judge: [
    [judgeCommand, 'Judge responses by a checklist, or score them'],
    [compareCommand, 'Say which of two responses is better'],
    [bestOfCommand, 'Pick the best of several responses'],
    [refineCommand, 'Improve a response by what a checklist finds unmet'],
    [checklistCommand, 'Make, read and edit checklists'],
    [testCommand, 'Judge several sources on several tasks, as a suite says'],
    [protocolsCommand, 'List the ways of judging, and what each costs'],
  ],
  'Look at what is stored': [
    [listCommand, 'List the stored sets of criteria'],
    [showCommand, 'Print a set again'],
    [auditCommand, 'Show what each criterion rests on; check the record'],
    [viewCommand, 'Open the audit pages in a browser'],
    [setsCommand, 'List and remove stored sets'],
  ],
  Measure: [
    [measureCommand, 'Measure whether criteria, or a judge, can be trusted'],
    [actionabilityCommand, 'Measure whether criteria tell a writer what to do'],
    [experimentCommand, 'Repeat the papers’ experiments, or run your own'],
    [exportDpoCommand, 'Turn preference pairs round, for a DPO trainer'],
  ],
  Serve: [
    [serveCommand, 'Serve criteria and judgements over HTTP'],
    [mcpCommand, 'Serve agents over stdin and stdout (MCP)'],
    [keysCommand, 'Make, list and revoke API keys of the service'],
    [workerCommand, 'Work on queued jobs, on any number of machines'],
    [queueCommand, 'Show and steer queued jobs'],
  ],
  Keep: [
    [cacheCommand, 'Carry sets from store to store, or publish them'],
    [storeCommand, 'See how much room the store takes, and make room'],
    [doctorCommand, 'Check the installation, settings and searches'],
    [trustCommand, 'Trust this folder’s config file, or a suite'],
    [schemaCommand, 'Print the JSON Schema of a set of criteria'],
  ],
};

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
    .commandsGroup('Help:')
    .helpCommand('help [command]', 'Print the help of a command');
  for (const [group, commands] of Object.entries(COMMANDS))
    for (const [make, summary] of commands)
      program.addCommand(make(shell, finish).summary(summary).helpGroup(`${group}:`));
  addExamples(program, [
    'groundrule discover "Write a cover letter for a junior data analyst"',
    'groundrule discover --help',
    'groundrule audit cs_1a2b3c',
  ]);
  program.addHelpText(
    'after',
    '\nExit codes: 0 done, 2 bad input, 10 questions unanswered; all of them in docs/commands.md.',
  );
  setUpStreams(program, shell);
  program.configureHelp({ ...program.configureHelp(), subcommandTerm: (command) => command.name() });
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
