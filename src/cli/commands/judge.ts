/** `groundrule judge`: its flags and help. */
import { Command, Option } from 'commander';
import type { Finish } from '../exit-codes.ts';
import type { Shell } from '../shell.ts';
import { addExamples } from './flags.ts';
import { addJudgeFlags, addReportFlags, share, type JudgeFlags, type ReportFlags } from './judge-flags.ts';

export interface JudgeCommandFlags extends JudgeFlags, ReportFlags {
  readonly min?: number;
}

export function judgeCommand(shell: Shell, finish: Finish): Command {
  const command = new Command('judge')
    .description('Judge responses by a checklist: what code can count by code, the rest by a model')
    .argument('<responses...>', 'Files, folders of .txt and .md files, or “-” for stdin')
    .addOption(
      new Option(
        '--min <rate>',
        'Fail where a pass rate is below it (0–1), or could be by its unscored items; the exit code tells',
      ).argParser(share),
    );
  addJudgeFlags(addReportFlags(command)).action(
    async (responses: readonly string[], flags: JudgeCommandFlags) => {
      const { judge } = await import('../actions/judge.ts');
      finish(await judge(responses, flags, shell));
    },
  );
  return addExamples(command, [
    'groundrule judge letter.md --set cs_1a2b3c --top 10 --model gpt-4.1-mini',
    'groundrule judge drafts/ --checklist checklist.yaml --min 0.8 --model gpt-4.1-mini --max-usd 0.50',
    'groundrule judge answer.txt --instruction "Write a haiku about rain" --model gpt-4.1-mini --votes 3',
    'groundrule judge letter.md --checklist checklist.md --format html --out report.html --model gpt-4.1-mini',
    'pbpaste | groundrule judge - --checklist lengths.md',
  ]);
}
