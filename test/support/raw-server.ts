/** A TCP server on loopback that says exactly the bytes that a test gives it. */
import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';

export interface RawServer {
  readonly host: string;
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly port: number;
  /** The head of each request, in order of arrival. */
  readonly requests: string[];
  connections(): number;
  close(): Promise<void>;
}

/** Called for each request on a connection; `path` is the request's target. */
export type Answer = (socket: Socket, path: string, head: string) => void;

/** @param greet called for each connection with its first bytes, which need not be HTTP */
export async function startRawServer(
  answer: Answer,
  greet: (socket: Socket) => void = () => undefined,
): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.once('data', () => greet(socket));
    let received = '';
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      for (let end = received.indexOf('\r\n\r\n'); end >= 0; end = received.indexOf('\r\n\r\n')) {
        const head = received.slice(0, end);
        received = received.slice(end + 4);
        requests.push(head);
        answer(socket, head.split(' ')[1] ?? '', head);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const host = `127.0.0.1:${address.port}`;
  return {
    host,
    origin: `http://${host}`,
    port: address.port,
    requests,
    connections: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A whole response with the right length. */
export function respond(
  socket: Socket,
  status: number | string,
  headers: Readonly<Record<string, string>> = {},
  body: string | Buffer = '',
): void {
  const bytes = Buffer.from(body);
  const lines = Object.entries({ 'content-length': String(bytes.byteLength), ...headers });
  socket.write(`HTTP/1.1 ${status} X\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
  socket.write(bytes);
}
