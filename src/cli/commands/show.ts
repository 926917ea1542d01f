/** `groundrule show`: its flags and help. */
import { Command } from 'commander';
import type { Finish } from '../exit-codes.ts';
import type { Shell } from '../shell.ts';
import {
  addExamples,
  addSetOutputFlags,
  addStoreFlags,
  type SetOutputFlags,
  type StoreFlags,
} from './flags.ts';

export type ShowFlags = SetOutputFlags & StoreFlags;

export function showCommand(shell: Shell, finish: Finish): Command {
  const command = new Command('show')
    .description('Print a set of criteria again')
    .argument('<set>', 'Id of a stored set or the beginning of it, a JSON file, or “-” for stdin');
  addStoreFlags(addSetOutputFlags(command)).action(async (reference: string, flags: ShowFlags) => {
    const { show } = await import('../actions/show.ts');
    finish(await show(reference, flags, shell));
  });
  return addExamples(command, [
    'groundrule show cs_1a2b3c --top 40',
    'groundrule show cs_1a2b3c --format markdown --out criteria.md',
    'groundrule show set.json',
  ]);
}
