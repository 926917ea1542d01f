/** `groundrule list`: its flags and help. */
import { Command, Option } from 'commander';
import { FORMATS, type Format } from '../../report/formats.ts';
import type { Finish } from '../exit-codes.ts';
import type { Shell } from '../shell.ts';
import { addExamples, addStoreFlags, wholeNumber, type StoreFlags } from './flags.ts';

export interface ListFlags extends StoreFlags {
  readonly limit: number;
  readonly format: Format;
}

export function listCommand(shell: Shell, finish: Finish): Command {
  const command = new Command('list')
    .description('List the stored sets, newest first')
    .addOption(
      new Option('-n, --limit <number>', 'How many at most (1–10000)')
        .argParser(wholeNumber(1, 10_000))
        .default(20),
    )
    .addOption(new Option('-f, --format <format>', 'How to print').choices(FORMATS).default('table'));
  addStoreFlags(command).action(async (flags: ListFlags) => {
    const { list } = await import('../actions/list.ts');
    finish(await list(flags, shell));
  });
  return addExamples(command, ['groundrule list', 'groundrule list --limit 5 --format json']);
}
