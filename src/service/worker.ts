/**
 * Jobs in a process of their own, which they share: its client, limiters and caches are theirs together. Where one of them
 * lets the others have no turn, the process is killed, and each of them is done again in a process for itself, in which it
 * holds nobody: the one that does so again has failed.
 */
import type { JobRunner, WorkOutcome } from '../jobs/queue/job-runner.ts';
import { problem } from './problems.ts';
import { HeldError, startMember, type Member, type WorkerOptions } from './worker-member.ts';
import type { WorkerSetup } from './worker-process.ts';

const DEFAULTS: WorkerOptions = {
  /** Built, it is a part of the command line's bundle. */
  program: import.meta.url.endsWith('.ts')
    ? new URL('./worker-process.ts', import.meta.url)
    : new URL(import.meta.url.replace(/(.*\/dist)\/.*/u, '$1/bin/worker-process.js')),
  beatMs: 1_000,
  maxMissed: 5,
  maxMissedAfterStop: 2,
};

const STOPPED: WorkOutcome = { status: 'stopped', usage: [] };
const HELD: WorkOutcome = {
  status: 'failed',
  problem: problem('invalid-input', 'The work kept its process busy without a pause, and was ended twice.', {
    advice: 'Its texts may be too long or too unusual to be read: send less at once.',
  }),
  obstacle: null,
  logged: null,
  usage: [],
};

export function startWorker(setup: WorkerSetup, options: Partial<WorkerOptions> = {}): JobRunner {
  const members = new Set<Member>();
  let shared: Promise<Member> | undefined;
  let isClosing = false;

  async function start(): Promise<Member> {
    const member = await startMember(setup, { ...DEFAULTS, ...options });
    members.add(member);
    void member.ended.then(() => members.delete(member));
    return member;
  }

  function ready(): Promise<Member> {
    if (shared !== undefined) return shared;
    const starting = start();
    shared = starting;
    const forget = () => {
      if (shared === starting) shared = undefined;
    };
    // One that did not start, or has ended, is started again for the next job.
    starting.then(({ ended }) => ended.then(forget), forget);
    return starting;
  }
  ready().catch(() => undefined);

  const alone: JobRunner['run'] = async (work, run) => {
    const member = await start();
    try {
      return await member.run(work, run);
    } finally {
      void member.close();
    }
  };

  return {
    run: async (work, run) => {
      const member = await ready();
      try {
        return await member.run(work, run).catch((error: unknown) => {
          if (!(error instanceof HeldError) || run.signal.aborted || isClosing) throw error;
          return alone(work, run);
        });
      } catch (error) {
        if (!(error instanceof HeldError) || isClosing) throw error;
        return run.signal.aborted ? STOPPED : HELD;
      }
    },
    close: async () => {
      isClosing = true;
      await shared?.catch(() => undefined);
      await Promise.all([...members].map((member) => member.close()));
    },
  };
}
