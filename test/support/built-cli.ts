/** Runs the built command line in a process of its own, with a data folder and an environment of its own. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, '..', '..', 'dist/bin/main.js');

export interface BuiltRun {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface BuiltCliOptions {
  /** Holds all that the program keeps: `HOME`, `XDG_DATA_HOME`; also where it runs. */
  readonly home: string;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export function startBuiltCli(
  args: readonly string[],
  { home, env = {} }: BuiltCliOptions,
): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [MAIN, ...args], {
    cwd: home,
    env: { PATH: process.env['PATH'], HOME: home, XDG_DATA_HOME: join(home, 'data'), ...env },
  });
}

export function runBuiltCli(args: readonly string[], options: BuiltCliOptions): Promise<BuiltRun> {
  const child = startBuiltCli(args, options);
  child.stdin.on('error', () => undefined).end(options.stdin ?? '');
  return ended(child);
}

export function ended(child: ChildProcessWithoutNullStreams): Promise<BuiltRun> {
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}
