/**
 * A small web on loopback: pages on many sites, each site at an address of its own. The guarded fetch refuses loopback
 * unless the host is allowed by name, so whoever fetches from here passes `allowHosts` on.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

export interface ServedPage {
  /** On its site, from the slash on. */
  readonly path: string;
  /** The number of its site, from 0. */
  readonly site: number;
  readonly html: string;
}

export type WebFault =
  | 'not-found'
  | 'server-error'
  /** Closes the connection in the middle of the body. */
  | 'truncated'
  /** Closes the connection without a reply. */
  | 'drop'
  /** An image, declared as such. */
  | 'image'
  /** Bytes of an image, declared as HTML. */
  | 'false-html'
  | 'empty'
  /** Comes `slowMs` later than the others. */
  | 'slow'
  /** robots.txt forbids it. */
  | 'forbidden-by-robots';

export const WEB_FAULTS: readonly WebFault[] = [
  'not-found',
  'server-error',
  'truncated',
  'drop',
  'image',
  'false-html',
  'empty',
  'slow',
  'forbidden-by-robots',
];

export interface WebServerOptions {
  readonly pages: readonly ServedPage[];
  /** Before each reply, robots.txt included. */
  readonly latencyMs?: number;
  readonly slowMs?: number;
  readonly faultOf?: (page: ServedPage) => WebFault | null;
  /**
   * Where a site listens; default: all at 127.0.0.1, each at a port of its own. Other addresses of 127.0.0.0/8 are
   * host names of their own, but macOS has to be told of them first.
   */
  readonly addressOf?: (site: number) => string;
}

export interface WebServer {
  urlOf(page: ServedPage): string;
  /** Every site, as the setting takes it. */
  readonly allowHosts: readonly string[];
  /** Paths asked for since the start, in order of arrival. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

const IMAGE = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

export async function startWebServer(options: WebServerOptions): Promise<WebServer> {
  const { pages, latencyMs = 0, slowMs = 1_000, faultOf = () => null, addressOf = () => '127.0.0.1' } = options;
  const requests: string[] = [];

  async function serve(site: number, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = incoming.url ?? '/';
    requests.push(path);
    const here = pages.filter((page) => page.site === site);
    await delay(latencyMs);
    if (path === '/robots.txt') {
      const forbidden = here.filter((page) => faultOf(page) === 'forbidden-by-robots');
      response.setHeader('content-type', 'text/plain');
      response.end(`User-agent: *\n${forbidden.map((page) => `Disallow: ${page.path}\n`).join('')}`);
      return;
    }
    const page = here.find((candidate) => candidate.path === path);
    const fault = page === undefined ? 'not-found' : faultOf(page);
    if (fault === 'slow') await delay(slowMs);
    reply(response, page?.html ?? '', fault);
  }

  const sites = [...new Set(pages.map((page) => page.site))];
  const servers = new Map<number, Server>();
  for (const site of sites) {
    const server = createServer((incoming, response) => {
      serve(site, incoming, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, addressOf(site), resolve);
    });
    servers.set(site, server);
  }
  const hostOf = (site: number): string => {
    const address = servers.get(site)?.address();
    if (address === null || address === undefined || typeof address === 'string')
      throw new Error(`Site ${site} has no port.`);
    return `${address.address}:${address.port}`;
  };

  return {
    urlOf: ({ site, path }) => `http://${hostOf(site)}${path}`,
    allowHosts: sites.map(hostOf),
    requests,
    close: async () => {
      await Promise.all(
        [...servers.values()].map(
          (server) =>
            new Promise<void>((resolve) => {
              server.close(() => resolve());
              server.closeAllConnections();
            }),
        ),
      );
    },
  };
}

function reply(response: ServerResponse, html: string, fault: WebFault | null): void {
  switch (fault) {
    case 'not-found':
      response.writeHead(404).end('Not found');
      return;
    case 'server-error':
      response.writeHead(500).end('Error');
      return;
    case 'drop':
      response.socket?.destroy();
      return;
    case 'image':
      response.writeHead(200, { 'content-type': 'image/png' }).end(IMAGE);
      return;
    case 'false-html':
      response.writeHead(200, { 'content-type': 'text/html' }).end(IMAGE);
      return;
    case 'empty':
      response.writeHead(200, { 'content-type': 'text/html' }).end();
      return;
    case 'truncated':
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': String(html.length * 2) });
      response.write(html.slice(0, html.length / 2), () => response.socket?.destroy());
      return;
    case 'slow':
    case 'forbidden-by-robots':
    case null:
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  }
}
