/** Events of a running job: a bounded log, which any number of listeners read at their own pace. */
import { EventEmitter, once } from 'node:events';
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
  const changes = new EventEmitter().setMaxListeners(0);
  let last = 0;
  let isClosed = false;
  return {
    add: (event) => {
      last += 1;
      const before = events.at(-1)?.event;
      if (saysTheSame(event, before)) events.pop();
      events.push({ number: last, event });
      if (events.length > MAX_EVENTS) events.shift();
      changes.emit('change');
    },
    soFar: () => events.map(({ event }) => event),
    close: () => {
      isClosed = true;
      changes.emit('change');
    },
    async *follow(after, signal) {
      let seen = after;
      for (;;) {
        const next = events.find(({ number }) => number > seen);
        if (next !== undefined) {
          seen = next.number;
          yield next;
        } else if (isClosed || signal.aborted) return;
        else await once(changes, 'change', { signal }).catch(() => undefined);
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
