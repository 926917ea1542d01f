/** `groundrule library`: saves pages of the web to a folder of guides. */
import { settingsIn } from '../../config/settings.ts';
import { InputError } from '../../domain/errors.ts';
import { webAddress } from '../../report/words.ts';
import type { AddedPage } from '../../search/library/add-to-library.ts';
import { printableLine } from '../../text/printable.ts';
import { defineCommand, defineGroup } from '../define-command.ts';
import { EXIT } from '../exit-codes.ts';
import { choice, required, toggle } from '../flag.ts';
import type { Output } from '../output/open-output.ts';

const addCommand = defineCommand({
  name: 'add',
  description:
    'Save pages of the web to a folder: their bytes as fetched, and beside each a file that says where it comes from and when',
  arguments: [['<urls...>', 'Addresses, http or https']],
  flags: {
    to: required('--to <folder>', 'Where to; it is made where it is not there'),
    replace: toggle('--replace', 'Replace pages that are there; without it, they stay as they are'),
    format: choice('-f, --format <format>', 'How to print', ['text', 'json']),
  },
  settings: [...settingsIn('store'), 'allowHosts'],
  examples: [
    'groundrule library add https://guides.example/eulogies --to ~/guides',
    'groundrule library add https://guides.example/eulogies --to ~/guides --replace',
  ],
  run: async ({ flags, client, out }, urls) => {
    for (const url of urls) if (webAddress(url) === null) throw new InputError(`“${url}” is not an http or https URL.`);
    const { to: folder, replace = false } = flags;
    const added = await (await client()).addToLibrary(urls, { folder, replace });
    if (flags.format === 'json') await out.writeJson(added);
    else await out.write(added.map((page) => addedPageLine(page, out)).join(''));
    const areSaved = added.every(({ status }) => status === 'saved' || status === 'replaced');
    return areSaved ? EXIT.done : EXIT.checkFailed;
  },
});

const kindsCommand = defineCommand({
  name: 'kinds',
  description: 'List the kinds of text that the bundled guides are about, and what else each is called',
  flags: { format: choice('-f, --format <format>', 'How to print', ['text', 'json']) },
  settings: settingsIn('store'),
  examples: ['groundrule library kinds'],
  run: async ({ flags, client, out }) => {
    const kinds = await (await client()).kinds();
    if (flags.format === 'json') await out.writeJson(kinds.map(({ name, synonyms }) => ({ name, synonyms })));
    else
      await out.write(
        kinds.map(({ name, synonyms }) => `${name}: ${synonyms.slice(0, SHOWN_SYNONYMS).join(', ')}\n`).join(''),
      );
  },
});
const SHOWN_SYNONYMS = 5;

function addedPageLine(page: AddedPage, { colors }: Output): string {
  const url = printableLine(page.url);
  if (page.status === 'failed') return `${colors.red('failed')}  ${url}: ${printableLine(page.reason)}\n`;
  const paint = page.status === 'exists' ? colors.yellow : colors.green;
  const hint = page.status === 'exists' ? ' is there already and stays as it is; --replace replaces it' : '';
  return `${paint(page.status)}  ${url} → ${printableLine(page.file)}${hint}\n`;
}

export const command = defineGroup({
  name: 'library',
  description: 'Keep a folder of guides, and list what the bundled ones cover',
  commands: [addCommand, kindsCommand],
  examples: [
    'groundrule library add https://guides.example/eulogies https://guides.example/toasts --to ~/guides',
    'groundrule discover "Write a eulogy for a colleague" --library ~/guides',
  ],
});
