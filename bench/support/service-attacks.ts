/** Attacks on the service by who has a key, and by who has none. */
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Served } from './served.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

interface Answer {
  readonly status: number;
  readonly text: string;
}
interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string;
  readonly localAddress?: string;
}
/** @returns how it ended, in words; and the seconds of the request that counts, where that is not the whole */
export type Attack = (service: Served) => Promise<string | readonly [string, number]>;

function ask(service: Served, path: string, { method = 'GET', headers = {}, body, localAddress }: Ask = {}) {
  const { hostname, port } = new URL(service.url);
  const allHeaders = body === undefined ? headers : { 'content-length': String(Buffer.byteLength(body)), ...headers };
  // One that is to be closed is closed at once where a body is refused, and the answer lost.
  const agent = new Agent({ keepAlive: true });
  return new Promise<Answer>((resolve, reject) => {
    const asking = request(
      { hostname, port, path, method, headers: allHeaders, agent, ...(localAddress && { localAddress }) },
      (response) => {
        const chunks: Buffer[] = [];
        const answer = () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
        // Refused before the whole body came, it may be cut.
        response
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('error', answer)
          .on('end', answer);
      },
    );
    asking.on('error', (error) => setTimeout(() => reject(error), 100));
    asking.end(body);
  }).finally(() => agent.destroy());
}

export const post = (service: Served, path: string, body: string, headers: Ask['headers'] = {}) =>
  ask(service, path, {
    method: 'POST',
    headers: { ...JSON_TYPE, authorization: `Bearer ${keys.admin}`, ...headers },
    body,
  });
export const status = async (asking: Promise<Answer>) => String((await asking).status);
const timed = async (asking: () => Promise<Answer>): Promise<readonly [string, number]> => {
  const startMs = performance.now();
  return [await status(asking()), (performance.now() - startMs) / 1_000];
};
const list = (count: number, item: string) => `[${`${item},`.repeat(count - 1)}${item}]`;
export const judgement = (items: string, response = 'x') =>
  `{"response":${JSON.stringify(response)},"checklist":${items.startsWith('[') ? items : `[${items}]`}}`;
export const checked = (check: string) => JSON.stringify({ text: 'Is it so?', check });

/** Made anew for each service. */
export const keys = { admin: '', slow: '' };
const CHECKS = [
  'format json',
  'format csv',
  'format yaml',
  'format table',
  'links >= 1',
  'code blocks >= 1',
  'emoji >= 1',
];
const RESPONSES = {
  '500,000 backticks': '`'.repeat(500_000),
  '500,000 ~': '~'.repeat(500_000),
  '500,000 {': '{'.repeat(500_000),
  '125,000 [a](': '[a]('.repeat(125_000),
  '100,000 [[]] ': '[[]] '.repeat(100_000),
  '500,000 _': '_'.repeat(500_000),
};

async function sockets(service: Served, count: number, first: string): Promise<Socket[]> {
  const { hostname, port } = new URL(service.url);
  return Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<Socket>((resolve) => {
          const socket = connect(Number(port), hostname, () => {
            socket.write(first);
            resolve(socket);
          });
          // Closed by the service is what is hoped for.
          socket.on('error', () => resolve(socket));
        }),
    ),
  );
}

export const ATTACKS: Readonly<Record<string, Attack>> = {
  '600,000 empty items': (service) => status(post(service, '/v1/judgements', judgement(list(600_000, '{}')))),
  '150,000 empty items': (service) => status(post(service, '/v1/judgements', judgement(list(150_000, '{}')))),
  '10,000 empty items': (service) => status(post(service, '/v1/judgements', judgement(list(10_000, '{}')))),
  '5,000 empty items': (service) => status(post(service, '/v1/judgements', judgement(list(5_000, '{}')))),
  '1,000,000 numbers': (service) => status(post(service, '/v1/sets', list(990_000, '1'))),
  '1,000,000 open brackets': (service) => status(post(service, '/v1/sets', '['.repeat(1_000_000))),
  'a string of 2 MB': (service) => status(post(service, '/v1/sets', `{"instruction":"${'x'.repeat(1_999_000)}"}`)),
  '8 MB of lines of empty items': (service) =>
    status(
      post(service, '/v1/batches?of=judgement', `${judgement(list(2_600, '{}'))}\n`.repeat(1_000), {
        'content-type': 'application/jsonl',
      }),
    ),
  '8 MB of empty lines': (service) =>
    status(post(service, '/v1/batches?of=judgement', '\n'.repeat(7_900_000), { 'content-type': 'application/jsonl' })),
  '8 MB of judgements': (service) =>
    status(
      post(
        service,
        '/v1/batches?of=judgement',
        `${judgement(checked('words <= 5'), 'word '.repeat(1_500))}\n`.repeat(1_000),
        {
          'content-type': 'application/jsonl',
        },
      ),
    ),
  '4,000 query parameters': (service) =>
    status(ask(service, `/v1/sets?${'a=b&'.repeat(3_500)}`, { headers: { authorization: `Bearer ${keys.admin}` } })),
  '1,900 headers': (service) =>
    status(
      ask(service, '/v1/sets', {
        headers: Object.fromEntries(Array.from({ length: 1_900 }, (_, at) => [`x${at}`, ''])),
      }),
    ),
  ...Object.fromEntries(
    Object.entries(RESPONSES).map(([name, response]) => [
      `${name}, by ${CHECKS.length} checks`,
      (service: Served) => status(post(service, '/v1/judgements', judgement(CHECKS.map(checked).join(','), response))),
    ]),
  ),
  'the same twenty at once': async (service) => {
    const body = judgement(CHECKS.map(checked).join(','), RESPONSES['500,000 backticks']);
    const answers = await Promise.all(Array.from({ length: 20 }, () => status(post(service, '/v1/judgements', body))));
    return [...new Set(answers)].join(' ');
  },
  'a cookie for /mcp': (service) =>
    status(
      ask(service, '/mcp', {
        method: 'POST',
        headers: { ...JSON_TYPE, cookie: `groundrule_key=${keys.admin}` },
        body: '{}',
      }),
    ),
  'a cookie for /metrics': (service) =>
    status(ask(service, '/metrics', { headers: { cookie: `groundrule_key=${keys.admin}` } })),
  'a key of 7 MB to sign in': async (service) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { status: code, text } = await ask(service, '/sign-in', {
      ...{ method: 'POST', headers, body: `key=${'x'.repeat(7_000_000)}` },
    });
    return `${code}, ${text.length} characters`;
  },
  'a path of markup that is not there': async (service) => {
    const { status: code, text } = await ask(service, '/v1/jobs/<b>"x', { method: 'PATCH' });
    return `${code}${text.includes('<b>') ? ' UNESCAPED' : ''}`;
  },
  'five batches of 1,000 by a key of 10 a minute': async (service) => {
    const body = '{"instruction":"Write a toast"}\n'.repeat(1_000);
    const headers = { 'content-type': 'application/jsonl', authorization: `Bearer ${keys.slow}` };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => status(post(service, '/v1/batches?of=criteria', body, headers))),
    );
    return [...new Set(answers)].join(' ');
  },
  'a key’s rate, after 2,000 addresses': async (service) => {
    const headers = { authorization: `Bearer ${keys.slow}` };
    const spend = () => status(ask(service, '/v1/jobs', { headers }));
    while ((await spend()) === '200');
    for (let block = 1; block <= 20; block += 1)
      await Promise.all(
        Array.from({ length: 100 }, (_, at) =>
          ask(service, '/v1/jobs', {
            headers: { authorization: 'Bearer x' },
            localAddress: `127.1.${block}.${at + 1}`,
          }),
        ),
      );
    return timed(() => ask(service, '/v1/jobs', { headers }));
  },
  '1,050 connections that ask nothing': async (service) => {
    const idle = await sockets(service, 1_050, '');
    const answer = await timed(() => ask(service, '/healthz'));
    for (const socket of idle) socket.destroy();
    return answer;
  },
  '200 requests of half a body': async (service) => {
    const head =
      'POST /v1/sets HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{';
    const slow = await sockets(service, 200, head);
    const answer = await timed(() => ask(service, '/healthz'));
    for (const socket of slow) socket.destroy();
    return answer;
  },
};
