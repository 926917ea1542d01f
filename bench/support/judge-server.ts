/**
 * A model that says YES to every criterion, over HTTP: `judge-server.ts LATENCY_MS`. POST /behave {"latencyMs", "failEvery"}
 * changes it: of so many calls one is answered 500. GET /seen has the bodies and the times of the calls since the last look.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

const Behaviour = z.object({ latencyMs: z.number(), failEvery: z.int().nullable() });
/** More would measure the memory of this process. */
const MAX_BODIES = 4_000;
const ASKED = /^(\w+): /gmu;

let behaviour: z.infer<typeof Behaviour> = { latencyMs: Number(process.argv[2] ?? 0), failEvery: null };
let total = 0;
interface Seen {
  calls: number;
  bodies: string[];
  /** When the first call was read and the last one answered, by the clock of the machine. */
  firstMs: number;
  lastMs: number;
}
const nothingSeen = (): Seen => ({ calls: 0, bodies: [], firstMs: 0, lastMs: 0 });
const nowMs = () => performance.timeOrigin + performance.now();
let seen = nothingSeen();

const Asked = z.object({ messages: z.array(z.object({ content: z.string() })) });

/** The smallest answer that is read; what is asked beside criteria is a greeting, to learn how the server takes schemas. */
function answerTo(body: string): string {
  const content = Asked.parse(JSON.parse(body)).messages.at(-1)?.content ?? '';
  const criteria = /<<<criteria \w+\n([\s\S]*?)\n\w+ end of criteria>>>/u.exec(content)?.[1];
  if (criteria === undefined) return JSON.stringify({ greeting: 'Hello' });
  const verdicts = [...criteria.matchAll(ASKED)].map(([, id]) => ({ id, analysis: 'So.', quotes: [], answer: 'YES' }));
  return JSON.stringify({ verdicts });
}

const completion = (content: string) => ({
  ...{ id: 'c', object: 'chat.completion', created: 0, model: 'judge' },
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 900, completion_tokens: 300, total_tokens: 1_200 },
});

async function reply(path: string, body: string): Promise<readonly [number, unknown]> {
  if (path === '/behave') {
    behaviour = Behaviour.parse(JSON.parse(body));
    return [200, {}];
  }
  if (path === '/seen') {
    const last = seen;
    seen = nothingSeen();
    return [200, last];
  }
  total += 1;
  seen.calls += 1;
  if (seen.calls === 1) seen.firstMs = nowMs();
  if (seen.bodies.length < MAX_BODIES) seen.bodies.push(body);
  const fails = behaviour.failEvery !== null && total % behaviour.failEvery === 0;
  if (behaviour.latencyMs > 0) await delay(behaviour.latencyMs);
  seen.lastMs = nowMs();
  return fails ? [500, { error: { message: 'It fails.' } }] : [200, completion(answerTo(body))];
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

const server = createServer((request, response) => {
  void readBody(request)
    .then((body) => reply(request.url ?? '', body))
    .then(([status, value]) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
