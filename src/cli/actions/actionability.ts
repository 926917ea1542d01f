/** `groundrule actionability`: edits each response towards each unmet item, and prints the rates before and after. */
import { actionabilityFigures } from '../../judge/actionability-figures.ts';
import type { ActionabilityFlags } from '../commands/actionability.ts';
import { judgeOptions } from '../commands/judge-flags.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { checklistToJudgeBy, taskToJudgeBy } from '../input/checklist-to-judge-by.ts';
import { readResponses } from '../input/read-responses.ts';
import { reportCalls } from '../output/report-calls.ts';
import { renderActionability } from '../../report/actionability.ts';
import { runJudging } from '../run-judging.ts';
import type { Shell } from '../shell.ts';

export function actionability(
  references: readonly string[],
  flags: ActionabilityFlags,
  shell: Shell,
): Promise<ExitCode> {
  return runJudging(shell, flags, {
    read: async (signal) => ({
      task: await taskToJudgeBy(flags, references, shell.stdin, signal),
      responses: await readResponses(references, shell.stdin, signal),
    }),
    job: ({ task, responses }) => ({
      task,
      job: { kind: 'actionability', responses: responses.map(({ response }) => response) },
    }),
    work: async ({ task, responses }, { app, each }) => {
      const checklist = await checklistToJudgeBy(app, flags, task, shell.stdin);
      return each(responses, (given) => app.measureActionability(given, checklist, judgeOptions(flags)));
    },
    print: (records, layout) => renderActionability(records, flags.format, layout),
    report: (records, app, progress) => {
      for (const record of records) {
        for (const warning of record.start.warnings) progress.warn(`${record.start.name}: ${warning}`);
        reportCalls(progress, app, record);
      }
    },
    exitCode: (records) => (actionabilityFigures(records).before === null ? EXIT.notDecided : EXIT.done),
  });
}
