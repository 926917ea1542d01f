/** MCP on the service, behind its checks of key, host and origin. Each request stands alone, so that any process can answer it. */
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Context } from 'hono';
import type { Caller } from '../service/callers.ts';
import { callerWith } from '../service/guard.ts';
import { parseJson, readText } from '../service/read-body.ts';
import type { Mount } from '../service/service.ts';
import { createMcpServer } from './server.ts';

export const mcpMount: Mount = (app, service) => {
  /** By what the SDK hands on of a request. */
  const callers = new WeakMap<object, Caller>();
  const { fetch } = createMcpHandler(
    ({ authInfo }) => {
      const caller = authInfo && callers.get(authInfo);
      if (caller === undefined) throw new Error('A request came without its caller.');
      return createMcpServer(service, caller);
    },
    { maxRequestBodySize: service.limits.bodyBytes, onerror: ({ message }) => service.log(`MCP: ${message}`) },
  );
  app.all('/mcp', async (c) => {
    const caller = callerWith(c, 'read');
    const authInfo = { token: '', clientId: caller.id, scopes: [...caller.scopes] };
    callers.set(authInfo, caller);
    return fetch(await boundedRequest(c, service.limits.bodyBytes), { authInfo });
  });
};

/** The SDK bounds bytes alone: values and depth are counted before it parses anything. */
async function boundedRequest(c: Context, maxBytes: number): Promise<Request> {
  const { raw } = c.req;
  if (raw.method !== 'POST') return raw;
  const body = await readText(c, maxBytes, ['application/json']);
  parseJson(body);
  return new Request(raw.url, { method: raw.method, headers: raw.headers, body, signal: raw.signal });
}
