/** Runs a program for what it writes: without a shell, with few variables, and bounded in time and size. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { CancelledError, messageOf } from '../domain/errors.ts';
import { done, unscored, type Outcome } from '../domain/outcome.ts';
import { printableLine } from '../text/printable.ts';
import { keepSecretsOf, redact } from '../text/redact.ts';

const MAX_OUTPUT_BYTES = 4_000_000;
const MAX_COMPLAINT_CHARS = 400;

export interface CommandToRun {
  /** The program and its arguments. */
  readonly command: readonly string[];
  readonly folder: string;
  /** What the environment has; the program gets only what `variables` names, and a few that hold no secrets. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly variables: readonly string[];
  readonly stdin: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** What programs need to be found and to write their own files and messages. */
const COMMON_VARIABLES = ['PATH', 'HOME', 'LANG', 'TMPDIR'];

/**
 * What it wrote to stdout, secrets covered; `unscored` where it failed, took too long, or wrote too much or no UTF-8.
 * @throws CancelledError where `signal` stops it
 */
export function runCommand(options: CommandToRun): Promise<Outcome<string>> {
  const { command, folder, environment, variables, stdin, timeoutMs, signal } = options;
  const [program = '', ...args] = command;
  const names = [...COMMON_VARIABLES, ...variables];
  const env = Object.fromEntries(
    names.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
  );
  // A program of the same user can read the variables of its parent, too.
  keepSecretsOf(environment);
  return new Promise((resolve, reject) => {
    // A group of its own, so that what it starts can be ended with it.
    const hasGroup = process.platform !== 'win32';
    let child: ChildProcessWithoutNullStreams;
    try {
      child = spawn(program, args, { cwd: folder, env, detached: hasGroup });
    } catch (error) {
      // Such as a path through a file, or an argument that is too long; of others an event tells.
      resolve(unscored(`${program} cannot be run: ${messageOf(error)}.`));
      return;
    }
    let endedFor: string | null = null;
    const end = (reason: string) => {
      endedFor ??= reason;
      try {
        if (hasGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
        else child.kill('SIGKILL');
      } catch {
        // It has ended by itself.
      }
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const timer = setTimeout(() => end(`took longer than ${timeoutMs / 1000} s`), timeoutMs);
    const stop = () => end('was stopped');
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    const settle = (reason: string | null) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      if (signal.aborted) reject(new CancelledError(`Stopped while ${program} ran.`, { cause: signal.reason }));
      else resolve(reason === null ? textOf(Buffer.concat(written), program) : unscored(`${program} ${reason}.`));
    };

    const written: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_OUTPUT_BYTES) end(`wrote more than ${MAX_OUTPUT_BYTES} bytes`);
      else written.push(chunk);
    });
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-MAX_COMPLAINT_CHARS);
    });
    // A program need not read what it is given.
    child.stdin.on('error', () => undefined).end(stdin);
    child.on('error', ({ message }) => settle(`cannot be run: ${message}`));
    child.on('close', (code, killedBy) => {
      const said = complaint.trim() === '' ? '' : `: ${printableLine(complaint)}`;
      const failed = code === 0 ? null : `ended with ${code === null ? String(killedBy) : `exit code ${code}`}${said}`;
      settle(endedFor ?? failed);
    });
  });
}

function textOf(bytes: Buffer, program: string): Outcome<string> {
  try {
    return done(redact(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch {
    return unscored(`${program} wrote what is not UTF-8 text.`);
  }
}
