/** `groundrule audit`: its flags and help. */
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

export interface AuditFlags extends StoreFlags {
  readonly byUrl?: true;
  readonly criterion?: string;
  readonly verify?: true;
  readonly calls?: true;
  readonly verbose?: true;
  readonly live?: true;
  readonly library?: readonly string[];
  readonly allowHost?: readonly string[];
  readonly format: TextFormat;
}

export function auditCommand(shell: Shell, finish: Finish): Command {
  const command = new Command('audit')
    .description('Show what each criterion rests on, and check the record')
    .argument(
      '<set>',
      'Id of a stored set or the beginning of it, a JSON file, or “-” for stdin; with --calls, also the id of a record of judging',
    )
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
    .addOption(
      new Option(
        '--live',
        'Read the cited sources again, and say of each quote whether it still stands there; the exit code tells',
      ).conflicts(['criterion', 'byUrl', 'verify', 'calls']),
    )
    .addOption(
      new Option(
        '-l, --library <folder>',
        'With --live: the library that the set cites (repeatable)',
      ).argParser(collect),
    )
    .addOption(
      new Option(
        '--allow-host <host>',
        'With --live: private host that pages may be fetched from (repeatable)',
      ).argParser(collect),
    )
    .option('--calls', 'The model calls of the run that last made it: tokens, cost, problems')
    .option('-v, --verbose', 'With --calls: each prompt and each answer as it came')
    .addOption(new Option('-f, --format <format>', 'How to print').choices(TEXT_FORMATS).default('text'));
  addStoreFlags(command).action(async (reference: string, flags: AuditFlags) => {
    if (flags.live === true) {
      const { auditLive } = await import('../actions/audit-live.ts');
      finish(await auditLive(reference, flags, shell));
      return;
    }
    const { audit } = await import('../actions/audit.ts');
    finish(await audit(reference, flags, shell));
  });
  return addExamples(command, [
    'groundrule audit cs_1a2b3c --criterion c3',
    'groundrule audit cs_1a2b3c --by-url',
    'groundrule audit set.json --verify',
    'groundrule audit cs_1a2b3c --live',
    'groundrule audit cs_1a2b3c --calls --verbose | less -R',
  ]);
}
