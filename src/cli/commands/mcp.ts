/** `groundrule mcp`: the tools for an agent, over stdin and stdout. */
import { defineCommand } from '../define-command.ts';
import { EXIT } from '../exit-codes.ts';
import { DISCOVERY_SETTINGS } from './discover.ts';

export const mcpCommand = defineCommand({
  name: 'mcp',
  description: 'Serve agents over stdin and stdout (Model Context Protocol): discover, explain, judge, compare, refine',
  settings: DISCOVERY_SETTINGS,
  examples: [
    'groundrule mcp',
    'groundrule mcp --model gpt-4.1-mini --max-usd 2',
    'claude mcp add groundrule -- npx groundrule mcp --model gpt-4.1-mini',
  ],
  isService: true,
  run: async (session) => {
    const [{ createLocalContext }, { serveMcpOverStdio }, client] = await Promise.all([
      import('../../mcp/local-context.ts'),
      import('../../mcp/serve-stdio.ts'),
      session.client(),
    ]);
    const context = session.closing(createLocalContext(client, (line) => session.progress.warn(line)));
    await serveMcpOverStdio(context, session.shell, session.signal);
    return EXIT.done;
  },
});
