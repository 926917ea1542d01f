/** Which failures of a request may have been billed. */
import { expect, it } from 'vitest';
import { mayBeBilled, toEndpointError } from '../../src/llm/endpoint-error.ts';

const failed = (message: string, code?: string) =>
  toEndpointError(new TypeError(message, { cause: Object.assign(new Error('x'), { code }) }), new Date());

it.each(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])(
  '%s breaks a request that may be answered',
  (code) => {
    const error = failed('fetch failed', code);
    expect([error.kind, mayBeBilled(error)]).toEqual(['cut', true]);
  },
);

it.each([
  ...['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EMFILE', 'ENETDOWN', 'EADDRNOTAVAIL', 'EPROTO'],
  ...['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_PRX_TLS', 'ERR_TLS_CERT_ALTNAME_INVALID', 'HOSTNAME_MISMATCH'],
])('%s: nothing was sent', (code) => {
  const error = failed('fetch failed', code);
  expect([error.kind, mayBeBilled(error)]).toEqual(['connection', false]);
});

it('a body that ends early is cut, where there is no code', () => {
  expect([failed('terminated').kind, failed('fetch failed').kind]).toEqual(['cut', 'connection']);
});
