/** `groundrule judge`: reads responses and their checklist, judges, prints, and says by its exit code what came of it. */
import type { Groundrule } from '../../groundrule.ts';
import type { Judgement } from '../../domain/judgement.ts';
import type { RecordIds } from '../../domain/stored-record.ts';
import { judgeOptions } from '../commands/judge-flags.ts';
import type { JudgeCommandFlags } from '../commands/judge.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { checklistToJudgeBy, taskToJudgeBy } from '../input/checklist-to-judge-by.ts';
import { readResponses } from '../input/read-responses.ts';
import type { Progress } from '../output/progress.ts';
import { minimumExitCode, reportMinimum } from '../output/report-minimum.ts';
import { renderJudgements } from '../../report/judgement.ts';
import { runJudging } from '../run-judging.ts';
import type { Shell } from '../shell.ts';

export function judge(
  references: readonly string[],
  flags: JudgeCommandFlags,
  shell: Shell,
): Promise<ExitCode> {
  return runJudging(shell, flags, {
    read: async (signal) => ({
      task: await taskToJudgeBy(flags, references, shell.stdin, signal),
      responses: await readResponses(references, shell.stdin, signal),
    }),
    job: ({ task, responses }) => ({
      task,
      job: { kind: 'judge', responses: responses.map(({ response }) => response) },
    }),
    work: async ({ task, responses }, { app, each }) => {
      const checklist = await checklistToJudgeBy(app, flags, task, shell.stdin);
      return each(responses, (given) => app.judge(given, checklist, judgeOptions(flags)));
    },
    print: (judgements, layout) => renderJudgements(judgements, flags.format, layout),
    report: (judgements, app, progress) => report(progress, judgements, app, flags),
    exitCode: (judgements) => exitCodeOf(judgements, flags.min),
  });
}

function report(
  progress: Progress,
  judgements: readonly (Judgement & RecordIds)[],
  { store }: Groundrule,
  { min }: JudgeCommandFlags,
): void {
  for (const judgement of judgements) {
    const { name, warnings, passRate, judge: by } = judgement;
    for (const warning of warnings) progress.warn(judgements.length === 1 ? warning : `${name}: ${warning}`);
    if (passRate.rate === null) progress.warn(`${name}: nothing could be scored.`);
    reportMinimum(progress, name, passRate, min);
    if (by !== null && store.location !== 'memory')
      progress.note(`What was asked about ${name}: groundrule audit ${judgement.id} --calls`);
  }
}

/** Without a minimum a judgement succeeds whatever it says, as long as it says anything. */
function exitCodeOf(judgements: readonly Judgement[], min: number | undefined): ExitCode {
  const passRates = judgements.map(({ passRate }) => passRate);
  if (min !== undefined) return minimumExitCode(passRates, min);
  return passRates.every(({ rate }) => rate === null) ? EXIT.notDecided : EXIT.done;
}
