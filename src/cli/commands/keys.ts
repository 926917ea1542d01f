import { Scope, budgetOfKey, type ApiKey } from '../../domain/api-key.ts';
import { InputError } from '../../domain/errors.ts';
import { SCOPES } from '../../domain/scopes.ts';
import { settingsIn } from '../../config/settings.ts';
import { defineCommand, defineGroup } from '../define-command.ts';
import { choice, text, whole } from '../flag.ts';
import { makeKey } from '../../service/callers.ts';
import { systemClock } from '../../client/clock.ts';
import { printableLine } from '../../text/printable.ts';

const SCOPE_NAMES = SCOPES.join(', ');

const addCommand = defineCommand({
  name: 'add',
  description: 'Make an API key; it is printed this once, and only its hash is kept',
  arguments: [['<name>', 'Whose it is, for people']],
  flags: {
    scopes: text('--scopes <names>', `What it may, separated by commas: ${SCOPE_NAMES}`, 'read,discover,judge'),
    rate: whole('--rate <number>', 'Requests a minute at most', [1, 100_000], 600),
    maxUsd: text('--key-usd <amount>', 'The most that model calls asked for with it may cost, all together'),
    days: whole('--days <number>', 'Valid for so many days; default: until it is revoked', [1, 3_650]),
  },
  settings: settingsIn('store'),
  examples: ['groundrule keys add reader --scopes read', 'groundrule keys add ci --key-usd 5 --days 90'],
  run: async ({ flags, client, out, progress }, name) => {
    const scopes = Scope.array()
      .min(1)
      .safeParse(flags.scopes.split(',').map((scope) => scope.trim()));
    if (!scopes.success)
      throw new InputError(`--scopes is “${flags.scopes}”.`, { advice: `There are: ${SCOPE_NAMES}.` });
    const maxUsd = flags.maxUsd === undefined ? null : Number(flags.maxUsd);
    if (maxUsd !== null && !(maxUsd > 0 && Number.isFinite(maxUsd)))
      throw new InputError(`--key-usd is “${String(flags.maxUsd)}”; it must be an amount above 0.`);
    const now = systemClock.now().getTime();
    const expiresAt = flags.days === undefined ? null : new Date(now + flags.days * 86_400_000).toISOString();
    if (name.trim() === '') throw new InputError('The name of a key is empty: say whose it is.');
    const asked = { name: name.trim(), scopes: scopes.data, requestsPerMinute: flags.rate, maxUsd, expiresAt };
    const { key, record } = makeKey(asked, systemClock);
    const { store } = await client();
    // First: a key that nobody could read must not be valid.
    await out.writeSecret(key);
    await store.apiKeys.put(record);
    progress.note(`${record.id}: kept in ${store.location}. The key is not shown again.`);
  },
});

const listCommand = defineCommand({
  name: 'list',
  description: 'List the API keys, without the keys themselves',
  flags: { format: choice('-f, --format <format>', 'How to print', ['table', 'json']) },
  settings: settingsIn('store'),
  examples: ['groundrule keys list'],
  run: async ({ flags, client, print }) => {
    const { apiKeys, budgets } = (await client()).store;
    const keys = await Promise.all(
      (await apiKeys.list()).map(async (key) => {
        const budget = await budgets.get(budgetOfKey(key.id));
        return { ...key, spentUsd: budget?.spent.usd ?? 0 };
      }),
    );
    const shown = keys.map((key) => ({ ...key, hash: undefined }));
    const lines = keys.map((key) => `${key.id}  ${printableLine(key.name)}  ${describe(key)}\n`);
    await print(() => (flags.format === 'json' ? `${JSON.stringify(shown, null, 2)}\n` : lines.join('')));
  },
});

const revokeCommand = defineCommand({
  name: 'revoke',
  description: 'Revoke API keys at once; jobs of theirs that wait fail',
  arguments: [['<ids...>', 'Ids, as “keys list” shows them']],
  settings: settingsIn('store'),
  examples: ['groundrule keys revoke 0f1e2d3c4b5a6978'],
  run: async ({ client, progress }, ids) => {
    const { apiKeys } = (await client()).store;
    for (const id of ids) {
      const key = await apiKeys.get(id);
      if (key === null) throw new InputError(`There is no API key ${id}.`, { advice: '“keys list” shows them.' });
      await apiKeys.put({ ...key, revokedAt: key.revokedAt ?? systemClock.now().toISOString() });
      progress.note(`revoked ${id}`);
    }
  },
});

export const command = defineGroup({
  name: 'keys',
  description: 'Make, list and revoke the API keys of the service',
  commands: [addCommand, listCommand, revokeCommand],
  examples: ['groundrule keys add ci --scopes judge', 'groundrule keys list'],
});

function describe({ spentUsd, ...key }: ApiKey & { readonly spentUsd: number }): string {
  const { scopes, requestsPerMinute, maxUsd, expiresAt, revokedAt } = key;
  return [
    scopes.join(','),
    `${requestsPerMinute}/min`,
    maxUsd === null ? `$${spentUsd.toFixed(2)} spent` : `$${spentUsd.toFixed(2)} of $${maxUsd.toFixed(2)} spent`,
    ...(expiresAt === null ? [] : [`until ${expiresAt.slice(0, 10)}`]),
    ...(revokedAt === null ? [] : [`revoked ${revokedAt.slice(0, 10)}`]),
  ].join('  ');
}
