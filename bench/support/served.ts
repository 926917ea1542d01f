/** A server in a process of its own, with what Linux says it took, and the load that a further process puts on it. */
import { execFile, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import process from 'node:process';
import { promisify } from 'node:util';
import { z } from 'zod';

/** Of CPU time in /proc, on all usual builds of Linux. */
const TICKS_PER_SECOND = 100;
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

  cpuSeconds(): number {
    // The name of the program, in brackets, may hold spaces.
    const fields = readFileSync(`/proc/${this.#child.pid}/stat`, 'utf8')
      .replace(/^.*\) /su, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  }

  residentMb(): number {
    const kilobytes = /^VmRSS:\s+(\d+)/mu.exec(readFileSync(`/proc/${this.#child.pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes) / 1024;
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

/** @param flags of autocannon */
export async function load(server: Served, path: string, ...flags: readonly string[]): Promise<Load> {
  const cpuSeconds = server.cpuSeconds();
  const { stdout } = await promisify(execFile)(process.execPath, [AUTOCANNON, '--json', ...flags, server.url + path]);
  const { '2xx': answered, non2xx, errors, duration, latency } = Report.parse(JSON.parse(stdout));
  return {
    perSecond: Math.round(answered / duration),
    ...{ p50Ms: latency.p50, p99Ms: latency.p99, failed: non2xx + errors },
    cpuMicroseconds: Math.round(((server.cpuSeconds() - cpuSeconds) / (answered + non2xx)) * 1e6),
  };
}
