/** Runs one command line from its arguments to its exit code. */
import { CommanderError } from 'commander';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { createProgram } from './program.ts';
import type { Shell } from './shell.ts';

/** @param args without node and the script */
export async function runCli(args: readonly string[], shell: Shell): Promise<ExitCode> {
  // A reader that has gone (`| head -1`) is no error of ours; whoever writes a result hears of every other failure.
  shell.stdout.on('error', () => undefined);
  shell.stderr.on('error', () => undefined);
  let exitCode: ExitCode = EXIT.done;
  const program = createProgram(shell, (code) => (exitCode = code));
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander has said what there is to say; help and version that were asked for end with 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.badInput;
    const { reportError } = await import('./output/report-error.ts');
    return reportError(error, shell);
  }
}
