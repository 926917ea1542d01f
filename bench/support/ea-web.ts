/** EA-Web runs, each in a fresh process. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import { CriteriaSet } from '../../src/domain/criteria-set.ts';
import { DoublesReport } from './doubles-report.ts';
import { INSTRUCTION } from './guide-world.ts';

export const EaWebRun = z.object({ set: CriteriaSet, wallMs: z.number(), cpuMs: z.number() });
export type EaWebRun = z.infer<typeof EaWebRun>;

export interface Doubles {
  report(): Promise<DoublesReport>;
  stop(): void;
}

/** @param kinds of text, of a benchmark */
export function startDoubles(world: 'one-task' | 'benchmark' = 'one-task', kinds = 0): Doubles {
  const child = start('doubles.ts', world, String(kinds));
  return {
    report: async () => {
      const received = message(child);
      child.send('report');
      return DoublesReport.parse(await received);
    },
    stop: () => child.kill(),
  };
}

/** One process of the built package. */
export async function runEaWeb(settings: Readonly<Record<string, unknown>>): Promise<EaWebRun> {
  const child = fork(join(import.meta.dirname, 'ea-web-run.mjs'), { execArgv: [] });
  await message(child);
  child.send({ flags: settings, instruction: INSTRUCTION });
  return EaWebRun.parse(await message(child));
}

/** Of all pages, one after another. */
export async function extractionCpuMs(): Promise<number> {
  return z.number().parse(await message(start('extraction-cpu.ts')));
}

function start(name: string, ...args: readonly string[]): ChildProcess {
  return fork(join(import.meta.dirname, name), args, { execArgv: ['--import', 'tsx'] });
}

async function message(child: ChildProcess): Promise<unknown> {
  const answered = new AbortController();
  const ended = once(child, 'exit', answered).then(([code]: unknown[]) => {
    throw new Error(`The process ended with ${String(code)} before it answered.`);
  });
  try {
    const [received] = (await Promise.race([once(child, 'message', answered), ended])) as unknown[];
    return received;
  } finally {
    ended.catch(() => undefined);
    answered.abort();
  }
}
