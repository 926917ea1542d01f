/** robots.txt (RFC 9309): fetched once per origin and day, through the guarded fetch. */
import { LRUCache } from 'lru-cache';
import robotsParser from 'robots-parser';
import type { RunContext } from '../domain/run-context.ts';
import { fetchFailed, type FetchFailure, type GuardedFetch } from './fetch-outcome.ts';
import type { HostPacer } from './host-pacer.ts';
import { createSingleFlight } from './single-flight.ts';

/** RFC 9309 §2.5 requires at least 500 KiB; the rest is ignored. */
const MAX_ROBOTS_BYTES = 500 * 1024;
type RobotsVerdict = { readonly status: 'allowed'; readonly crawlDelayMs: number } | FetchFailure;

interface RobotsOptions {
  readonly fetch: GuardedFetch;
  readonly pacer: HostPacer;
  /** Rules are matched by the product token before the slash. */
  readonly userAgent: string;
}

interface Rules {
  readonly verdictOn: (url: URL) => RobotsVerdict;
  readonly validUntilMs: number;
}

/** RFC 9309 §2.4: the maximum without a new request. */
const MAX_AGE_MS = 24 * 3_600_000;
const MAX_AGE_CLOSED_MS = 10 * 60_000;
/** LRU. A file is up to 500 KiB. */
const MAX_ORIGINS = 1_000;

export type Robots = ReturnType<typeof createRobots>;

export function createRobots(options: RobotsOptions) {
  const cache = new LRUCache<string, Rules>({ max: MAX_ORIGINS });
  const singleFlight = createSingleFlight<Rules>();

  async function rulesFor(run: RunContext, origin: string): Promise<Rules> {
    const cached = cache.get(origin);
    if (cached !== undefined && run.clock.monotonicMs() < cached.validUntilMs) return cached;
    const { value } = await singleFlight(origin, run.signal, async () => {
      const fetched = await fetchRules(run, origin, options);
      cache.set(origin, fetched);
      return fetched;
    });
    return value;
  }

  return {
    /**
     * Whether the page may be fetched. If robots.txt is unavailable, the whole origin is refused (RFC 9309 §2.3.1.4).
     * @throws CancelledError
     */
    check: async (run: RunContext, url: URL): Promise<RobotsVerdict> =>
      (await rulesFor(run, url.origin)).verdictOn(url),
  };
}

async function fetchRules(
  { signal, clock }: RunContext,
  origin: string,
  { fetch, pacer, userAgent }: RobotsOptions,
): Promise<Rules> {
  const requestedAtMs = clock.monotonicMs();
  const rules = (verdictOn: Rules['verdictOn'], maxAgeMs = MAX_AGE_MS): Rules => ({
    verdictOn,
    validUntilMs: requestedAtMs + maxAgeMs,
  });
  const robotsUrl = `${origin}/robots.txt`;
  const outcome = await fetch(robotsUrl, {
    signal,
    maxBytes: MAX_ROBOTS_BYTES,
    whenTooLarge: 'cut',
    isForRobots: true,
    gate: (url, request) => pacer.run(url.host, { signal, crawlDelayMs: 0 }, request),
  });
  if (outcome.status === 'fetched') {
    const productToken = userAgent.replace(/\/.*$/s, '');
    return rules(readRules(robotsUrl, new TextDecoder().decode(outcome.bytes), productToken));
  }
  const { httpStatus = null, reason } = outcome.status === 'failed' ? outcome : { reason: 'not modified' };
  if (httpStatus !== null && httpStatus >= 400 && httpStatus < 500) return rules(() => ALLOWED);
  const closed = fetchFailed('unreachable', `robots.txt is unavailable, so no page of the site is fetched: ${reason}`);
  return rules(() => closed, MAX_AGE_CLOSED_MS);
}

const ALLOWED: RobotsVerdict = { status: 'allowed', crawlDelayMs: 0 };

function readRules(robotsUrl: string, text: string, productToken: string): Rules['verdictOn'] {
  const robots = robotsParser(robotsUrl, selectRobotsGroups(text, productToken));
  const crawlDelayMs = 1000 * Math.max(0, robots.getCrawlDelay(productToken) ?? 0);
  return ({ href }) => {
    if (robots.isAllowed(href, productToken) !== false) return { status: 'allowed', crawlDelayMs };
    const line = robots.getMatchingLineNumber(href, productToken);
    return fetchFailed('refused-by-robots', `disallowed by line ${line} of robots.txt`);
  };
}

/** Beyond this, wildcards are not matched. Measured: half a second for the longest URL. */
const MAX_WILDCARD_CHARS = 65_536;

/**
 * The groups for us (`productToken` and `*`), at the same line numbers. The parser's time grows with agents × rules and
 * wildcards × URL length, so this limits hostile files. Honest files lose nothing.
 */
function selectRobotsGroups(text: string, productToken: string): string {
  const names = new Set([productToken.toLowerCase(), '*']);
  let group = new Set<string>();
  let isNamingAgents = false;
  let wildcardChars = 0;
  return text
    .split(/\r\n|\r|\n/)
    .map((raw) => {
      const line = raw.replace(/#.*$/s, '').trim();
      const colon = line.indexOf(':');
      if (colon <= 0) return '';
      const key = line.slice(0, colon).trim().toLowerCase();
      if (key === 'user-agent') {
        if (!isNamingAgents) group = new Set();
        isNamingAgents = true;
        const [agent = ''] = line.slice(colon + 1).split('/', 1);
        const name = agent.trim().toLowerCase();
        if (!names.has(name) || group.has(name)) return '';
        group.add(name);
        return line;
      }
      isNamingAgents = false;
      if (group.size === 0) return '';
      if (line.includes('*')) wildcardChars += line.length;
      return wildcardChars > MAX_WILDCARD_CHARS ? withoutWildcard(key, line) : line;
    })
    .join('\n');
}

/** Errs on the strict side: a disallow rule gets wider, an allow rule is dropped. */
function withoutWildcard(key: string, line: string): string {
  const wildcard = line.indexOf('*');
  if (wildcard < 0) return line;
  if (key !== 'disallow') return '';
  const prefix = line.slice(0, wildcard);
  return prefix.includes('/') ? prefix : 'disallow: /';
}
