/** robots.txt (RFC 9309): asked for once per origin and day, through the same guard as every page. */
import robotsParser from 'robots-parser';
import type { RunContext } from '../domain/run-context.ts';
import type { FetchFailure, GuardedFetch } from './fetch-outcome.ts';
import { fetchFailed } from './fetch-outcome.ts';
import type { HostPacer } from './host-pacer.ts';
import { selectRobotsGroups } from './select-robots-groups.ts';

/** RFC 9309 §2.5: at least 500 KiB have to be read; the rest is not. */
const MAX_ROBOTS_BYTES = 500 * 1024;

export type RobotsVerdict = { readonly status: 'allowed'; readonly crawlDelayMs: number } | FetchFailure;

export interface Robots {
  /**
   * May the page be asked for? Explicit rules say `refused-by-robots`; an origin whose robots.txt cannot be had
   * counts as closed (RFC 9309 §2.3.1.4) and is `unreachable`.
   * @param url http(s)
   * @throws CancelledError
   */
  check(run: RunContext, url: URL): Promise<RobotsVerdict>;
}

interface RobotsOptions {
  readonly fetch: GuardedFetch;
  readonly pacer: HostPacer;
  /** The product token before the slash is the name that rules are looked up by. */
  readonly userAgent: string;
}

type Rules = (url: URL) => RobotsVerdict;

interface Found {
  readonly rules: Rules;
  readonly maxAgeMs: number;
}

interface Kept {
  readonly found: Promise<Found>;
  /** On the monotonic clock of the run that asked. */
  readonly askedMs: number;
}

/** RFC 9309 §2.4: no longer without asking again. */
const MAX_AGE_MS = 24 * 3_600_000;
/** A server that was down may be up again. */
const MAX_AGE_CLOSED_MS = 10 * 60_000;
/** A file is up to 500 KiB; the origin that was asked first goes first. */
const MAX_ORIGINS = 1_000;

export function createRobots(options: RobotsOptions): Robots {
  const kept = new Map<string, Kept>();

  /** Runs of one process share a signal, or at least their end: a stop of the one that asks stops all. */
  function ask(run: RunContext, origin: string): Promise<Found> {
    const entry = { found: fetchRules(run, origin, options), askedMs: run.clock.monotonicMs() };
    kept.delete(origin);
    kept.set(origin, entry);
    entry.found.catch(() => {
      if (kept.get(origin) === entry) kept.delete(origin);
    });
    const [oldest] = kept.keys();
    if (kept.size > MAX_ORIGINS && oldest !== undefined) kept.delete(oldest);
    return entry.found;
  }

  async function rulesFor(run: RunContext, origin: string): Promise<Rules> {
    const known = kept.get(origin);
    if (known === undefined) return (await ask(run, origin)).rules;
    const { rules, maxAgeMs } = await known.found;
    if (run.clock.monotonicMs() - known.askedMs < maxAgeMs) return rules;
    const newer = kept.get(origin);
    return (await (newer === undefined || newer === known ? ask(run, origin) : newer.found)).rules;
  }

  return { check: async (run, url) => (await rulesFor(run, url.origin))(url) };
}

async function fetchRules(
  { signal }: RunContext,
  origin: string,
  { fetch, pacer, userAgent }: RobotsOptions,
): Promise<Found> {
  const robotsUrl = `${origin}/robots.txt`;
  const outcome = await fetch(robotsUrl, {
    signal,
    maxBytes: MAX_ROBOTS_BYTES,
    whenTooLarge: 'cut',
    gate: (url, request) => pacer.run(url.host, { signal, crawlDelayMs: 0 }, request),
  });
  if (outcome.status === 'fetched') {
    const productToken = userAgent.replace(/\/.*$/s, '');
    const rules = rulesOf(robotsUrl, new TextDecoder().decode(outcome.bytes), productToken);
    return { rules, maxAgeMs: MAX_AGE_MS };
  }
  if (outcome.status === 'failed' && isClientError(outcome.httpStatus))
    return { rules: () => ALLOWED, maxAgeMs: MAX_AGE_MS };
  const reason = outcome.status === 'failed' ? outcome.reason : 'not modified';
  const closed = fetchFailed(
    'unreachable',
    `robots.txt cannot be had, so the site counts as closed: ${reason}`,
  );
  return { rules: () => closed, maxAgeMs: MAX_AGE_CLOSED_MS };
}

const ALLOWED: RobotsVerdict = { status: 'allowed', crawlDelayMs: 0 };

function rulesOf(robotsUrl: string, text: string, productToken: string): Rules {
  const robots = robotsParser(robotsUrl, selectRobotsGroups(text, productToken));
  const crawlDelayMs = 1000 * Math.max(0, robots.getCrawlDelay(productToken) ?? 0);
  return ({ href }) => {
    if (robots.isAllowed(href, productToken) !== false) return { status: 'allowed', crawlDelayMs };
    const line = robots.getMatchingLineNumber(href, productToken);
    return fetchFailed('refused-by-robots', `line ${line} of robots.txt does not allow it`);
  };
}

function isClientError(httpStatus: number | null): boolean {
  return httpStatus !== null && httpStatus >= 400 && httpStatus < 500;
}
