import { settingsIn } from '../../config/settings.ts';
import { readBytes } from '../../data/read-text.ts';
import { InputError } from '../../domain/errors.ts';
import type { Groundrule } from '../../groundrule.ts';
import { formatsOf } from '../../report/formats.ts';
import { renderKinds } from '../../report/kinds.ts';
import { plural, webAddress } from '../../report/words.ts';
import type { AddedPage } from '../../search/library/add-to-library.ts';
import { printable, printableLine } from '../../text/printable.ts';
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
  flags: { format: choice('-f, --format <format>', 'How to print; text: as table', [...formatsOf(), 'text']) },
  settings: settingsIn('store'),
  examples: ['groundrule library kinds'],
  run: async ({ flags, client, print }) => {
    const kinds = (await (await client()).kinds()).toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
    await print((layout) => renderKinds(kinds, flags.format === 'text' ? 'table' : flags.format, layout));
    return EXIT.done;
  },
});

function addedPageLine(page: AddedPage, { colors }: Output): string {
  const url = printableLine(page.url);
  if (page.status === 'failed') return `${colors.red('failed')}  ${url}: ${printableLine(page.reason)}\n`;
  const paint = page.status === 'exists' ? colors.yellow : colors.green;
  const hint = page.status === 'exists' ? ' is there already and stays as it is; --replace replaces it' : '';
  return `${paint(page.status)}  ${url} → ${printableLine(page.file)}${hint}\n`;
}

const showCommand = defineCommand({
  name: 'show',
  description: 'Show what of a page is read: its text, or all blocks of it, kept and dropped, with the reason of each',
  arguments: [
    [
      '<source>',
      'A file, “-” for standard input, an http or https URL, or a guide’s address as audit prints it (library:…)',
    ],
  ],
  flags: {
    blocks: toggle('--blocks', 'All blocks, kept and dropped, and why'),
    format: choice('-f, --format <format>', 'How to print', ['text', 'json']),
  },
  settings: [...settingsIn('store'), 'allowHosts', 'library'],
  examples: [
    'groundrule library show library:toast/toast-checklist-before-you-stand-up.html',
    'groundrule library show https://guides.example/eulogies --blocks',
    'groundrule library show ~/guides/eulogies.html',
  ],
  run: async (session, source) => {
    const { flags, client, out } = session;
    const isAddress = source.startsWith('library:') || webAddress(source) !== null;
    const given = isAddress ? source : await readBytes(session, source, MAX_FILE_BYTES);
    const outcome = await (await client()).explainPage(given);
    if (outcome.status === 'failed')
      throw new InputError(`${printableLine(source)} cannot be read as a page: ${printableLine(outcome.reason)}.`);
    const { page } = outcome;
    const shown = flags.blocks === true ? page.blocks : page.blocks.filter(({ isKept }) => isKept);
    if (flags.format === 'json') await out.writeJson({ ...page, blocks: shown });
    else if (flags.blocks === true) await out.write(explainedPage(page, out));
    else await out.write(shown.map(({ text }) => `${printable(text)}\n`).join(''));
  },
});
const MAX_FILE_BYTES = 50_000_000;
const READINGS = { rules: 'the rules for articles', model: 'the trained model', whole: 'all of it' } as const;

type ExplainedPage = Extract<Awaited<ReturnType<Groundrule['explainPage']>>, { readonly status: 'read' }>['page'];

function explainedPage({ readBy, blocks }: ExplainedPage, { colors }: Output): string {
  const kept = blocks.filter(({ isKept }) => isKept).length;
  const lines = blocks.map(({ isKept, kind, text, reason }) => {
    const decision = isKept ? colors.green('kept   ') : colors.red('dropped');
    return `${decision}  ${kind}: ${printableLine(text)}  ${colors.dim(`(${printableLine(reason)})`)}\n`;
  });
  return `${kept} of ${plural(blocks.length, 'block')} kept, by ${READINGS[readBy]}\n${lines.join('')}`;
}

export const command = defineGroup({
  name: 'library',
  description: 'Keep a folder of guides, show how pages are read, and list what the bundled ones cover',
  commands: [addCommand, showCommand, kindsCommand],
  examples: [
    'groundrule library add https://guides.example/eulogies https://guides.example/toasts --to ~/guides',
    'groundrule discover "Write a eulogy for a colleague" --library ~/guides',
  ],
});
