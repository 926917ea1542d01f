/** `groundrule protocols`: what each protocol of judging does, takes and asks. */
import { formatsOf } from '../../report/formats.ts';
import { defineCommand } from '../define-command.ts';
import { EXIT } from '../exit-codes.ts';
import { choice, outFlag } from '../flags.ts';

export const protocolsCommand = defineCommand({
  name: 'protocols',
  description: 'List the protocols of judging: what each goes by, what it takes, and how many calls and tokens it asks',
  flags: { format: choice('-f, --format <format>', 'How to print', formatsOf()), out: outFlag },
  settings: ['model'],
  examples: ['groundrule protocols'],
  run: async (session) => {
    const [{ protocolCosts }, { readSecrets }, { renderProtocols }] = await Promise.all([
      import('../../client/protocol-costs.ts'),
      import('../../config/environment.ts'),
      import('../../report/protocols.ts'),
    ]);
    const output = await session.output(session.flags.out);
    const { settings } = await session.config();
    const costs = await protocolCosts(settings, readSecrets(session.shell.env));
    await output.write(await renderProtocols(costs, session.flags.format, output));
    return EXIT.done;
  },
});
