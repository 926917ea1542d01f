/** `doctor` asks each search that is set up one query, and never shows a key. */
import { afterEach, describe, expect, it } from 'vitest';
import { diagnose } from '../../src/client/diagnose.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { readSecrets } from '../../src/config/environment.ts';
import { ENGINES, NEEDS } from '../../src/search/engines/registry.ts';
import type { Fetch } from '../../src/web/trusted-fetch.ts';
import { SERVER_KEY, startSearchServer, type SearchServer } from '../support/search-servers/server.ts';
import { wireOf, type Wire } from '../support/search-servers/wire.ts';
import { cli } from '../support/shell.ts';

const servers: SearchServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(wire: Wire): Promise<SearchServer> {
  const server = await startSearchServer(wire);
  servers.push(server);
  return server;
}

/** Every service that has an address of its own. */
const SERVICES = ENGINES.flatMap(({ name, endpoint }) =>
  endpoint === null ? [] : [{ name, host: new URL(endpoint).host }],
);
const KEYS = Object.fromEntries(
  NEEDS.flatMap(({ kind, variable }) => (kind === 'key' ? [[variable, SERVER_KEY]] : [])),
);

/** The services' own addresses lead to their doubles. */
async function doubles() {
  const entries = await Promise.all(
    SERVICES.map(async ({ name, host }) => [host, await start(await wireOf(name))] as const),
  );
  const byHost = new Map(entries);
  const redirected: Fetch = (url, init) => {
    const server = byHost.get(url.host);
    if (server === undefined) throw new Error(`No double of ${url.host}.`);
    return fetch(new URL(`${url.pathname}${url.search}`, server.url), init);
  };
  return { byHost, fetch: redirected };
}

async function searchChecks(
  env: Readonly<Record<string, string>>,
  doublesFetch: Fetch,
  flags: Readonly<Record<string, unknown>> = {},
) {
  const { settings } = await loadConfig({ flags: { store: 'memory', ...flags }, env: {}, configFile: null });
  const checks = await diagnose(settings, readSecrets(env), {
    defaultStorePath: 'memory',
    proxy: null,
    signal: new AbortController().signal,
    fetch: doublesFetch,
  });
  expect(JSON.stringify(checks)).not.toContain(SERVER_KEY);
  return checks.filter(({ name }) => name.startsWith('Search '));
}

describe('the checks of searches', () => {
  it('ask every service that has its keys, once', async () => {
    const { byHost, fetch: doublesFetch } = await doubles();
    const checks = await searchChecks(KEYS, doublesFetch);
    expect(checks.map(({ name, ok }) => [name, ok])).toEqual(SERVICES.map(({ name }) => [`Search ${name}`, true]));
    for (const { detail } of checks) expect(detail).toMatch(/answers in \d+ ms and finds https:\/\/site-1/u);
    expect(checks.at(-1)?.detail).toContain('2027-01-01');
    for (const [, { requests }] of byHost) expect(requests).toHaveLength(1);
  });

  it('ask nobody where nothing is set up', async () => {
    const { fetch: doublesFetch } = await doubles();
    expect(await searchChecks({}, doublesFetch)).toEqual([]);
    // Many have a key of Google's for something else.
    expect(await searchChecks({ GOOGLE_API_KEY: SERVER_KEY }, doublesFetch)).toEqual([]);
  });

  it('say what is wrong, and what to set', async () => {
    const { byHost, fetch: doublesFetch } = await doubles();
    byHost.get('api.search.brave.com')?.next('wrong-key');
    byHost.get('api.tavily.com')?.next('quota');
    const env = { BRAVE_API_KEY: SERVER_KEY, TAVILY_API_KEY: SERVER_KEY };
    const [exa, brave, tavily] = await searchChecks(env, doublesFetch, { search: 'library,exa,brave' });
    expect(exa).toMatchObject({ name: 'Search exa', ok: false });
    expect(exa?.advice).toContain('Set EXA_API_KEY in the environment');
    expect(brave).toMatchObject({ name: 'Search brave', ok: false });
    expect(brave?.detail).toContain('refuses the credentials');
    expect(tavily).toMatchObject({ name: 'Search tavily', ok: false });
    expect(tavily?.detail).toContain('quota of the account is exceeded');
  });

  it('are what doctor prints, and what its exit code tells', async () => {
    const server = await start(await wireOf('searxng'));
    const doctor = ['doctor', '--store', 'memory', '--searxng-url', server.url];
    const good = await cli(doctor);
    expect(good.stdout).toMatch(/ok Search searxng: answers in \d+ ms/u);
    expect(good.code).toBe(EXIT.done);
    server.next('forbidden');
    const bad = await cli(doctor);
    expect(bad.stdout).toMatch(/FAIL Search searxng: .*\n +In the settings\.yml of the instance/u);
    expect(bad.code).toBe(EXIT.unavailable);
  });
});
