/** `groundrule list`: the stored sets. */
import { settingsIn } from '../../config/settings.ts';
import { FORMATS } from '../../report/formats.ts';
import { defineCommand } from '../define-command.ts';
import { EXIT } from '../exit-codes.ts';
import { choice, whole } from '../flags.ts';

export const listCommand = defineCommand({
  name: 'list',
  description: 'List the stored sets, newest first',
  flags: {
    limit: whole('-n, --limit <number>', 'How many at most', [1, 10_000], 20),
    format: choice('-f, --format <format>', 'How to print', FORMATS),
  },
  settings: settingsIn('store'),
  examples: ['groundrule list', 'groundrule list --limit 5 --format json'],
  run: async ({ flags, client, output, progress }) => {
    const { renderList } = await import('../../report/list.ts');
    const { store } = await client();
    const sets = await store.listSets(flags.limit);
    const stdout = await output();
    if (sets.length > 0 || flags.format === 'json')
      await stdout.write(await renderList(sets, flags.format, stdout));
    else progress.note(`The store ${store.location} has no sets yet.`);
    return EXIT.done;
  },
});
