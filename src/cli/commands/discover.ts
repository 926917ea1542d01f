/** `groundrule discover`: its flags and help. */
import { Command, Option } from 'commander';
import type { Finish } from '../exit-codes.ts';
import type { Shell } from '../shell.ts';
import {
  addExamples,
  addSetOutputFlags,
  addStoreFlags,
  collect,
  settingOption,
  type SetOutputFlags,
  type StoreFlags,
} from './flags.ts';

export interface DiscoverFlags extends SetOutputFlags, StoreFlags {
  readonly file?: string;
  readonly context?: string;
  readonly library?: readonly string[];
  readonly queries?: string;
  readonly results?: string;
  readonly keep?: string;
  readonly quiet?: true;
  readonly verbose?: true;
}

export function discoverCommand(shell: Shell, finish: Finish): Command {
  const command = new Command('discover')
    .description('Discover the criteria of a writing task')
    .argument('[instruction...]', 'What is to be written, in quotes; “-” reads it from stdin')
    .option('--file <file>', 'Read the instruction from a file')
    .option('-c, --context <file>', 'Audience, source text or other circumstances, from a file')
    .addOption(
      new Option(
        '-l, --library <folder>',
        'Folder of guides (repeatable); default: the bundled guides',
      ).argParser(collect),
    )
    .addOption(settingOption('queries', '--queries <number>'))
    .addOption(settingOption('results', '--results <number>'))
    .addOption(settingOption('keep', '--keep <number>'));
  addStoreFlags(addSetOutputFlags(command))
    .addOption(new Option('-q, --quiet', 'Print errors only on stderr').conflicts('verbose'))
    .option('-v, --verbose', 'Print more on stderr: settings, what became of each source')
    .action(async (words: readonly string[], flags: DiscoverFlags) => {
      const { discover } = await import('../actions/discover.ts');
      finish(await discover(words, flags, shell));
    });
  return addExamples(command, [
    'groundrule discover "Write a cover letter for a junior data analyst"',
    'groundrule discover --file task.txt --context audience.md --library ~/guides',
    'groundrule discover "Write a toast" --format markdown --out toast.md',
    'echo "Write a press release" | groundrule discover --format jsonl | head -3',
  ]);
}
