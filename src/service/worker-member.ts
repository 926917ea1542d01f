/** One process that works on jobs, watched: it is killed where nothing else in it gets its turn any more. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { JobRunner, WorkOutcome } from '../jobs/queue/job-runner.ts';
import type { FromWorker, ToWorker, WorkerSetup } from './worker-process.ts';

export interface WorkerOptions {
  /** The program of the process. */
  readonly program: URL;
  /** How often it has to answer. */
  readonly beatMs: number;
  /** So many answers may be missing. A machine that is busy gives it a turn before. */
  readonly maxMissed: number;
  /** The same where work was stopped in it. */
  readonly maxMissedAfterStop: number;
  /** Told to end, it waits for so many answers that are paid for. */
  readonly onAwaitAnswers?: (answers: number) => void;
}

/** One of its jobs held the process. */
export class HeldError extends Error {}

export interface Member extends JobRunner {
  readonly ended: Promise<void>;
}

interface Asked {
  readonly onEvent: Parameters<JobRunner['run']>[1]['onEvent'];
  readonly resolve: (outcome: WorkOutcome) => void;
  readonly reject: (reason: Error) => void;
  isStopped: boolean;
}

/** As the front door has it: a heap of 30 MB in use would grow to several times that before it is looked through. */
const SMALL_HEAP = ['--heap-growing-percent=30'];

/** @throws where the process does not start or cannot open the store */
export async function startMember(setup: WorkerSetup, options: WorkerOptions): Promise<Member> {
  const asked = new Map<number, Asked>();
  let lastId = 0;
  let missed = 0;
  let isHeld = false;
  let isClosing = false;
  const child = fork(options.program, {
    execArgv: [...SMALL_HEAP, ...(options.program.pathname.endsWith('.ts') ? ['--import', 'tsx'] : [])],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(String(signal ?? code)));
    child.on('error', ({ message }) => {
      if (child.pid === undefined) resolve(message);
    });
  });
  // What it needs to know, keys among it, never stands in arguments, which process lists show.
  tell(child, { type: 'open', setup });
  const notStarted = exited.then(() => Promise.reject(new Error('The process for jobs did not start.')));
  const [reply] = (await Promise.race([once(child, 'message'), notStarted])) as [FromWorker];
  if (reply.type === 'refused') {
    // It leaves the signals that ask it to end to this process.
    child.kill('SIGKILL');
    throw new Error(`The process for jobs could not be opened: ${reply.message}`);
  }
  child.on('message', heard);
  const watching = setInterval(watch, options.beatMs).unref();
  const ended = exited.then((how) => {
    clearInterval(watching);
    const why = isHeld
      ? new HeldError('A job held the process that works on jobs.')
      : new Error(`The process that works on jobs ended (${how}).`);
    for (const { reject } of asked.values()) reject(why);
    asked.clear();
  });

  function heard(message: FromWorker): void {
    missed = 0;
    if (message.type === 'events') for (const event of message.events) asked.get(message.id)?.onEvent(event);
    else if (message.type === 'awaits') options.onAwaitAnswers?.(message.answers);
    else if (message.type === 'outcome') {
      asked.get(message.id)?.resolve(message.outcome);
      asked.delete(message.id);
    }
  }

  /** Counted in beats and not in time: where this process was busy itself, no beat is missing. */
  function watch(): void {
    if (asked.size === 0 && !isClosing) return;
    const isStopping = [...asked.values()].some(({ isStopped }) => isStopped);
    if (missed >= (isStopping ? options.maxMissedAfterStop : options.maxMissed)) {
      isHeld = true;
      child.kill('SIGKILL');
    }
    missed += 1;
    tell(child, { type: 'beat' });
  }

  return {
    ended,
    run: async (work, { signal, onEvent }) => {
      if (!child.connected) throw new Error('The process that works on jobs has ended.');
      lastId += 1;
      const id = lastId;
      if (asked.size === 0) missed = 0;
      const outcome = new Promise<WorkOutcome>((resolve, reject) =>
        asked.set(id, { onEvent, resolve, reject, isStopped: false }),
      );
      const stop = () => {
        const stopped = asked.get(id);
        if (stopped !== undefined) stopped.isStopped = true;
        tell(child, { type: 'stop', id });
      };
      tell(child, { type: 'run', id, work });
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      return outcome.finally(() => signal.removeEventListener('abort', stop));
    },
    close: async () => {
      isClosing = true;
      tell(child, { type: 'close' });
      await ended;
    },
  };
}

function tell(child: ChildProcess, message: ToWorker): void {
  // A process that has ended says so by its exit.
  if (child.connected) child.send(message, () => undefined);
}
