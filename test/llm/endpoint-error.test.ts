/** Which failures of a request may have been billed. */
import { expect, it } from 'vitest';
import { toEndpointError } from '../../src/llm/endpoint-error.ts';

const failed = (message: string, code?: string, syscall?: string) =>
  toEndpointError(new TypeError(message, { cause: Object.assign(new Error('x'), { code, syscall }) }), new Date());

it.each([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'HPE_INVALID_CHUNK_SIZE',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
])('%s breaks a request that may be answered', (code) => {
  const error = failed('fetch failed', code);
  expect([error.kind, error.billed]).toEqual(['cut', 'unknown']);
});

it.each(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETDOWN'])(
  '%s of a connection breaks what was sent, of none it does not',
  (code) => {
    const kinds = ['read', 'write', 'connect'].map((syscall) => failed('fetch failed', code, syscall).kind);
    expect(kinds).toEqual(['cut', 'cut', 'connection']);
  },
);

it('what cannot be parsed is no connection, whatever it says', () => {
  const error = toEndpointError(new SyntaxError('Unterminated string "socket fetch failed"'), new Date());
  expect([error.kind, error.billed]).toEqual(['not-a-model-server', 'unknown']);
});

it.each([
  ...['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EMFILE', 'ENETDOWN', 'EADDRNOTAVAIL', 'EPROTO'],
  ...['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_PRX_TLS', 'ERR_TLS_CERT_ALTNAME_INVALID', 'HOSTNAME_MISMATCH'],
])('%s: nothing was sent', (code) => {
  const error = failed('fetch failed', code);
  expect([error.kind, error.billed]).toEqual(['connection', null]);
});

it('a body that ends early is cut, where there is no code', () => {
  expect([failed('terminated').kind, failed('fetch failed').kind]).toEqual(['cut', 'connection']);
});

it.each([
  [504, 'unknown'],
  [524, 'unknown'],
  [500, null],
  [503, null],
  [408, null],
])('status %i: a gateway that gave up waiting may have been answered since', (status, billed) => {
  expect(toEndpointError({ status, message: 'no' }, new Date())).toMatchObject({ kind: 'server', billed });
});
