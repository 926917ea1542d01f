/** `--dry-run` of the commands that judge: what would be done and what it may cost. Reads the store, asks nobody. */
import type { Groundrule } from '../../groundrule.ts';
import { planJudging, type JudgingJob } from '../../client/plan-judging.ts';
import type { Config } from '../../config/load-config.ts';
import { readSecrets } from '../../config/secrets.ts';
import type { Task } from '../../domain/task.ts';
import { judgeOptions, type JudgeFlags } from '../commands/judge-flags.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { givenChecklistFor } from '../input/checklist-to-judge-by.ts';
import type { Output } from '../output/open-output.ts';
import { renderJudgingPlan } from '../../report/plan.ts';
import type { Shell } from '../shell.ts';

export interface PlannedJob {
  readonly job: JudgingJob;
  readonly task: Task | null;
}

export async function showJudgingPlan(
  { job, task }: PlannedJob,
  flags: JudgeFlags,
  {
    app,
    config,
    output,
    shell,
  }: {
    readonly app: Groundrule;
    readonly config: Config;
    readonly output: Output;
    readonly shell: Shell;
  },
): Promise<ExitCode> {
  const checklist = await givenChecklistFor(app, flags, task, shell.stdin);
  const request = { job, task, checklist, top: flags.top ?? null, options: judgeOptions(flags) };
  const plan = await planJudging(request, config.settings, readSecrets(shell.env));
  await output.write(await renderJudgingPlan(plan, 'table', output));
  return EXIT.done;
}
