/** What the command line needs of the process; tests bring their own. */
import type { Readable, Writable } from 'node:stream';

export interface InputStream extends Readable {
  readonly isTTY?: boolean;
}

export type OutputStream = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
};

export type StopSignal = 'SIGINT' | 'SIGTERM';

export interface Shell {
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  on(event: StopSignal, handler: () => void): unknown;
  off(event: StopSignal, handler: () => void): unknown;
  exit(code: number): never;
}
