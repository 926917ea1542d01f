/** Events of a running job: a bounded log, which any number of listeners read at their own pace. */
import { EventEmitter, once } from 'node:events';
import { z } from 'zod';
import type { KeptRecords } from '../../domain/ports.ts';
import type { Clock, RunEvent } from '../../domain/run-context.ts';

export interface LoggedEvent {
  /** Counts up, also from the log of another process, which worked on the job before. */
  readonly number: number;
  readonly event: RunEvent;
}

/** Beyond it the oldest go: steps that ended by the thousand, or warnings. */
const MAX_EVENTS = 2_000;

export type EventLog = ReturnType<typeof createEventLog>;

/** Numbered by the time: no log has an event each millisecond for long. */
export function createEventLog(clock: Clock) {
  const events: LoggedEvent[] = [];
  const changes = new EventEmitter().setMaxListeners(0);
  let last = 0;
  let isClosed = false;
  return {
    add: (event: RunEvent): void => {
      last = Math.max(last + 1, clock.now().getTime());
      const former = formerOf(event, events);
      if (former !== -1) events.splice(former, 1);
      events.push({ number: last, event });
      if (events.length > MAX_EVENTS) events.shift();
      changes.emit('change');
    },
    soFar: (): readonly LoggedEvent[] => [...events],
    /** Wakes all listeners for the last time. */
    close: (): void => {
      isClosed = true;
      changes.emit('change');
    },
    /** Those after a number, as they come, until the log is closed or the signal aborts. */
    async *follow(after: number, signal: AbortSignal): AsyncIterable<LoggedEvent> {
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

/** Of events that count up the last replaces the one before it. @returns its index, or -1 */
function formerOf(event: RunEvent, events: readonly LoggedEvent[]): number {
  if (event.type === 'cost' || event.type === 'wait' || event.type === 'batch')
    return events.findLastIndex((each) => each.event.type === event.type);
  if (event.type === 'source')
    return events.findLastIndex((each) => each.event.type === 'source' && each.event.url === event.url);
  if (event.type !== 'step-progress') return -1;
  const last = events.findLastIndex((each) => 'step' in each.event && each.event.step === event.step);
  return events[last]?.event.type === 'step-progress' ? last : -1;
}

const Kept = z.array(z.object({ number: z.int(), event: z.looseObject({ type: z.string() }) }));

/** Those of a job that has ended; none where nothing was kept. */
export async function keptEvents(kept: KeptRecords, jobId: string): Promise<readonly LoggedEvent[]> {
  // This program wrote them, perhaps in another version: pages skip what they do not know.
  return (Kept.safeParse(await kept.get('events', jobId)).data ?? []) as unknown as readonly LoggedEvent[];
}
