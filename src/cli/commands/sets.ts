/** `groundrule show`, `list` and `schema`: sets of criteria that are there. */
import { settingsIn } from '../../config/settings.ts';
import { FORMATS } from '../../report/formats.ts';
import { defineCommand } from '../define-command.ts';
import { EXIT } from '../exit-codes.ts';
import { choice, setFlags, whole } from '../flags.ts';

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
    const { renderList } = await import('../../report/set.ts');
    const { store } = await client();
    const sets = await store.listSets(flags.limit);
    const stdout = await output();
    if (sets.length > 0 || flags.format === 'json') await stdout.write(await renderList(sets, flags.format, stdout));
    else progress.note(`The store ${store.location} has no sets yet.`);
    return EXIT.done;
  },
});

export const schemaCommand = defineCommand({
  name: 'schema',
  description: 'Print the JSON Schema of a set of criteria',
  examples: ['groundrule schema > criteria-set.schema.json'],
  run: async ({ output }) => {
    const [{ z }, { CriteriaSet }] = [await import('zod'), await import('../../domain/criteria-set.ts')];
    const stdout = await output();
    await stdout.write(`${JSON.stringify(z.toJSONSchema(CriteriaSet), null, 2)}\n`);
    return EXIT.done;
  },
});
