/** Refuses what no test may do, once for a process: print, or call anybody beyond loopback. */
import { Socket, type TcpNetConnectOpts } from 'node:net';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/u;
const CONSOLE_METHODS = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const;

/** Recorded and not only thrown: a library that is tested may swallow what is thrown inside it. */
let offences: string[] = [];

/** What was refused since the last call. */
export function takeOffences(): readonly string[] {
  const taken = offences;
  offences = [];
  return taken;
}

function refuse(offence: string): never {
  offences.push(offence);
  throw new Error(offence);
}

for (const method of CONSOLE_METHODS)
  console[method] = (...args: readonly unknown[]) => refuse(`console.${method}: ${args.map(String).join(' ')}`);

// Everything that speaks TCP passes here, `fetch` and TLS among them. Pipes (`path`) stay on this machine.
// oxlint-disable-next-line typescript/unbound-method -- called with the socket as `this` below
const connect = Socket.prototype.connect;
Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
  const host = hostOf(args);
  if (host !== null && !LOOPBACK.test(host) && !looksUpItself(args)) refuse(`a connection to ${host}`);
  return Reflect.apply(connect, this, args) as Socket;
};

/** True where the caller brings its own lookup: then the addresses that it finds are watched in place of the name. */
function looksUpItself(args: readonly unknown[]): boolean {
  const options = (Array.isArray(args[0]) ? args[0][0] : args[0]) as TcpNetConnectOpts;
  const { lookup } = options;
  if (lookup === undefined) return false;
  options.lookup = (hostname, how, callback) =>
    lookup(hostname, how, (error, found, family) => {
      const addresses = typeof found === 'string' ? [found] : found.map(({ address }) => address);
      const far = addresses.find((address) => address !== '' && !LOOPBACK.test(address));
      if (far === undefined) callback(error, found, family);
      else refuse(`a connection to ${far}`);
    });
  return true;
}

/** Null for a pipe. The arguments come in several forms, and normalised (an array with a marker) from `net.connect`. */
function hostOf(args: readonly unknown[]): string | null {
  const [first, second] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
  if (typeof first === 'string') return null;
  if (typeof first !== 'object' || first === null) return typeof second === 'string' ? second : 'localhost';
  if ('path' in first && first.path) return null;
  return 'host' in first && typeof first.host === 'string' ? first.host : 'localhost';
}
