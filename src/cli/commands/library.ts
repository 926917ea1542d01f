/** `groundrule library`: its commands, their flags and help. */
import { Command, Option } from 'commander';
import type { Finish } from '../exit-codes.ts';
import type { Shell } from '../shell.ts';
import {
  addExamples,
  addStoreFlags,
  collect,
  TEXT_FORMATS,
  type StoreFlags,
  type TextFormat,
} from './flags.ts';

export interface LibraryAddFlags extends StoreFlags {
  readonly to: string;
  readonly replace?: true;
  readonly allowHost?: readonly string[];
  readonly format: TextFormat;
}

export function libraryCommand(shell: Shell, finish: Finish): Command {
  const command = new Command('library')
    .description('Keep a folder of guides')
    .addCommand(addCommand(shell, finish));
  return addExamples(command, [
    'groundrule library add https://guides.example/eulogies https://guides.example/toasts --to ~/guides',
    'groundrule discover "Write a eulogy for a colleague" --library ~/guides',
  ]);
}

function addCommand(shell: Shell, finish: Finish): Command {
  const command = new Command('add')
    .description(
      'Save pages of the web to a folder: their bytes as fetched, and beside each a file that says where it comes from and when',
    )
    .argument('<urls...>', 'Addresses, http or https')
    .addOption(
      new Option('--to <folder>', 'Where to; it is made where it is not there').makeOptionMandatory(),
    )
    .option('--replace', 'Replace pages that are there; without it, they stay as they are')
    .addOption(
      new Option(
        '--allow-host <host>',
        'Private host that pages may be fetched from, as “host” or “host:port” (repeatable)',
      ).argParser(collect),
    )
    .addOption(new Option('-f, --format <format>', 'How to print').choices(TEXT_FORMATS).default('text'));
  addStoreFlags(command).action(async (urls: readonly string[], flags: LibraryAddFlags) => {
    const { addPages } = await import('../actions/library.ts');
    finish(await addPages(urls, flags, shell));
  });
  return addExamples(command, [
    'groundrule library add https://guides.example/eulogies --to ~/guides',
    'groundrule library add https://guides.example/eulogies --to ~/guides --replace',
  ]);
}
