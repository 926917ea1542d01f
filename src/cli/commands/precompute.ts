/** `groundrule precompute`: its flags and help. */
import { Command, Option } from 'commander';
import type { Finish } from '../exit-codes.ts';
import type { Shell } from '../shell.ts';
import { addDiscoveryFlags, type DiscoveryFlags } from './discovery-flags.ts';
import { addExamples, addStoreFlags, wholeNumber } from './flags.ts';

export interface PrecomputeFlags extends DiscoveryFlags {
  readonly idField: string;
  readonly instructionField: string;
  readonly contextField: string;
  readonly concurrency: number;
  readonly retryFailed?: true;
  readonly out?: string;
  readonly quiet?: true;
}

const MAX_CONCURRENCY = 256;

export function precomputeCommand(shell: Shell, finish: Finish): Command {
  const command = new Command('precompute')
    .description('Discover the criteria of many writing tasks; run again, it does only what is missing')
    .argument('<file>', 'JSON Lines, one task each: an id, an instruction, perhaps a context; “-” for stdin')
    .option('--id-field <name>', 'Field of a row that holds its id', 'id')
    .option('--instruction-field <name>', 'Field that holds the instruction', 'instruction')
    .option('--context-field <name>', 'Field that holds the context, if there is one', 'context')
    .addOption(
      new Option('--concurrency <number>', `Tasks under way at once (1–${MAX_CONCURRENCY})`)
        .argParser(wholeNumber(1, MAX_CONCURRENCY))
        .default(4),
    )
    .option('--retry-failed', 'Run rows again that failed in an earlier run')
    .option('-o, --out <file>', 'File that rows are added to in the order of the input; default: stdout')
    .option('-q, --quiet', 'Print errors only on stderr');
  addDiscoveryFlags(addStoreFlags(command)).action(async (file: string, flags: PrecomputeFlags) => {
    const { precompute } = await import('../actions/precompute.ts');
    finish(await precompute(file, flags, shell));
  });
  return addExamples(command, [
    'groundrule precompute tasks.jsonl --out criteria.jsonl',
    'groundrule precompute prompts.jsonl --id-field uid --instruction-field prompt --out criteria.jsonl',
    'groundrule precompute tasks.jsonl --model gpt-4.1-mini --max-usd 5 --out criteria.jsonl',
    'groundrule precompute tasks.jsonl --out criteria.jsonl --retry-failed',
  ]);
}
