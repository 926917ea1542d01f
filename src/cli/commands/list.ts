import { settingsIn } from '../../config/settings.ts';
import { renderList } from '../../report/set-list.ts';
import { defineCommand } from '../define-command.ts';
import { whole } from '../flag.ts';
import { formatFlag, outFlag } from '../flags.ts';

export const command = defineCommand({
  name: 'list',
  description: 'List the stored sets, newest first; short for “sets list”',
  arguments: [['[words]', 'Only those whose instructions hold these words, in capitals or not']],
  flags: {
    limit: whole('-n, --limit <number>', 'How many at most', [1, 10_000], 20),
    format: formatFlag(),
    out: outFlag,
  },
  settings: settingsIn('store'),
  examples: ['groundrule list', 'groundrule list "cover letter"', 'groundrule list --limit 5 --format json'],
  run: async ({ flags, client, print, progress }, words) => {
    const { store } = await client();
    const sets = await store.listSets(flags.limit, { words });
    if (sets.length > 0 || flags.format === 'json') await print((layout) => renderList(sets, flags.format, layout));
    else progress.note(`The store ${store.location} has no sets ${words === undefined ? 'yet' : `with “${words}”`}.`);
  },
});
