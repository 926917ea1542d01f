/** Politeness towards each host: few requests at once, and a pause between their starts. */
import pLimit, { type LimitFunction } from 'p-limit';
import type { Clock } from '../domain/run-context.ts';
import { sleep, throwIfAborted } from './sleep.ts';

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
  /** What the host's robots.txt asks for; 0 where it asks for nothing. */
  readonly crawlDelayMs: number;
}

export interface HostPacer {
  /** Keeps the host for the whole of the work, waits included. @param host name and port */
  run<Result>(host: string, turn: Turn, work: () => Promise<Result>): Promise<Result>;
}

interface Line {
  readonly limit: LimitFunction;
  nextStartMs: number;
}

/** Lines are forgotten when they are empty, but not looked through before there are as many as this. */
const MAX_IDLE_HOSTS = 1000;

export function createHostPacer(options: HostPacerOptions): HostPacer {
  const { clock, maxPerHost, delayMs, maxCrawlDelayMs } = options;
  const lines = new Map<string, Line>();

  function lineOf(host: string): Line {
    const known = lines.get(host);
    if (known !== undefined) return known;
    if (lines.size >= MAX_IDLE_HOSTS) forgetIdle();
    const line: Line = { limit: pLimit(maxPerHost), nextStartMs: -Infinity };
    lines.set(host, line);
    return line;
  }

  function forgetIdle(): void {
    const nowMs = clock.monotonicMs();
    for (const [host, { limit, nextStartMs }] of lines)
      if (limit.activeCount + limit.pendingCount === 0 && nextStartMs <= nowMs) lines.delete(host);
  }

  return {
    run: (host, { signal, crawlDelayMs }, work) => {
      const line = lineOf(host);
      return line.limit(async () => {
        throwIfAborted(signal);
        const nowMs = clock.monotonicMs();
        const startMs = Math.max(nowMs, line.nextStartMs);
        line.nextStartMs = startMs + Math.max(delayMs, Math.min(crawlDelayMs, maxCrawlDelayMs));
        if (startMs > nowMs) await sleep(startMs - nowMs, signal);
        return work();
      });
    },
  };
}
