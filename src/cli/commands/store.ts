/** `groundrule store`: how much room the store takes, and making room in it. */
import { settingsIn } from '../../config/settings.ts';
import { formatsOf } from '../../report/formats.ts';
import { defineCommand, defineGroup } from '../define-command.ts';
import { EXIT } from '../exit-codes.ts';
import { choice, toggle, whole } from '../flags.ts';

const DAY_MS = 86_400_000;
const formatFlag = choice('-f, --format <format>', 'How to print', formatsOf());

const sizesCommand = defineCommand({
  name: 'sizes',
  description: 'How many pages, sets, model answers, … the store holds, and their bytes',
  flags: { format: formatFlag },
  settings: settingsIn('store'),
  examples: ['groundrule store sizes', 'groundrule store sizes --format json'],
  run: async ({ flags, client, output }) => {
    const { renderSizes } = await import('../../report/sizes.ts');
    const { store } = await client();
    const stdout = await output();
    const shown = { title: `The store ${store.location}`, sizes: await store.sizes() };
    await stdout.write(await renderSizes(shown, flags.format, stdout));
    return EXIT.done;
  },
});

const pruneCommand = defineCommand({
  name: 'prune',
  description:
    'Remove what no set needs: pages that none cites, and model answers, fetches and search replies, which cost again where they are needed again',
  flags: {
    days: whole('--older-than <days>', 'Only what came so many days ago, or before', [1, 36_500], 30),
    isTrial: toggle('--dry-run', 'Print what would go; nothing is removed'),
    format: formatFlag,
  },
  settings: settingsIn('store'),
  examples: ['groundrule store prune --dry-run', 'groundrule store prune --older-than 90'],
  run: async ({ flags, client, output }) => {
    const { renderSizes } = await import('../../report/sizes.ts');
    const { store } = await client();
    const isTrial = flags.isTrial === true;
    const sizes = await store.prune(flags.days * DAY_MS, isTrial);
    const stdout = await output();
    const title = `${isTrial ? 'Would be removed' : 'Removed'} from the store ${store.location}`;
    await stdout.write(await renderSizes({ title, sizes }, flags.format, stdout));
    return EXIT.done;
  },
});

export const storeCommand = defineGroup({
  name: 'store',
  description: 'See how much room the store takes, and make room',
  commands: [sizesCommand, pruneCommand],
  examples: ['groundrule store sizes', 'groundrule store prune --dry-run'],
});
