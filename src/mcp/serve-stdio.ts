/** MCP over stdin and stdout: one agent, who is the user, and may do all that the user may. */
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { LOCAL_CALLER } from '../service/callers.ts';
import type { McpContext } from './ask.ts';
import { createMcpServer } from './server.ts';

/** Ends when the agent has gone, or the signal aborts. */
export async function serveMcpOverStdio(
  context: McpContext,
  { stdin, stdout }: { readonly stdin: Readable; readonly stdout: Writable },
  signal: AbortSignal,
): Promise<void> {
  const serving = serveStdio(() => createMcpServer(context, LOCAL_CALLER), {
    transport: new StdioServerTransport(stdin, stdout),
    onerror: ({ message }) => context.log(message),
  });
  // However it ends, the agent has gone.
  await finished(stdin, { signal, writable: false }).catch(() => undefined);
  await serving.close();
}
