/** What went wrong, for people and as an exit code. */
import {
  CancelledError,
  GroundruleError,
  InputError,
  LimitError,
  NoAnswerError,
  StepFailedError,
  UnavailableError,
} from '../../domain/errors.ts';
import { wrapLines } from '../../report/wrap.ts';
import { printable } from '../../text/printable.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Shell } from '../shell.ts';
import { colorsOf, layoutOf } from './layout-of.ts';

export function reportError(error: unknown, { stderr, env }: Pick<Shell, 'stderr' | 'env'>): ExitCode {
  const colors = colorsOf(stderr, env);
  const say = (text: string, ...commands: readonly string[]) =>
    stderr.write(`${wrapLines([text, ...commands].join(': '), layoutOf(stderr, env).edge, commands)}\n`);
  if (!(error instanceof GroundruleError)) {
    const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
    say(colors.red(printable(details)));
    say('This is a bug in groundrule. Please report it with the lines above.');
    return EXIT.bug;
  }
  say(colors.red(`groundrule: ${printable(error.message)}`));
  if (error.advice !== null) say(printable(error.advice), ...(error.command === null ? [] : [error.command]));
  return exitCodeOf(error);
}

function exitCodeOf(error: GroundruleError): ExitCode {
  if (error instanceof InputError) return EXIT.badInput;
  if (error instanceof UnavailableError) return EXIT.unavailable;
  if (error instanceof NoAnswerError) return EXIT.incomplete;
  if (error instanceof StepFailedError) return EXIT.stepFailed;
  if (error instanceof LimitError) return EXIT.limitReached;
  // The reason of the signal that stopped the run is the name of what the process was sent.
  if (error instanceof CancelledError) return error.cause === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted;
  return EXIT.bug;
}
