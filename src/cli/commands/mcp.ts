import { createLocalContext, serveMcpOverStdio } from '../../mcp/serve-stdio.ts';
import { defineCommand } from '../define-command.ts';
import { DISCOVERY_SETTINGS } from '../flags.ts';

export const command = defineCommand({
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
    const client = await session.client();
    const { progress, shell, signal, stop } = session;
    const context = session.closing(await createLocalContext(client, (line) => progress.warn(line), signal));
    await serveMcpOverStdio(context, shell, signal, stop);
  },
});
