/**
 * One discovery with a model on stored pages, for somebody to mark:
 *   npx tsx bench/list.ts --pages FILE.jsonl|FOLDER --base-url URL [--model NAME] [--mode web] --out FOLDER "INSTRUCTION"
 * Pages are JSON ({ url, title, text or html }), each on a line or in a file of its own; they are found by their words and
 * served at their own addresses, so that hosts and independent sites are real. Written: `list.json` and `list.md` (what is
 * marked: each criterion with its quotes; beside them all advice, by page), `set.json`, `calls.json`, and figures on stdout.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { configOf } from '../src/client/options.ts';
import { readSecrets } from '../src/config/environment.ts';
import { openGroundrule } from '../src/groundrule.ts';
import { words } from '../src/text/words.ts';

const StoredPage = z.object({
  url: z.string(),
  title: z.string(),
  text: z.string().optional(),
  html: z.string().optional(),
  queries: z.array(z.string()).default([]),
});
type StoredPage = z.infer<typeof StoredPage>;

const RESULTS = 10;
const MIN_SHARED = 0.3;
/** The part of a page that a search looks at, in UTF-16 units. */
const SEARCHED_CHARS = 3_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pages: { type: 'string' },
    'base-url': { type: 'string' },
    model: { type: 'string', default: 'by-hand' },
    mode: { type: 'string', default: 'web' },
    out: { type: 'string' },
  },
});
const instruction = positionals.join(' ');
const { pages: place, 'base-url': baseUrl, out } = values;
if (place === undefined || baseUrl === undefined || out === undefined || instruction === '')
  throw new Error('Use: npx tsx bench/list.ts --pages FILE|FOLDER --base-url URL --out FOLDER "INSTRUCTION"');

const pages = await readStored(place);
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`);
  const send = (status: number, type: string, body: string) => {
    response.writeHead(status, { 'content-type': type });
    response.end(body);
  };
  const stored = pages.find((page) => asHttp(page.url) === url.href);
  if (url.pathname === '/robots.txt') send(200, 'text/plain', 'User-agent: *\nAllow: /\n');
  else if (stored !== undefined) send(200, 'text/html; charset=utf-8', htmlOf(stored));
  else if (url.pathname === '/search')
    send(200, 'application/json', JSON.stringify({ results: found(url.searchParams) }));
  else send(404, 'text/plain', '');
});
// Some clients open a tunnel for plain HTTP as well: what comes through it is answered here.
server.on('connect', (_request, socket) => {
  socket.write('HTTP/1.1 200 OK\r\n\r\n');
  server.emit('connection', socket);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address() as AddressInfo;
const own = `http://127.0.0.1:${address.port}`;
await mkdir(out, { recursive: true });
const options = {
  model: values.model,
  baseUrl,
  modelFormat: 'prompt',
  modelTimeoutMs: 300_000,
  search: ['searxng'],
  searxngUrl: own,
  store: join(out, 'store.sqlite'),
} as const;
const groundrule = await openGroundrule({
  config: await configOf(options),
  secrets: { ...readSecrets({}), modelKey: process.env['GROUNDRULE_API_KEY'] ?? 'none' },
  defaultStorePath: '',
  proxy: { httpProxy: own, httpsProxy: null, noProxy: '127.0.0.1,localhost' },
});
try {
  const set = await groundrule.discover(instruction, {
    mode: z.enum(['web', 'full']).parse(values.mode),
    onEvent: (event) => {
      if (event.type === 'step-end') console.error(`${event.step}: ${event.summary}`);
    },
  });
  const { criteria, advice, sources, removals, warnings, funnel } = set.content;
  const list = {
    instruction,
    criteria: criteria.map(({ id, text, explicit, heldBack, grounding, conflicts, support, evidence, origin }) => ({
      ...{ id, text, block: explicit ? 'stated' : 'implied', shown: heldBack === null, origin, support },
      quotes: evidence.map(({ adviceId, url, quote, instance }) => ({ adviceId, url, quote, instance })),
      ...{ conflicts, grounding },
    })),
    advice: advice.map(({ id, sourceId, text, quote }) => ({ id, sourceId, text, quote })),
    pages: sources.map(({ id, url, decision, rating, reason }) => ({ id, url, decision, rating, reason })),
    removals,
    warnings,
  };
  const calls = (await groundrule.callsOf(set.id)) ?? [];
  const usage = groundrule.usage();
  await write('list.json', list);
  await write('set.json', set);
  await write('calls.json', calls);
  const lines = list.criteria.map(({ id, text, block, shown, quotes }) =>
    [
      `## ${id} (${block}${shown ? '' : ', held back'})`,
      text,
      ...quotes.map(({ quote, url }) => `- “${quote}” ${url}`),
    ].join('\n'),
  );
  await writeFile(join(out, 'list.md'), `# ${instruction}\n\n${lines.join('\n\n')}\n`);
  const sum = (key: 'calls' | 'inputTokens' | 'outputTokens') => usage.reduce((total, row) => total + row[key], 0);
  console.log(
    JSON.stringify({ funnel, calls: sum('calls'), inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens') }),
  );
} finally {
  await groundrule.close();
  server.close();
  server.closeAllConnections();
}

async function write(name: string, value: unknown): Promise<void> {
  await writeFile(join(out ?? '', name), `${JSON.stringify(value, null, 1)}\n`);
}

async function readStored(path: string): Promise<StoredPage[]> {
  if (path.endsWith('.jsonl'))
    return (await readFile(path, 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => StoredPage.parse(JSON.parse(line)));
  const names = (await readdir(path)).filter((name) => name.endsWith('.json')).sort();
  const read = names.map(async (name) => StoredPage.parse(JSON.parse(await readFile(join(path, name), 'utf8'))));
  return Promise.all(read);
}

/** By the share of the query's words that the beginning of a page has, as in the run that is kept. */
function found(query: URLSearchParams) {
  const wanted = wordSet(query.get('q') ?? '');
  const page = Number(query.get('pageno') ?? 1);
  return pages
    .map((stored) => {
      const { title, queries, text, html } = stored;
      const has = wordSet([title, ...queries, (text ?? html ?? '').slice(0, SEARCHED_CHARS)].join(' '));
      return { stored, share: [...wanted].filter((word) => has.has(word)).length / Math.max(1, wanted.size) };
    })
    .filter(({ share }) => share > MIN_SHARED)
    .sort((a, b) => b.share - a.share)
    .slice((page - 1) * RESULTS, page * RESULTS)
    .map(({ stored }) => ({ url: asHttp(stored.url), title: stored.title, content: '' }));
}

function wordSet(text: string): Set<string> {
  return new Set(words(text).filter((word) => word.length >= 3));
}

function asHttp(url: string): string {
  return new URL(url.replace(/^https:/u, 'http:')).href;
}

function htmlOf({ title, text = '', html }: StoredPage): string {
  const escaped = (raw: string) => raw.replace(/&/gu, '&amp;').replace(/</gu, '&lt;').replace(/>/gu, '&gt;');
  const paragraphs = text.split(/\n+/u).map((line) => `<p>${escaped(line)}</p>`);
  const head = `<!doctype html><html lang="en"><head><title>${escaped(title)}</title></head>`;
  return html ?? `${head}<body><article><h1>${escaped(title)}</h1>${paragraphs.join('\n')}</article></body></html>`;
}
