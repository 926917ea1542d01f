/** `groundrule discover`: its flags and help. */
import { Command, Option } from 'commander';
import type { Finish } from '../exit-codes.ts';
import type { Shell } from '../shell.ts';
import { addDiscoveryFlags, type DiscoveryFlags } from './discovery-flags.ts';
import { addExamples, addSetOutputFlags, addStoreFlags, type SetOutputFlags } from './flags.ts';

export interface DiscoverFlags extends SetOutputFlags, DiscoveryFlags {
  readonly file?: string;
  readonly context?: string;
  readonly dryRun?: true;
  readonly quiet?: true;
  readonly verbose?: true;
}

export function discoverCommand(shell: Shell, finish: Finish): Command {
  const command = new Command('discover')
    .description('Discover the criteria of a writing task')
    .argument('[instruction...]', 'What is to be written, in quotes; “-” reads it from stdin')
    .option('--file <file>', 'Read the instruction from a file')
    .option('-c, --context <file>', 'Audience, source text or other circumstances, from a file');
  addStoreFlags(addSetOutputFlags(command))
    .addOption(
      new Option('--dry-run', 'Print what would be done and what it may cost; nothing is asked').conflicts([
        'format',
        'top',
        'out',
      ]),
    )
    .addOption(new Option('-q, --quiet', 'Print errors only on stderr').conflicts('verbose'))
    .option('-v, --verbose', 'Print more on stderr: settings, what became of each source');
  addDiscoveryFlags(command).action(async (words: readonly string[], flags: DiscoverFlags) => {
    const { discover } = await import('../actions/discover.ts');
    finish(await discover(words, flags, shell));
  });
  return addExamples(command, [
    'groundrule discover "Write a cover letter for a junior data analyst"',
    'groundrule discover --file task.txt --context audience.md --library ~/guides',
    'groundrule discover "Write a toast" --format markdown --out toast.md',
    'echo "Write a press release" | groundrule discover --format jsonl | head -3',
    'groundrule discover "Write a toast" --model gpt-4.1-mini --max-usd 0.10 --dry-run',
    'groundrule discover "Write a toast" --model llama3.1 --base-url http://127.0.0.1:11434/v1',
  ]);
}
