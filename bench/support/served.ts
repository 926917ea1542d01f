/** A server in a process of its own, with what Linux says it took, and the load that a further process puts on it. */
import { execFile, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { residentBytes } from '../../test/support/tree-memory.ts';
import { cpuMsOf } from './cpu-of-process.ts';

const AUTOCANNON = createRequire(import.meta.url).resolve('autocannon');

export class Served {
  readonly url: string;
  readonly #child: ChildProcess;

  constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.#child = child;
  }

  /** Waits until it says its address on one of its outputs. */
  static async start(child: ChildProcess): Promise<Served> {
    let said = '';
    const url = await new Promise<string>((resolve, reject) => {
      for (const output of [child.stdout, child.stderr])
        output?.setEncoding('utf8').on('data', (text: string) => {
          said += text;
          const [found] = /http:\/\/127\.0\.0\.1:\d+/u.exec(said) ?? [];
          if (found !== undefined) resolve(found);
        });
      child.once('close', () => reject(new Error(said)));
    });
    return new Served(url, child);
  }

  /** With all that it started. */
  cpuMs(): number {
    return cpuMsOf(this.#child.pid ?? 0);
  }

  residentMb(): number {
    return residentBytes(this.#child.pid ?? 0) / 1e6;
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('close', resolve));
    this.#child.kill('SIGTERM');
    await ended;
  }
}

const Report = z.object({
  '2xx': z.number(),
  non2xx: z.number(),
  errors: z.number(),
  duration: z.number(),
  latency: z.object({ p50: z.number(), p99: z.number() }),
});

export interface Load {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failed: number;
  /** Of the server, for one request. */
  readonly cpuMicroseconds: number;
}

/** At a given rate, or with bodies. @param flags of autocannon */
export function load(server: Served, path: string, ...flags: readonly string[]): Promise<Load> {
  return measured(server, [AUTOCANNON, '--json', ...flags, server.url + path]);
}

/** As many reads as the server answers. */
export function fullLoad(server: Served, path: string): Promise<Load> {
  const program = join(import.meta.dirname, 'full-load.ts');
  return measured(server, ['--import', 'tsx', program, server.url + path, '64', '8']);
}

async function measured(server: Served, program: readonly string[]): Promise<Load> {
  const cpuMs = server.cpuMs();
  const { stdout } = await promisify(execFile)(process.execPath, program);
  const { '2xx': answered, non2xx, errors, duration, latency } = Report.parse(JSON.parse(stdout));
  return {
    perSecond: Math.round(answered / duration),
    ...{ p50Ms: latency.p50, p99Ms: latency.p99, failed: non2xx + errors },
    cpuMicroseconds: Math.round((1_000 * (server.cpuMs() - cpuMs)) / (answered + non2xx)),
  };
}
