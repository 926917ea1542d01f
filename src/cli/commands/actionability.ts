/** `groundrule actionability`: its flags and help. */
import { Command } from 'commander';
import type { Finish } from '../exit-codes.ts';
import type { Shell } from '../shell.ts';
import { addExamples } from './flags.ts';
import { addJudgeFlags, addReportFlags, type JudgeFlags, type ReportFlags } from './judge-flags.ts';

export interface ActionabilityFlags extends JudgeFlags, ReportFlags {}

export function actionabilityCommand(shell: Shell, finish: Finish): Command {
  const command = new Command('actionability')
    .description(
      'Measure whether criteria tell a writer what to do: edit towards each unmet one alone, and judge again',
    )
    .argument('<responses...>', 'Files, folders of .txt and .md files, or “-” for stdin');
  addJudgeFlags(addReportFlags(command)).action(
    async (responses: readonly string[], flags: ActionabilityFlags) => {
      const { actionability } = await import('../actions/actionability.ts');
      finish(await actionability(responses, flags, shell));
    },
  );
  return addExamples(command, [
    'groundrule actionability letter.md --set cs_1a2b3c --top 10 --model gpt-4.1-mini',
    'groundrule actionability drafts/ --checklist checklist.yaml --model gpt-4.1-mini --max-usd 1',
  ]);
}
