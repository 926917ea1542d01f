/** Politeness towards each host: few requests at once, and a pause between their starts. */
import pLimit, { type LimitFunction } from 'p-limit';
import type { Clock } from '../domain/run-context.ts';
import { throwIfAborted } from './abort.ts';
import { createPacer, type Pacer } from './pacer.ts';

export interface HostPacerOptions {
  readonly clock: Clock;
  readonly maxPerHost: number;
  /** From the start of one request to the start of the next to the same host. */
  readonly delayMs: number;
  readonly maxCrawlDelayMs: number;
}

export const DEFAULT_PACE = { maxPerHost: 2, delayMs: 250, maxCrawlDelayMs: 10_000 } as const;

export interface Turn {
  readonly signal: AbortSignal;
  /** The Crawl-delay of the host's robots.txt; 0 if it has none. */
  readonly crawlDelayMs: number;
}

/** Idle queues are dropped once there are this many. */
const MAX_QUEUES = 1000;

export function createHostPacer({ clock, maxPerHost, delayMs, maxCrawlDelayMs }: HostPacerOptions) {
  const queues = new Map<string, { readonly slots: LimitFunction; readonly pacer: Pacer }>();

  function queueFor(host: string) {
    const existing = queues.get(host);
    if (existing !== undefined) return existing;
    if (queues.size >= MAX_QUEUES)
      for (const [name, { slots, pacer }] of queues)
        if (slots.activeCount + slots.pendingCount === 0 && pacer.isIdle()) queues.delete(name);
    const queue = { slots: pLimit(maxPerHost), pacer: createPacer({ clock, intervalMs: delayMs }) };
    queues.set(host, queue);
    return queue;
  }

  return {
    /** Holds one of the host's slots for the whole of the work, waits included. @param host name and port */
    run: <Result>(host: string, { signal, crawlDelayMs }: Turn, work: () => Promise<Result>): Promise<Result> => {
      const { slots, pacer } = queueFor(host);
      return slots(async () => {
        throwIfAborted(signal);
        await pacer.turn(signal, Math.max(delayMs, Math.min(crawlDelayMs, maxCrawlDelayMs)));
        return work();
      });
    },
  };
}

export type HostPacer = ReturnType<typeof createHostPacer>;
