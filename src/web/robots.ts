/** robots.txt (RFC 9309): asked for once per origin and day, through the same guard as every page. */
import { LRUCache } from 'lru-cache';
import robotsParser from 'robots-parser';
import type { RunContext } from '../domain/run-context.ts';
import { fetchFailed, type FetchFailure, type GuardedFetch } from './fetch-outcome.ts';
import type { HostPacer } from './host-pacer.ts';

/** RFC 9309 §2.5: at least 500 KiB have to be read; the rest is not. */
const MAX_ROBOTS_BYTES = 500 * 1024;
type RobotsVerdict = { readonly status: 'allowed'; readonly crawlDelayMs: number } | FetchFailure;

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

interface Rules {
  readonly verdictOn: (url: URL) => RobotsVerdict;
  readonly validUntilMs: number;
}

/** RFC 9309 §2.4: no longer without asking again. */
const MAX_AGE_MS = 24 * 3_600_000;
const MAX_AGE_CLOSED_MS = 10 * 60_000;
/** A file is up to 500 KiB; the origin that nobody asked for the longest time goes first. */
const MAX_ORIGINS = 1_000;

export function createRobots(options: RobotsOptions): Robots {
  const kept = new LRUCache<string, Promise<Rules>>({ max: MAX_ORIGINS });

  /** Runs of one process share a signal, or at least their end: a stop of the one that asks stops all. */
  function ask(run: RunContext, origin: string): Promise<Rules> {
    const rules = fetchRules(run, origin, options);
    kept.set(origin, rules);
    rules.catch(() => {
      if (kept.peek(origin) === rules) kept.delete(origin);
    });
    return rules;
  }

  async function rulesFor(run: RunContext, origin: string): Promise<Rules> {
    const known = kept.get(origin);
    const rules = await known;
    if (rules !== undefined && run.clock.monotonicMs() < rules.validUntilMs) return rules;
    // Others who waited for the same rules may have asked again by now.
    const newer = kept.get(origin);
    return newer === undefined || newer === known ? ask(run, origin) : newer;
  }

  return { check: async (run, url) => (await rulesFor(run, url.origin)).verdictOn(url) };
}

async function fetchRules(
  { signal, clock }: RunContext,
  origin: string,
  { fetch, pacer, userAgent }: RobotsOptions,
): Promise<Rules> {
  const askedMs = clock.monotonicMs();
  const rules = (verdictOn: Rules['verdictOn'], maxAgeMs = MAX_AGE_MS): Rules => ({
    verdictOn,
    validUntilMs: askedMs + maxAgeMs,
  });
  const robotsUrl = `${origin}/robots.txt`;
  const outcome = await fetch(robotsUrl, {
    signal,
    maxBytes: MAX_ROBOTS_BYTES,
    whenTooLarge: 'cut',
    gate: (url, request) => pacer.run(url.host, { signal, crawlDelayMs: 0 }, request),
  });
  if (outcome.status === 'fetched') {
    const productToken = userAgent.replace(/\/.*$/s, '');
    return rules(readRules(robotsUrl, new TextDecoder().decode(outcome.bytes), productToken));
  }
  const { httpStatus = null, reason } = outcome.status === 'failed' ? outcome : { reason: 'not modified' };
  if (httpStatus !== null && httpStatus >= 400 && httpStatus < 500) return rules(() => ALLOWED);
  const closed = fetchFailed('unreachable', `robots.txt cannot be had, so the site counts as closed: ${reason}`);
  return rules(() => closed, MAX_AGE_CLOSED_MS);
}

const ALLOWED: RobotsVerdict = { status: 'allowed', crawlDelayMs: 0 };

function readRules(robotsUrl: string, text: string, productToken: string): Rules['verdictOn'] {
  const robots = robotsParser(robotsUrl, selectRobotsGroups(text, productToken));
  const crawlDelayMs = 1000 * Math.max(0, robots.getCrawlDelay(productToken) ?? 0);
  return ({ href }) => {
    if (robots.isAllowed(href, productToken) !== false) return { status: 'allowed', crawlDelayMs };
    const line = robots.getMatchingLineNumber(href, productToken);
    return fetchFailed('refused-by-robots', `line ${line} of robots.txt does not allow it`);
  };
}

/** Characters of rules with wildcards that are matched as written: half a second for the longest URL, measured. */
const MAX_WILDCARD_CHARS = 65_536;

/**
 * The part that concerns us, at the same line numbers. The parser's work grows with the agents of a group times its
 * rules, and with wildcards times the length of the URL: hostile files may be slow, honest ones lose nothing.
 * @param productToken the name that groups may be meant for us by, beside `*`
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

/** A wider ban stands for one that is not matched; a permission that is not matched does not count. */
function withoutWildcard(key: string, line: string): string {
  const wildcard = line.indexOf('*');
  if (wildcard < 0) return line;
  if (key !== 'disallow') return '';
  const prefix = line.slice(0, wildcard);
  return prefix.includes('/') ? prefix : 'disallow: /';
}
