/** robots.txt (RFC 9309): asked for once per origin and run, through the same guard as every page. */
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

export interface RobotsOptions {
  readonly fetch: GuardedFetch;
  readonly pacer: HostPacer;
  /** The product token before the slash is the name that rules are looked up by. */
  readonly userAgent: string;
}

type Rules = (url: URL) => RobotsVerdict;

export function createRobots(options: RobotsOptions): Robots {
  const rulesOfRuns = new WeakMap<RunContext, Map<string, Promise<Rules>>>();

  return {
    check: async (run, url) => {
      const ofRun = rulesOfRuns.get(run) ?? new Map<string, Promise<Rules>>();
      rulesOfRuns.set(run, ofRun);
      const rules = ofRun.get(url.origin) ?? fetchRules(run, url.origin, options);
      ofRun.set(url.origin, rules);
      return (await rules)(url);
    },
  };
}

async function fetchRules(
  { signal }: RunContext,
  origin: string,
  { fetch, pacer, userAgent }: RobotsOptions,
): Promise<Rules> {
  const robotsUrl = `${origin}/robots.txt`;
  const outcome = await fetch(robotsUrl, {
    signal,
    maxBytes: MAX_ROBOTS_BYTES,
    whenTooLarge: 'cut',
    gate: (url, request) => pacer.run(url.host, { signal, crawlDelayMs: 0 }, request),
  });
  if (outcome.status === 'fetched') {
    const productToken = userAgent.replace(/\/.*$/s, '');
    return rulesOf(robotsUrl, new TextDecoder().decode(outcome.bytes), productToken);
  }
  if (outcome.status === 'failed' && isClientError(outcome.httpStatus)) return () => ALLOWED;
  const reason = outcome.status === 'failed' ? outcome.reason : 'not modified';
  return () =>
    fetchFailed('unreachable', `robots.txt cannot be had, so the site counts as closed: ${reason}`);
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
