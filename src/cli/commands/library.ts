/** `groundrule library`: saves pages of the web to a folder of guides. */
import { settingsIn } from '../../config/settings.ts';
import { defineCommand, defineGroup } from '../define-command.ts';
import { EXIT } from '../exit-codes.ts';
import { choice, required, toggle } from '../flags.ts';

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
  run: async ({ flags, client, output }, urls) => {
    const [{ InputError }, { renderAddedPage }] = await Promise.all([
      import('../../domain/errors.ts'),
      import('../output/added-page.ts'),
    ]);
    for (const url of urls)
      if (!URL.canParse(url) || !/^https?:$/u.test(new URL(url).protocol))
        throw new InputError(`“${url}” is not an http or https URL.`);
    const { to: folder, replace = false } = flags;
    const added = await (await client()).addToLibrary(urls, { folder, replace });
    const stdout = await output();
    if (flags.format === 'json') await stdout.writeJson(added);
    else await stdout.write(added.map((page) => renderAddedPage(page, stdout)).join(''));
    const areSaved = added.every(({ status }) => status === 'saved' || status === 'replaced');
    return areSaved ? EXIT.done : EXIT.checkFailed;
  },
});

export const libraryCommand = defineGroup({
  name: 'library',
  description: 'Keep a folder of guides',
  commands: [addCommand],
  examples: [
    'groundrule library add https://guides.example/eulogies https://guides.example/toasts --to ~/guides',
    'groundrule discover "Write a eulogy for a colleague" --library ~/guides',
  ],
});
