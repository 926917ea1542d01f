/** `groundrule show`, `sets list`, `sets remove` and `schema`: sets of criteria that are there. */
import { settingsIn } from '../../config/settings.ts';
import { z } from 'zod';
import { CriteriaSet } from '../../domain/criteria-set.ts';
import { formatsOf } from '../../report/formats.ts';
import { plural } from '../../report/words.ts';
import { printableLine } from '../../text/printable.ts';
import { defineCommand, defineGroup } from '../define-command.ts';
import { choice, toggle, whole } from '../flag.ts';
import { outFlag, setFlags, blockOf } from '../flags.ts';
import type { Session } from '../session.ts';
import { setOf, findSet } from '../../client/find-set.ts';
import { renderSet, requireFormatAllowsTop } from '../../report/set.ts';
import { wholeSetHtml } from '../../report/whole-set.ts';
import { renderList } from '../../report/set-list.ts';

export const showCommand = defineCommand({
  name: 'show',
  description: 'Print a set of criteria again',
  arguments: [
    ['<set>', 'Id of a stored set or the beginning of it, “last” for the newest, a JSON file, or “-” for stdin'],
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

export const listCommand = defineCommand({
  name: 'list',
  description: 'List the stored sets, newest first; short for “sets list”',
  arguments: [['[words]', 'Only those whose instructions hold these words, in capitals or not']],
  flags: {
    limit: whole('-n, --limit <number>', 'How many at most', [1, 10_000], 20),
    format: choice('-f, --format <format>', 'How to print', formatsOf()),
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

const removeCommand = defineCommand({
  name: 'remove',
  description: 'Remove stored sets, their model calls, and the stored pages that no other set cites',
  arguments: [['<ids...>', 'Ids of stored sets, or the beginnings of them']],
  settings: settingsIn('store'),
  examples: ['groundrule sets remove cs_1a2b3c cs_4d5e6f'],
  run: async (session, references) => {
    const { sets, store } = await session.client();
    // All are looked for before one is removed.
    const found = new Map<string, string>();
    for (const reference of references) {
      const { id, content } = await findSet(store, reference);
      found.set(id, content.task.instruction);
    }
    for (const [id, instruction] of found) {
      const pages = await sets.remove(id);
      session.progress.note(`removed ${id} and ${plural(pages, 'page')}: ${printableLine(instruction)}`);
    }
  },
});

export const setsCommand = defineGroup({
  name: 'sets',
  description: 'List and remove stored sets',
  commands: [listCommand, removeCommand],
  examples: ['groundrule sets list', 'groundrule sets remove cs_1a2b3c'],
});

export const schemaCommand = defineCommand({
  name: 'schema',
  description: 'Print the JSON Schema of a set of criteria',
  examples: ['groundrule schema > criteria-set.schema.json'],
  run: async ({ print }) => {
    await print(() => `${JSON.stringify(z.toJSONSchema(CriteriaSet), null, 2)}\n`);
  },
});
