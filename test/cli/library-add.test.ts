/** `library add`: pages of a loopback web become a library, and the record shows where they come from. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { CriteriaSet } from '../../src/domain/criteria-set.ts';
import { TASK } from '../support/guide-web/discover-with.ts';
import { makePages } from '../support/guide-web/make-pages.ts';
import { cli, type CliResult } from '../support/shell.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startWebServer, type WebServer, type WebServerOptions } from '../support/web-server.ts';

const pages = await makePages({
  textKind: 'grant-proposal',
  counts: { guide: 3, general: 0, 'other-kind': 0, 'off-topic': 1, thin: 0, copy: 0 },
  ...{ sites: 2, sentences: 30, frame: 'bare', seed: 'library add' },
});
const MEMORY = ['--store', 'memory'];

let web: WebServer | undefined;
afterEach(() => web?.close());

async function start(options: Partial<WebServerOptions> = {}): Promise<WebServer> {
  web = await startWebServer({ pages, addressOf: (site) => `127.0.4.${site + 1}`, ...options });
  return web;
}

function add(server: WebServer, urls: readonly string[], ...more: readonly string[]): Promise<CliResult> {
  const hosts = server.allowHosts.flatMap((host) => ['--allow-host', host]);
  return cli(['library', 'add', ...urls, ...hosts, ...MEMORY, ...more]);
}

describe('library add', () => {
  it('saves the bytes as they came, beside each where it comes from, and makes the folder', async () => {
    const server = await start();
    const folder = join(await temporaryFolder(), 'new', 'guides');
    const urls = pages.map((page) => server.urlOf(page));
    const { code, stdout } = await add(server, [...urls, urls[0]!], '--to', folder);
    expect(code).toBe(EXIT.done);
    expect(stdout.match(/^saved {2}/gmu)).toHaveLength(pages.length);
    for (const page of pages) {
      const url = new URL(server.urlOf(page));
      const path = join(folder, `${url.hostname}-${url.port}`, page.path.slice(1).replace('/', '-'));
      const [file] = await glob(path);
      expect(await readFile(file!, 'utf8')).toBe(page.html);
      const origin: unknown = JSON.parse(await readFile(`${file!}.origin.json`, 'utf8'));
      expect(origin).toMatchObject({
        url: url.href,
        finalUrl: url.href,
        contentType: 'text/html; charset=utf-8',
      });
    }
  });

  it('replaces no guide of the user’s own, which has no origin beside it', async () => {
    const server = await start();
    const folder = await temporaryFolder();
    const url = server.urlOf(pages[0]!);
    await add(server, [url], '--to', folder);
    const [host] = await readdir(folder);
    const [name] = (await readdir(join(folder, host!))).filter((file) => file.endsWith('.html'));
    const own = join(folder, host!, name!);
    await rm(`${own}.origin.json`);
    await writeFile(own, 'My own.');
    const { stdout, code } = await add(server, [url], '--to', folder, '--replace');
    expect(code).toBe(EXIT.done);
    expect(stdout).toMatch(/^saved /u);
    expect(await readFile(own, 'utf8')).toBe('My own.');
  });

  it('saves a page whose address is longer than a file’s name may be', async () => {
    const long = { ...pages[0]!, path: `/${encodeURIComponent('写'.repeat(90))}` };
    const server = await start({ pages: [long] });
    const { stdout, code } = await add(server, [server.urlOf(long)], '--to', await temporaryFolder());
    expect(stdout).toMatch(/^saved .*写-[0-9a-f]{8}\.html$/mu);
    expect(code).toBe(EXIT.done);
  });

  it('leaves what is there as it is, unless it is told to replace it', async () => {
    const server = await start();
    const folder = await temporaryFolder();
    const url = server.urlOf(pages[0]!);
    await add(server, [url], '--to', folder);
    const [host] = await readdir(folder);
    const [name] = (await readdir(join(folder, host!))).filter((file) => file.endsWith('.html'));
    const path = join(folder, host!, name!);
    await writeFile(path, 'my own notes');
    const again = await add(server, [url], '--to', folder);
    expect(again.code).toBe(EXIT.checkFailed);
    expect(again.stdout).toMatch(/^exists .*--replace/u);
    expect(await readFile(path, 'utf8')).toBe('my own notes');
    const replaced = await add(server, [url], '--to', folder, '--replace', '--format', 'json');
    expect(replaced.code).toBe(EXIT.done);
    expect(JSON.parse(replaced.stdout)).toEqual([
      { url, status: 'replaced', file: `${host!}/${name!}`, title: pages[0]!.title },
    ]);
    expect(await readFile(path, 'utf8')).toBe(pages[0]!.html);
  });

  it('says what it could not save, and saves the others', async () => {
    const faults = ['forbidden-by-robots', 'image', 'not-found'] as const;
    const server = await start({
      faultOf: (page) => faults[pages.findIndex(({ path }) => path === page.path)] ?? null,
    });
    const folder = await temporaryFolder();
    const urls = [...pages.map((page) => server.urlOf(page)), 'http://10.0.0.1/private'];
    const { code, stdout } = await add(server, urls, '--to', folder);
    expect(code).toBe(EXIT.checkFailed);
    expect(stdout).toMatch(/failed .*refused-by-robots: disallowed by line \d+ of robots.txt/u);
    expect(stdout).toMatch(/failed .*not-text: content type image\/png/u);
    expect(stdout).toMatch(/failed .*HTTP 404/u);
    expect(stdout).toMatch(/failed .*10\.0\.0\.1 is a private address/u);
    expect(stdout.match(/^saved/gmu)).toHaveLength(1);
  });

  it.each([
    ['no address', ['ftp://guides.example/a', '--to', 'x'], /not an http or https URL/u],
    ['no folder', ['https://guides.example/a'], /--to <folder>.*not specified/u],
  ])('refuses %s', async (_what, args, says) => {
    const { code, stderr } = await cli(['library', 'add', ...args, ...MEMORY]);
    expect(code).toBe(EXIT.badInput);
    expect(stderr).toMatch(says);
  });

  it('refuses a file in place of the folder', async () => {
    const server = await start();
    const path = join(await temporaryFolder(), 'file');
    await writeFile(path, '');
    const { code, stderr } = await add(server, [server.urlOf(pages[0]!)], '--to', path);
    expect(code).toBe(EXIT.badInput);
    expect(stderr).toMatch(/is a file, not a folder/u);
  });
});

describe('a library of saved pages', () => {
  it('grounds criteria in the original addresses, and is read again by a live audit', async () => {
    const server = await start();
    const folder = await temporaryFolder();
    const store = join(await temporaryFolder(), 'store.sqlite');
    const urls = pages.map((page) => server.urlOf(page));
    await add(server, urls, '--to', folder);
    const asked = server.requests.length;

    const library = ['--library', folder, '--store', store];
    const found = await cli(['discover', TASK.instruction, ...library, '--format', 'json']);
    const set = CriteriaSet.parse(JSON.parse(found.stdout));
    const evidence = set.content.criteria.flatMap((criterion) => criterion.evidence);
    expect(evidence.length).toBeGreaterThan(0);
    for (const { via, url, finalUrl, link } of evidence) {
      expect({ via, isLibrary: url.startsWith('library:127.0.4.') }).toEqual({
        via: 'library',
        isLibrary: true,
      });
      expect(urls).toContain(finalUrl);
      expect(link ?? finalUrl).toContain(finalUrl);
    }
    // Two hosts are two publishers, though no page declares one.
    expect(Math.max(...set.content.criteria.map(({ support }) => support.sites))).toBeLessThanOrEqual(2);
    const fetched = Object.values(set.run.fetchedAt);
    expect(fetched.every((at) => at < set.run.startedAt)).toBe(true);

    const live = ['audit', set.id, '--live', ...library];
    const unchanged = await cli(live);
    expect(unchanged.code).toBe(EXIT.done);
    expect(unchanged.stdout).toMatch(/^\d+ cited quotes? of \d sources?: \d+ unchanged$/mu);
    const cited = join(folder, decodeURIComponent(evidence[0]!.url.slice('library:'.length)));
    await writeFile(
      cited,
      '<p>Something else stands here now, and it is long enough to be read as a page.</p>'.repeat(3),
    );
    const changed = await cli([...live, '--format', 'json']);
    expect(changed.code).toBe(EXIT.checkFailed);
    const { status, sources } = JSON.parse(changed.stdout) as {
      status: string;
      sources: { url: string; counts: Record<string, number> }[];
    };
    expect(status).toBe('failed');
    expect(sources.filter(({ counts }) => counts['gone']! > 0).map(({ url }) => url)).toEqual([evidence[0]!.url]);
    expect(server.requests.length).toBe(asked);

    const without = await cli(['audit', set.id, '--live', '--store', store]);
    expect(without.code).toBe(EXIT.badInput);
    expect(without.stderr).toMatch(/Name its folders with --library/u);
  });

  it('leaves out a page whose origin is damaged, and says so', async () => {
    const server = await start();
    const folder = await temporaryFolder();
    await add(
      server,
      pages.map((page) => server.urlOf(page)),
      '--to',
      folder,
    );
    const [host] = await readdir(folder);
    const [origin] = (await readdir(join(folder, host!))).filter((file) => file.endsWith('.origin.json'));
    await writeFile(join(folder, host!, origin!), '{"url":"javascript:alert(1)"}');
    const found = await cli(['discover', TASK.instruction, '--library', folder, ...MEMORY, '--format', 'json']);
    const set = CriteriaSet.parse(JSON.parse(found.stdout));
    expect(set.content.warnings.join('\n')).toMatch(
      /left out \(unreadable\): its origin file .*origin\.json is unreadable/u,
    );
  });
});

/** The guide whose name begins so. */
async function glob(path: string): Promise<string[]> {
  const folder = join(path, '..');
  const names = await readdir(folder);
  return names
    .filter((name) => join(folder, name).startsWith(path) && name.endsWith('.html'))
    .map((name) => join(folder, name));
}
