/**
 * Secrets of every kind go into the program, and servers repeat what they are told: whatever command, format or error
 * is asked for, none of them comes out again, on the streams or in a file.
 */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { formatsOf } from '../../src/report/formats.ts';
import { makePages } from '../support/guide-web/make-pages.ts';
import { answering } from '../support/guide-web/start-guide-web.ts';
import { startModelServer, type ModelServer } from '../support/model-server/server.ts';
import { plausibleModel } from '../support/plausible-model.ts';
import { cli } from '../support/shell.ts';

/** Told apart by their first characters, so that half a secret is found as well. */
const canaries = new Map<string, string>();
function canary(name: string, end = ''): string {
  const made = canaries.get(name) ?? `${createHash('sha256').update(name).digest('base64url').slice(0, 14)}7q${end}`;
  canaries.set(name, made);
  return made;
}

const MIN_LEAK_CHARS = 10;
/** As it is, and as base64 writes it wherever it begins. */
function leaksIn(text: string): string[] {
  return [...canaries].flatMap(([name, secret]) => {
    const start = secret.slice(0, MIN_LEAK_CHARS);
    const inBase64 = [0, 1, 2].map((pad) =>
      Buffer.from(' '.repeat(pad) + start)
        .toString('base64')
        .slice(pad + 1, -4),
    );
    return [start, ...inBase64].some((form) => text.includes(form)) ? [name] : [];
  });
}

/** Whatever a server was told in the request. */
const echoOf = ({ url = '', headers }: IncomingMessage) => {
  const { authorization = '' } = headers;
  const plain = Buffer.from(authorization.replace(/^Basic /u, ''), 'base64').toString('latin1');
  return `You asked for ${url} with ${authorization} (${plain}) and ${everyKey()}`;
};
const everyKey = () => Object.values(ENV).join(' ');

const servers: ReturnType<typeof createServer>[] = [];
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `127.0.0.1:${address.port}`;
}

const ENV: Record<string, string> = {
  GROUNDRULE_API_KEY: canary('model key'),
  OPENAI_API_KEY: `sk-${canary('OpenAI key')}`,
  TAVILY_API_KEY: canary('Tavily key'),
  BRAVE_API_KEY: canary('Brave key'),
  SERPER_API_KEY: canary('Serper key'),
  EXA_API_KEY: canary('Exa key'),
  GOOGLE_API_KEY: canary('Google key'),
};
/** Of pages, as users give them and as searches find them. */
const QUERIES = [
  `token=${canary('token of a page')}`,
  `page=2&access_token=${canary('access token of a page')}`,
  `key=${canary('key of a page')}&q=toast`,
  `api_key=${canary('API key of a page')}`,
  `X-Amz-Signature=${canary('signature of a page')}&X-Amz-Date=20260101`,
  `password=${canary('password of a page')}`,
  `sessionid=${canary('session of a page')}`,
  `next=https%3A%2F%2Fa.test%2F%3Ftoken%3D${canary('token in a parameter')}%26b%3D1`,
  `clientSecret=${canary('client secret of a page')}`,
  `jwt=${canary('JWT of a page')}`,
];
let folder = '';
let store: readonly string[] = [];
let model: ModelServer;
let searxng = '';
let pages = '';
let failing = '';
let setId = '';
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'groundrule-canaries-'));
  store = ['--store', at('store.sqlite')];
  const guides = await makePages({
    textKind: 'grant-proposal',
    counts: { guide: QUERIES.length, general: 0, 'other-kind': 0, 'off-topic': 0, thin: 0, copy: 0 },
    ...{ sites: 1, sentences: 30, frame: 'bare', seed: 'canaries' },
  });
  pages = await serve((request, response) => {
    const [, number = '0'] = /^\/(\d+)/u.exec(request.url ?? '') ?? [];
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else if (number === '77') response.writeHead(302, { location: `/1?sig=${canary('redirect')}` }).end();
    else if (number === '78') response.writeHead(500, echoOf(request)).end(echoOf(request));
    else {
      const html = guides[Number(number)]?.html ?? '';
      const echo = `<p>You should name each cost in the budget (${echoOf(request).replaceAll('&', '&amp;')}).</p>`;
      response.setHeader('content-type', 'text/html').end(html.replace('</body>', `${echo}</body>`));
    }
  });
  searxng = await serve((request, response) => {
    const results = QUERIES.map((query, page) => ({
      url: `http://${pages}/${page}?${query}`,
      title: `Guide ${page} ${echoOf(request)}`,
      content: echoOf(request),
    }));
    const unresponsive_engines = [['bing', echoOf(request)]];
    response.end(JSON.stringify({ results, unresponsive_engines }));
  });
  failing = await serve((request, response) => {
    response.writeHead(Number(/^\/(\d{3})/u.exec(request.url ?? '')?.[1] ?? 401));
    response.end(JSON.stringify({ error: { message: echoOf(request) } }));
  });
  const answers = answering(plausibleModel);
  model = await startModelServer({
    handler: (request) => {
      const answer = answers(request);
      // In a place that every agent's reader tolerates: beside the answer.
      return typeof answer === 'string' ? `${answer} ${everyKey()}` : withEcho(answer);
    },
  });
  await mkdir(at('drafts'));
  await Promise.all([
    writeFile(at('a.md'), 'Dear panel, the budget is 10 euros.\n'),
    writeFile(at('b.md'), 'The seed library opens in May.\n'),
    writeFile(
      at('list.md'),
      '- Does it name a cost?\n- Is the tone warm?\n- It has at most 60 words. `check: words <= 60`\n',
    ),
    writeFile(at('tasks.jsonl'), '{"id":"a","instruction":"Write a grant proposal for a community garden"}\n'),
    writeFile(
      at('suite.yaml'),
      'name: S\ntasks:\n  - id: t\n    instruction: Write a toast\n    checklist: list.md\nsources:\n  - id: s\n    files: a.md\n',
    ),
  ]);
}, 60_000);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await model.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** Reasons and analyses repeat the key. */
function withEcho(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(withEcho);
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) =>
      /reason|analysis|teaches/u.test(name) && typeof value === 'string'
        ? [name, `${value} ${everyKey()}`]
        : [name, withEcho(value)],
    ),
  );
}

/** Runs it, and looks at what it said. @returns stdout */
async function quiet(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { code, stdout, stderr } = await cli(args, { env: { ...ENV, ...env } });
  expect(code, stderr).not.toBe(EXIT.bug);
  expect(leaksIn(stdout), `${args.join(' ')}: stdout`).toEqual([]);
  expect(leaksIn(stderr), `${args.join(' ')}: stderr: ${stderr}`).toEqual([]);
  return stdout;
}

/** Doctor asks whatever it has keys of. */
const NO_SEARCHES = Object.fromEntries(
  ['TAVILY', 'BRAVE', 'SERPER', 'EXA', 'GOOGLE'].map((name) => [`${name}_API_KEY`, '']),
);
const asked = () => ['--model', 'scripted', '--base-url', model.baseUrl, '--model-format', 'json_schema'];
const found = () => [
  ...['--search', 'searxng', '--searxng-url', `http://me:${canary('SearXNG password')}@${searxng}`],
  ...['--allow-host', pages, '--url', `http://${pages}/77?auth=${canary('auth of a given page')}`],
  ...['--url', `http://${pages}/78?token=${canary('token of a page that fails')}`],
];
const TASK = 'Write a grant proposal for a community seed library';

describe('no secret comes out', { timeout: 120_000 }, () => {
  it('of a discovery, in any format', async () => {
    const discover = ['discover', TASK, ...asked(), ...found(), ...store, '--results', '10', '--keep', '5'];
    const json = await quiet([...discover, '-v', '--format', 'json']);
    const set = JSON.parse(json) as { id: string; content: { sources: { decision: string; url: string }[] } };
    setId = set.id;
    const kept = set.content.sources.filter(({ decision }) => decision === 'kept');
    // Sources that are cited under an address with a covered key, and what is harmless in it stays.
    expect(kept.length).toBeGreaterThan(2);
    expect(json).toMatch(/\?page=2&access_token=\*+"/u);
    await quiet([...discover, '-v', '--format', 'html', '--out', at('set.html')]);
    for (const format of formatsOf('lines')) await quiet(['show', setId, ...store, '--format', format]);
  });

  it('of what is made of the set', async () => {
    for (const format of ['text', 'json', 'markdown', 'html'])
      for (const view of [[], ['--by-url'], ['--verify'], ['--live', '--allow-host', pages], ['--calls', '-v']])
        await quiet(['audit', setId, ...view, ...store, '--format', format]);
    expect((await cli(['audit', setId, '--verify', ...store])).code).toBe(0);
    await quiet(['list', ...store]);
    await quiet(['list', ...store, '--format', 'json']);
    await quiet(['cache', 'export', setId, ...store, '--out', at('cache.jsonl')]);
    await quiet(['cache', 'verify', at('cache.jsonl')]);
    await quiet(['cache', 'import', at('cache.jsonl'), '--store', at('other.sqlite')]);
    await quiet(['checklist', 'show', setId, ...store]);
    await quiet(['precompute', at('tasks.jsonl'), ...asked(), ...found(), ...store, '--out', at('rows.jsonl')]);
    await quiet(['library', 'add', `http://${pages}/2?${QUERIES[0] ?? ''}`, '--to', at('lib'), '--allow-host', pages]);
    await quiet(['discover', TASK, '--library', at('lib'), ...store, '-v']);
  });

  it('of judging, in any format', async () => {
    const by = ['--checklist', at('list.md'), ...asked(), ...store, '--instruction', 'Write a grant proposal'];
    for (const format of formatsOf('tests', 'rows'))
      await quiet(['judge', at('a.md'), ...by, '-f', format, '--out', at(`judged.${format}`)]);
    for (const format of formatsOf('rows')) await quiet(['compare', at('a.md'), at('b.md'), ...by, '-f', format]);
    for (const format of formatsOf()) {
      await quiet(['refine', at('a.md'), ...by, '-f', format]);
      await quiet(['best-of', at('a.md'), at('b.md'), ...by, '-f', format]);
    }
    for (const format of formatsOf('lines', 'tests', 'rows'))
      await quiet(['test', at('suite.yaml'), ...asked(), ...store, '-f', format]);
    await quiet(['actionability', at('a.md'), ...by]);
    await quiet(['checklist', 'generate', TASK, ...asked(), ...store]);
  });

  it.each(['401', '402', '403', '404', '429', '400', '500'])('of a server that answers %s', async (status) => {
    const limits = ['--max-calls', '2', '--max-seconds', '3'];
    const base = ['--model', 'm', '--base-url', `http://${failing}/${status}/v1`, ...limits];
    const search = `http://me:${canary(`password of a search that answers ${status}`)}@${failing}/${status}`;
    // Both wait until they are answered otherwise, or their time is up.
    await Promise.all([
      quiet(['judge', at('a.md'), '--checklist', at('list.md'), ...base, ...store]),
      quiet(['discover', TASK, '--search', 'searxng', '--searxng-url', search, ...store, '-v']),
    ]);
  });

  const MALFORMED = [
    (secret: string) => `me:${secret}@host.test:80`,
    (secret: string) => `http//me:${secret}@host.test`,
    (secret: string) => `http://me:${secret}@host.test:port`,
    (secret: string) => `http://me:${secret}/w#rd?x@host.test`,
    (secret: string) => `htp://me:${secret}@host.test`,
    (secret: string) => `http://${secret}@[::bad`,
    (secret: string) => `http://host.test:bad/?api_key=${secret}`,
  ];
  it.each(MALFORMED.map((make, index) => [make('…'), make, index] as const))(
    'of an address that is none: %s',
    async (_shown, make, index) => {
      const address = (place: string) => make(canary(`${place} ${index}`, index % 2 === 0 ? '' : '!x'));
      const discover = ['discover', TASK, '--store', 'memory', '-v'];
      await quiet([...discover, '--search', 'searxng', '--searxng-url', address('flag')]);
      await quiet([...discover, '--model', 'm', '--base-url', address('base URL')]);
      await quiet([...discover, '--search', 'searxng'], { GROUNDRULE_SEARXNG_URL: address('variable') });
      await quiet([...discover, '--url', address('page')]);
      await quiet([...discover, '--url', `http://${pages}/1`], { HTTP_PROXY: address('proxy') });
      await quiet(['library', 'add', address('library add'), '--to', at('lib'), '--store', 'memory']);
      await quiet(['doctor', '--store', 'memory', '--searxng-url', address('doctor')], NO_SEARCHES);
      await quiet(['discover', '--searxng-ur', address('unknown flag'), `--api-key=${canary('flag of a key')}`]);
      const config = at(`config-${index}.json`);
      await writeFile(config, JSON.stringify({ searxngUrl: address('config'), baseUrl: address('config base') }));
      await quiet(['doctor', '--store', 'memory', '--config', config], NO_SEARCHES);
      await writeFile(config, `{"searxngUrl": "${address('broken config')}" "apiKey": "${canary('key in a config')}"`);
      await quiet(['doctor', '--store', 'memory', '--config', config], NO_SEARCHES);
      await writeFile(config, JSON.stringify({ apiKey: canary('key in a config'), search: [canary('key as search')] }));
      await quiet(['doctor', '--store', 'memory', '--config', config], NO_SEARCHES);
      await writeFile(config, '{}');
    },
  );

  it('and none lies in a file, after more than 40 went in', async () => {
    expect(canaries.size).toBeGreaterThan(40);
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = files.flatMap((file) => (file.isFile() ? [join(file.parentPath, file.name)] : []));
    expect(paths.length).toBeGreaterThan(15);
    for (const path of paths) expect(leaksIn(`${path} ${await readFile(path, 'latin1')}`), path).toEqual([]);
  });
});
