/** `groundrule compare`: its flags and help. */
import { Command, Option } from 'commander';
import type { Protocol } from '../../domain/comparison.ts';
import { PROTOCOLS } from '../../domain/protocols.ts';
import type { Finish } from '../exit-codes.ts';
import type { Shell } from '../shell.ts';
import { addExamples } from './flags.ts';
import { addJudgeFlags, addReportFlags, type JudgeFlags, type ReportFlags } from './judge-flags.ts';

export interface CompareFlags extends JudgeFlags, ReportFlags {
  readonly by: Protocol;
  readonly pairs?: string;
}

export function compareCommand(shell: Shell, finish: Finish): Command {
  const command = new Command('compare')
    .description('Say which of two responses is better, for one pair or for many')
    .argument('[a]', 'A file, a folder of .txt and .md files, or “-” for stdin')
    .argument('[b]', 'Another; files of two folders are paired by their names')
    .addOption(
      new Option(
        '--by <protocol>',
        'How: pass rates by a checklist; a preference, asked in both orders; scores from 1 to 5, also with a checklist as a guide',
      )
        .choices(PROTOCOLS)
        .default('pass-rate'),
    )
    .option(
      '--pairs <file>',
      'Pairs as JSON Lines: id, instruction, a, b and, where people have judged, label (a, b or tie)',
    );
  addJudgeFlags(addReportFlags(command)).action(
    async (a: string | undefined, b: string | undefined, flags: CompareFlags) => {
      const { compare } = await import('../actions/compare.ts');
      finish(await compare([a, b], flags, shell));
    },
  );
  return addExamples(command, [
    'groundrule compare old.md new.md --set cs_1a2b3c --model gpt-4.1-mini',
    'groundrule compare old.md new.md --by preference --instruction "Write a haiku about rain" --model gpt-4.1-mini',
    'groundrule compare drafts-a/ drafts-b/ --checklist checklist.yaml --model gpt-4.1-mini --format html --out report.html',
    'groundrule compare --pairs pairs.jsonl --by check-then-score --model gpt-4.1-mini --max-usd 1 --format json',
  ]);
}
