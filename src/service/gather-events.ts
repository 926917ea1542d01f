/** Events on their way to another process, several in a message: each message takes as long as a write to the store. */
import type { RunEvent } from '../domain/run-context.ts';

/** Nobody who looks on sees a difference. */
const FLUSH_MS = 20;

export interface EventsOnTheirWay {
  readonly add: (event: RunEvent) => void;
  /** Sends what waits, at once. */
  readonly flush: () => void;
}

export function gatherEvents(send: (events: readonly RunEvent[]) => void): EventsOnTheirWay {
  let waiting: RunEvent[] = [];
  let timer: NodeJS.Timeout | null = null;

  function flush(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const events = waiting;
    waiting = [];
    if (events.length > 0) send(events);
  }

  return {
    flush,
    add: (event) => {
      // It comes after each model call, and says it all: the last one counts.
      if (event.type === 'cost') waiting = waiting.filter(({ type }) => type !== 'cost');
      waiting.push(event);
      timer ??= setTimeout(flush, FLUSH_MS);
    },
  };
}
