import { setOf } from '../../client/find-set.ts';
import { settingsIn } from '../../config/settings.ts';
import type { CriteriaSet } from '../../domain/criteria-set.ts';
import { renderSet, requireFormatAllowsTop } from '../../report/set.ts';
import { wholeSetHtml } from '../../report/whole-set.ts';
import { defineCommand } from '../define-command.ts';
import { toggle } from '../flag.ts';
import { blockOf, setFlags } from '../flags.ts';
import type { Session } from '../session.ts';

export const command = defineCommand({
  name: 'show',
  description: 'Print a set of criteria again',
  arguments: [
    [
      '<set>',
      'Id of a stored set or the beginning of it, “last” for the newest with criteria, a JSON file, or “-” for stdin',
    ],
  ],
  flags: {
    ...setFlags,
    html: toggle(
      '--html',
      'The same as --format html: one file with quotes in their passages, sources and pictures, which needs no server',
    ).conflicts(['format', 'top', 'stated', 'implicit']),
  },
  settings: settingsIn('store'),
  examples: [
    'groundrule show cs_1a2b3c --top 40',
    'groundrule show cs_1a2b3c --format markdown --out criteria.md',
    'groundrule show cs_1a2b3c --html --out criteria.html',
    'groundrule show set.json',
  ],
  run: async (session, reference) => {
    const { flags, progress } = session;
    const chosen = { format: flags.format, top: flags.top, only: blockOf(flags) };
    requireFormatAllowsTop(chosen);
    const set = await setOf(session, reference);
    const isCut = chosen.top !== undefined || chosen.only !== undefined;
    const isWhole = flags.html === true || (flags.format === 'html' && !isCut);
    await session.print((layout) => (isWhole ? wholeFile(session, set) : renderSet(set, chosen, layout)));
    for (const warning of set.content.warnings) progress.warn(warning);
  },
});

async function wholeFile(session: Session<unknown>, set: CriteriaSet): Promise<string> {
  const client = await session.client();
  return wholeSetHtml(await client.audit(set));
}
