import { defineCommand } from '../define-command.ts';
import { formatFlag, outFlag } from '../flags.ts';
import { protocolCosts } from '../../client/protocol-costs.ts';
import { readSecrets } from '../../config/environment.ts';
import { renderProtocols } from '../../report/protocols.ts';

export const command = defineCommand({
  name: 'protocols',
  description: 'List the protocols of judging: what each goes by, what it takes, and how many calls and tokens it asks',
  flags: { format: formatFlag(), out: outFlag },
  settings: ['model'],
  examples: ['groundrule protocols'],
  run: async (session) => {
    const { settings } = await session.config();
    const costs = await protocolCosts(settings, readSecrets(session.shell.env));
    await session.print((layout) => renderProtocols(costs, session.flags.format, layout));
  },
});
