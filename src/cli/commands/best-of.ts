/** `groundrule best-of`: its flags and help. */
import { Command, Option } from 'commander';
import type { Finish } from '../exit-codes.ts';
import type { Shell } from '../shell.ts';
import { addExamples, wholeNumber } from './flags.ts';
import { addJudgeFlags, addReportFlags, share, type JudgeFlags, type ReportFlags } from './judge-flags.ts';

export interface BestOfFlags extends JudgeFlags, ReportFlags {
  readonly n?: number;
  readonly min?: number;
  readonly output?: string;
}

const MAX_SAMPLES = 64;

export function bestOfCommand(shell: Shell, finish: Finish): Command {
  const command = new Command('best-of')
    .description('Judge several responses by one checklist and pick the best; ties are shown')
    .argument('[responses...]', 'Files, folders of .txt and .md files, or “-” for stdin')
    .addOption(
      new Option(
        '--n <number>',
        `Sample so many from the model for the instruction (2–${MAX_SAMPLES})`,
      ).argParser(wholeNumber(2, MAX_SAMPLES)),
    )
    .addOption(
      new Option(
        '--min <rate>',
        'Fail where the best is below it (0–1), or could be by its unscored items; the exit code tells',
      ).argParser(share),
    )
    .option('--output <file>', 'Write the best text to a file of its own; of ties, the first');
  addJudgeFlags(addReportFlags(command)).action(async (responses: readonly string[], flags: BestOfFlags) => {
    const { bestOf } = await import('../actions/best-of.ts');
    finish(await bestOf(responses, flags, shell));
  });
  return addExamples(command, [
    'groundrule best-of drafts/ --set cs_1a2b3c --model gpt-4.1-mini',
    'groundrule best-of --n 8 --instruction "Write a haiku about rain" --model gpt-4.1-mini --output haiku.txt',
    'groundrule best-of a.md b.md c.md --checklist checklist.yaml --min 0.8 --model gpt-4.1-mini',
  ]);
}
