/** `groundrule show`: prints a set that is stored or in a file. */
import { settingsIn } from '../../config/settings.ts';
import { defineCommand } from '../define-command.ts';
import { EXIT } from '../exit-codes.ts';
import { setFlags } from './discover.ts';

export const showCommand = defineCommand({
  name: 'show',
  description: 'Print a set of criteria again',
  arguments: [['<set>', 'Id of a stored set or the beginning of it, a JSON file, or “-” for stdin']],
  flags: setFlags,
  settings: settingsIn('store'),
  examples: [
    'groundrule show cs_1a2b3c --top 40',
    'groundrule show cs_1a2b3c --format markdown --out criteria.md',
    'groundrule show set.json',
  ],
  run: async (session, reference) => {
    const [{ setOf }, { renderSet, requireFormatAllowsTop }] = await Promise.all([
      import('../input/find-set.ts'),
      import('../../report/set.ts'),
    ]);
    const { flags, progress } = session;
    requireFormatAllowsTop(flags);
    const output = await session.output(flags.out);
    const set = await setOf(session, reference);
    await output.write(await renderSet(set, flags, output));
    for (const warning of set.content.warnings) progress.warn(warning);
    return EXIT.done;
  },
});
