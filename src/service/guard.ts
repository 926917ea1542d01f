/** What every request passes before anything else: the name it asks for, where it comes from, who asks; and the headers of every answer. */
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import { cors } from 'hono/cors';
import { secureHeaders } from 'hono/secure-headers';
import type { Scope } from '../domain/api-key.ts';
import { LOCAL_CALLER, mayDo, rateHeaders, type Caller, type createGate } from './callers.ts';
import { ProblemError } from './problems.ts';

export interface ServiceEnv {
  Variables: {
    /** Null: nobody who may do anything. */
    caller: Caller | null;
    /** Who signed in with this browser. For pages alone: what browsers send by themselves is no key to anything else. */
    signedIn: () => Promise<Caller | null>;
  };
}

export interface GuardOptions {
  /** Names beside those of loopback that the service answers to, without port. */
  readonly hosts: readonly string[];
  /** Origins whose pages may ask it. */
  readonly corsOrigins: readonly string[];
  /** False: whoever reaches it may do all. */
  readonly requiresKeys: boolean;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u;

export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host) || host === '::1';
}

/** Browsers load nothing from elsewhere and run nothing that stands in a page; pages are never framed. */
export const headersOfAnswers: MiddlewareHandler = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'"],
    connectSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
  xFrameOptions: 'DENY',
  referrerPolicy: 'same-origin',
  strictTransportSecurity: false,
});

/** A page elsewhere that has its name lead here (DNS rebinding) comes with that name. */
export function checkHost({ hosts }: GuardOptions): MiddlewareHandler {
  return async (c, next) => {
    const host = c.req.header('host') ?? '';
    const name = host.toLowerCase().replace(/:\d{1,5}$/u, '');
    if (!LOOPBACK.test(name) && !hosts.includes(name))
      throw new ProblemError('wrong-host', 'The service does not answer to the name in “Host”.', {
        advice: 'Its operator names what it answers to with --public-host.',
      });
    await next();
  };
}

/** Programs send no origin; the service's own pages send its own. */
export function checkOrigin({ corsOrigins }: GuardOptions): MiddlewareHandler {
  return async (c, next) => {
    const origin = c.req.header('origin');
    const isOwn = origin === undefined || originHost(origin) === c.req.header('host')?.toLowerCase();
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    // A link from elsewhere may lead here; a form or a script elsewhere may not ask for work.
    const isCrossSite = !isRead && origin === undefined && c.req.header('sec-fetch-site') === 'cross-site';
    if ((!isOwn && !corsOrigins.includes(origin)) || isCrossSite)
      throw new ProblemError('not-allowed', 'Pages of other origins may not ask this service.', {
        advice: 'Its operator names origins that may with --cors-origin.',
      });
    await next();
  };
}

export function corsOf({ corsOrigins }: GuardOptions): MiddlewareHandler {
  return cors({
    origin: [...corsOrigins],
    allowHeaders: ['authorization', 'content-type', 'idempotency-key', 'if-none-match', 'last-event-id', 'prefer'],
    exposeHeaders: ['etag', 'location', 'retry-after', 'ratelimit', 'ratelimit-policy'],
  });
}

function originHost(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

/** Tells who asks; a key that is not valid is refused, whatever is asked for. */
export function identify(
  gate: ReturnType<typeof createGate>,
  { requiresKeys }: GuardOptions,
): MiddlewareHandler<ServiceEnv> {
  const signedIn = async (c: Context): Promise<Caller | null> => {
    const key = getCookie(c, KEY_COOKIE);
    if (key === undefined) return null;
    return gate(key, remoteAddress(c)).catch((error: unknown) => {
      // Whoever signed in with a key that is not valid any more is asked for another one.
      if (error instanceof ProblemError && error.problem.status === 401) return null;
      throw error;
    });
  };
  return async (c, next) => {
    const key = presentedKey(c);
    if (key !== null) c.set('caller', await gate(key, remoteAddress(c)));
    else c.set('caller', requiresKeys ? null : LOCAL_CALLER);
    c.set('signedIn', () => signedIn(c));
    await next();
    const rate = c.var.caller?.rate() ?? null;
    if (rate !== null) for (const [name, value] of Object.entries(rateHeaders(rate))) c.header(name, value);
  };
}

export const KEY_COOKIE = 'groundrule_key';

/** The one place where programs say their key. */
function presentedKey(c: Context): string | null {
  const authorization = c.req.header('authorization');
  if (authorization === undefined) return null;
  return /^Bearer +(\S+) *$/iu.exec(authorization)?.[1] ?? '';
}

function remoteAddress(c: Context): string {
  return getConnInfo(c).remote.address ?? 'unknown';
}

/**
 * @param scope null: any known caller, for what is their own
 * @throws ProblemError: nobody who is known asks, or one who may not
 */
export function callerWith(c: Context<ServiceEnv>, scope: Scope | null): Caller {
  const { caller } = c.var;
  if (caller === null)
    throw new ProblemError('key-needed', 'Send your API key as “Authorization: Bearer …”.', {
      headers: { 'www-authenticate': 'Bearer' },
    });
  if (scope !== null && !mayDo(caller, scope))
    throw new ProblemError('not-allowed', `The API key has no scope “${scope}”.`);
  return caller;
}
