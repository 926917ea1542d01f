/** `groundrule refine`: its flags and help. */
import { Command, Option } from 'commander';
import { DEFAULT_ROUNDS, MAX_ROUNDS } from '../../judge/judge-options.ts';
import type { Finish } from '../exit-codes.ts';
import type { Shell } from '../shell.ts';
import { addExamples, wholeNumber } from './flags.ts';
import { addJudgeFlags, addReportFlags, type JudgeFlags, type ReportFlags } from './judge-flags.ts';

export interface RefineFlags extends JudgeFlags, ReportFlags {
  readonly rounds: number;
  readonly selfCritique?: true;
  readonly output?: string;
}

export function refineCommand(shell: Shell, finish: Finish): Command {
  const command = new Command('refine')
    .description('Improve a response by what a checklist finds unmet, and keep the best round')
    .argument('<response>', 'A file, or “-” for stdin')
    .addOption(
      new Option(
        '--rounds <number>',
        `Judge and mend at most so often (1–${MAX_ROUNDS}); it stops where all is met`,
      )
        .argParser(wholeNumber(1, MAX_ROUNDS))
        .default(DEFAULT_ROUNDS),
    )
    .option('--self-critique', 'The baseline: a free critique and a rewrite, without the checklist')
    .option('--output <file>', 'Write the text that is kept to a file of its own');
  addJudgeFlags(addReportFlags(command)).action(async (response: string, flags: RefineFlags) => {
    const { refine } = await import('../actions/refine.ts');
    finish(await refine(response, flags, shell));
  });
  return addExamples(command, [
    'groundrule refine letter.md --set cs_1a2b3c --top 10 --model gpt-4.1-mini --output better.md',
    'groundrule refine answer.txt --instruction "Write a haiku about rain" --rounds 3 --model gpt-4.1-mini',
    'groundrule refine letter.md --checklist checklist.yaml --self-critique --model gpt-4.1-mini',
  ]);
}
