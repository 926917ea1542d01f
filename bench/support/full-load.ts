/**
 * As many requests for one address as a server answers, by connections that count bytes and read none: a client that
 * parses and decodes takes more of the processor than the server. `full-load.ts URL CONNECTIONS SECONDS` prints JSON.
 */
import { connect } from 'node:net';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { quantile } from '../support.ts';

const [url = '', connections = '64', seconds = '8'] = process.argv.slice(2);
const { hostname, port, host, pathname } = new URL(url);
const request = `GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\n\r\n`;
const END_OF_HEAD = '\r\n\r\n';
const tookMs: number[] = [];

function keepAsking(): void {
  const socket = connect(Number(port), hostname);
  let head = '';
  let bytesLeft: number | null = null;
  let startMs = 0;
  const ask = () => {
    [head, bytesLeft, startMs] = ['', null, performance.now()];
    socket.write(request);
  };
  socket.on('connect', ask).on('data', (chunk: Buffer) => {
    let bytes = chunk.length;
    if (bytesLeft === null) {
      const end = chunk.indexOf(END_OF_HEAD);
      head += chunk.toString('latin1', 0, end < 0 ? bytes : end);
      if (end < 0) return;
      const length = /^content-length: (\d+)/imu.exec(head)?.[1];
      if (!head.startsWith('HTTP/1.1 200') || length === undefined) throw new Error(`Not answered: ${head}`);
      bytesLeft = Number(length);
      bytes -= end + END_OF_HEAD.length;
    }
    bytesLeft -= bytes;
    if (bytesLeft > 0) return;
    tookMs.push(performance.now() - startMs);
    ask();
  });
}

for (let count = 0; count < Number(connections); count += 1) keepAsking();
await delay(Number(seconds) * 1_000);
const latency = { p50: Math.round(quantile(tookMs, 0.5)), p99: Math.round(quantile(tookMs, 0.99)) };
process.stdout.write(
  JSON.stringify({ '2xx': tookMs.length, non2xx: 0, errors: 0, duration: Number(seconds), latency }),
  () => process.exit(),
);
