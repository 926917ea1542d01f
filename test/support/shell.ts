/** A shell for tests of the command line: streams that are kept, an environment of its own. */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { runCli } from '../../src/cli/program.ts';
import type { OutputStream, Shell, StopSignal } from '../../src/cli/shell.ts';

export interface ShellSpec {
  readonly stdin?: string | Uint8Array;
  /** Whether stdin is a terminal, which gives nothing. */
  readonly stdinIsTty?: boolean;
  /** Columns of a terminal that stdout and stderr are; absent: they are no terminal. */
  readonly terminal?: number;
  /** Whether stdout goes to a file though there is a terminal. */
  readonly redirectsStdout?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

export interface TestShell extends Shell {
  readonly output: () => string;
  readonly errors: () => string;
  /** What the process is sent. */
  readonly send: (signal: StopSignal) => void;
  readonly exits: number[];
}

/** Nothing of whoever runs the tests is read or changed. */
const FOLDER = join(tmpdir(), `groundrule-tests-${process.pid}`);
const OWN_FOLDERS = { XDG_CONFIG_HOME: join(FOLDER, 'config'), XDG_DATA_HOME: join(FOLDER, 'data') };
process.once('exit', () => rmSync(FOLDER, { recursive: true, force: true }));

export function testShell({
  stdin = '',
  stdinIsTty,
  terminal,
  redirectsStdout = false,
  env = {},
}: ShellSpec = {}): TestShell {
  const [stdout, output] = keeper(redirectsStdout ? undefined : terminal);
  const [stderr, errors] = keeper(terminal);
  const handlers = new Map<StopSignal, () => void>();
  const exits: number[] = [];
  const input = stdinIsTty === true && stdin === '' ? new PassThrough() : Readable.from([Buffer.from(stdin)]);
  return {
    stdin: Object.assign(input, stdinIsTty === undefined ? {} : { isTTY: stdinIsTty }),
    stdout,
    stderr,
    env: { ...OWN_FOLDERS, ...env },
    on: (name, handler) => handlers.set(name, handler),
    off: (name) => handlers.delete(name),
    exit: (code) => {
      exits.push(code);
      throw new Error('the process would end here');
    },
    output,
    errors,
    send: (signal) => handlers.get(signal)?.(),
    exits,
  };
}

function keeper(columns: number | undefined): [OutputStream, () => string] {
  let kept = '';
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      kept += chunk.toString('utf8');
      done();
    },
  });
  return [Object.assign(stream, columns === undefined ? {} : { isTTY: true, columns }), () => kept];
}

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const ROOT = process.cwd();
let runs = 0;

/** As `runBuiltCli`, in this process: with a data folder of its own, and run where it lies. */
export async function cliIn(
  args: readonly string[],
  { home, env, ...spec }: ShellSpec & { readonly home: string },
): Promise<CliResult> {
  if (runs > 0 && process.cwd() !== home) throw new Error('This process runs in another folder.');
  runs += 1;
  process.chdir(home);
  try {
    return await cli(args, {
      ...spec,
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: home,
        XDG_CONFIG_HOME: join(home, 'config'),
        XDG_DATA_HOME: join(home, 'data'),
        ...env,
      },
    });
  } finally {
    runs -= 1;
    if (runs === 0) process.chdir(ROOT);
  }
}

/** Runs a command line in this process. */
export async function cli(args: readonly string[], spec: ShellSpec = {}): Promise<CliResult> {
  const shell = testShell(spec);
  const code = await runCli(args, shell);
  return { code, stdout: shell.output(), stderr: shell.errors() };
}
