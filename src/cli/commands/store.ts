import { settingsIn } from '../../config/settings.ts';
import { defineCommand, defineGroup } from '../define-command.ts';
import { toggle, whole } from '../flag.ts';
import { formatFlag } from '../flags.ts';
import { renderSizes } from '../../report/sizes.ts';

const DAY_MS = 86_400_000;
const format = formatFlag();

const sizesCommand = defineCommand({
  name: 'sizes',
  description: 'How many pages, sets, model answers, … the store holds, and their bytes',
  flags: { format },
  settings: settingsIn('store'),
  examples: ['groundrule store sizes', 'groundrule store sizes --format json'],
  run: async ({ flags, client, print }) => {
    const { store } = await client();
    const shown = { title: `The store ${store.location}`, sizes: await store.sizes() };
    await print((layout) => renderSizes(shown, flags.format, layout));
  },
});

const pruneCommand = defineCommand({
  name: 'prune',
  description:
    'Remove what no set needs: pages that none cites, and model answers, fetches and search replies, which cost again where they are needed again',
  flags: {
    days: whole('--older-than <days>', 'Only what came so many days ago, or before', [1, 36_500], 30),
    isTrial: toggle('--dry-run', 'Print what would go; nothing is removed'),
    format,
  },
  settings: settingsIn('store'),
  examples: ['groundrule store prune --dry-run', 'groundrule store prune --older-than 90'],
  run: async ({ flags, client, print }) => {
    const { store } = await client();
    const isTrial = flags.isTrial === true;
    const sizes = await store.prune(flags.days * DAY_MS, isTrial);
    const title = `${isTrial ? 'Would be removed' : 'Removed'} from the store ${store.location}`;
    await print((layout) => renderSizes({ title, sizes }, flags.format, layout));
  },
});

export const command = defineGroup({
  name: 'store',
  description: 'See how much room the store takes, and make room',
  commands: [sizesCommand, pruneCommand],
  examples: ['groundrule store sizes', 'groundrule store prune --dry-run'],
});
