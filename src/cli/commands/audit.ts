/** `groundrule audit`: its flags and help. */
import { Command, Option } from 'commander';
import type { Finish } from '../exit-codes.ts';
import type { Shell } from '../shell.ts';
import { addExamples, addStoreFlags, TEXT_FORMATS, type StoreFlags, type TextFormat } from './flags.ts';

export interface AuditFlags extends StoreFlags {
  readonly byUrl?: true;
  readonly criterion?: string;
  readonly verify?: true;
  readonly calls?: true;
  readonly verbose?: true;
  readonly format: TextFormat;
}

export function auditCommand(shell: Shell, finish: Finish): Command {
  const command = new Command('audit')
    .description('Show what each criterion rests on, and check the record')
    .argument('<set>', 'Id of a stored set or the beginning of it, a JSON file, or “-” for stdin')
    .addOption(
      new Option('--criterion <id>', 'Only this criterion, such as c3').conflicts([
        'byUrl',
        'verify',
        'calls',
      ]),
    )
    .addOption(
      new Option('--by-url', 'Per source: what it grounds, or why it was dropped').conflicts([
        'verify',
        'calls',
      ]),
    )
    .addOption(
      new Option(
        '--verify',
        'Only check the rules of the record against the stored texts; the exit code tells',
      ).conflicts('calls'),
    )
    .option('--calls', 'The model calls of the run that last made it: tokens, cost, problems')
    .option('-v, --verbose', 'With --calls: each prompt and each answer as it came')
    .addOption(new Option('-f, --format <format>', 'How to print').choices(TEXT_FORMATS).default('text'));
  addStoreFlags(command).action(async (reference: string, flags: AuditFlags) => {
    const { audit } = await import('../actions/audit.ts');
    finish(await audit(reference, flags, shell));
  });
  return addExamples(command, [
    'groundrule audit cs_1a2b3c --criterion c3',
    'groundrule audit cs_1a2b3c --by-url',
    'groundrule audit set.json --verify',
    'groundrule audit cs_1a2b3c --calls --verbose | less -R',
  ]);
}
