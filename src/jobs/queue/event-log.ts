/** Events of a running job: a bounded log, which any number of listeners read at their own pace. */
import type { RunEvent } from '../../domain/run-context.ts';

export interface LoggedEvent {
  /** Counts up from 1. */
  readonly number: number;
  readonly event: RunEvent;
}

/** Of consecutive progress or cost events only the last is kept. */
const MAX_EVENTS = 500;

export interface EventLog {
  add(event: RunEvent): void;
  /** The events so far. */
  soFar(): readonly RunEvent[];
  /** Wakes all listeners for the last time. */
  close(): void;
  /** Those after a number, as they come, until the log is closed or the signal aborts. */
  follow(after: number, signal: AbortSignal): AsyncIterable<LoggedEvent>;
}

export function createEventLog(): EventLog {
  const events: LoggedEvent[] = [];
  const wake = new Set<() => void>();
  let last = 0;
  let isClosed = false;
  const notify = () => {
    for (const listener of wake) listener();
    wake.clear();
  };
  return {
    add: (event) => {
      last += 1;
      const before = events.at(-1)?.event;
      if (saysTheSame(event, before)) events.pop();
      events.push({ number: last, event });
      if (events.length > MAX_EVENTS) events.shift();
      notify();
    },
    soFar: () => events.map(({ event }) => event),
    close: () => {
      isClosed = true;
      notify();
    },
    async *follow(after, signal) {
      let seen = after;
      for (;;) {
        const next = events.find(({ number }) => number > seen);
        if (next !== undefined) {
          seen = next.number;
          yield next;
        } else if (isClosed || signal.aborted) return;
        else await somethingNew(wake, signal);
        if (signal.aborted) return;
      }
    },
  };
}

/** Events that count up: the last one replaces those before it. */
function saysTheSame(event: RunEvent, before: RunEvent | undefined): boolean {
  if (event.type === 'cost' || event.type === 'wait') return before?.type === event.type;
  return event.type === 'step-progress' && before?.type === 'step-progress' && before.step === event.step;
}

function somethingNew(wake: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      wake.delete(done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    wake.add(done);
    signal.addEventListener('abort', done, { once: true });
  });
}
