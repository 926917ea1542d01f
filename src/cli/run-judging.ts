/** How every command that judges runs: reads, asks, prints, says what it took, and ends with its exit code. */
import type { Groundrule } from '../groundrule.ts';
import { systemClock } from '../client/clock.ts';
import { refuseIdleModelFlags } from '../config/refuse-contradictions.ts';
import type { PlannedJob } from './actions/show-judging-plan.ts';
import {
  judgeSettings,
  refuseIdleJudgeFlags,
  type JudgeFlags,
  type ReportFlags,
} from './commands/judge-flags.ts';
import type { ExitCode } from './exit-codes.ts';
import { openOutput } from './output/open-output.ts';
import { createProgress, type Progress } from './output/progress.ts';
import { reportPaidUsage, reportUsage } from './output/report-usage.ts';
import type { Layout } from '../report/formats.ts';
import type { Shell } from './shell.ts';
import { workOnEach, type WorkOnEach } from './work-on-each.ts';
import { withStopSignals } from './stop-signals.ts';
import { withApp } from './with-app.ts';

export interface JudgingTools {
  readonly app: Groundrule;
  /** What is done by the time that something stops all the work is reported; then the command ends with that error. */
  readonly each: WorkOnEach['run'];
}

export interface JudgingCommand<Input, Result> {
  /** Before anything is opened. */
  readonly read: (signal: AbortSignal) => Promise<Input>;
  /** What `--dry-run` plans. */
  readonly job: (input: Input) => PlannedJob;
  readonly work: (input: Input, tools: JudgingTools) => Promise<Result>;
  readonly print: (result: Result, layout: Layout) => Promise<string>;
  /** After the result is printed. */
  readonly report: (result: Result, app: Groundrule, progress: Progress) => void | Promise<void>;
  readonly exitCode: (result: Result) => ExitCode;
}

export function runJudging<Input, Result>(
  shell: Shell,
  flags: JudgeFlags & ReportFlags,
  { read, job, work, print, report, exitCode }: JudgingCommand<Input, Result>,
): Promise<ExitCode> {
  return withStopSignals(shell, async (signal) => {
    const input = await read(signal);
    const output = await openOutput(shell, flags.out ?? null);
    const progress = createProgress(shell, flags.quiet === true ? 'quiet' : 'normal', systemClock);
    try {
      const request = { flags: judgeSettings(flags), configFile: flags.config, progress, signal };
      return await withApp(shell, request, async (app, config) => {
        refuseIdleModelFlags(config);
        refuseIdleJudgeFlags(flags, config.settings);
        if (flags.dryRun === true) {
          const { showJudgingPlan } = await import('./actions/show-judging-plan.ts');
          return showJudgingPlan(job(input), flags, { app, config, output, shell });
        }
        const each = workOnEach(config.settings.concurrency);
        const result = await work(input, { app, each: each.run }).catch((error: unknown) => {
          reportPaidUsage(progress, app.usage(), shell);
          throw error;
        });
        progress.close();
        if (output.path === null && shell.stdout.isTTY === true) progress.note('');
        await output.write(await print(result, output));
        if (output.path === null && shell.stdout.isTTY === true) progress.note('');
        reportUsage(progress, app.usage(), shell);
        await report(result, app, progress);
        if (output.path !== null) progress.note(`written to ${output.path}`);
        each.reportStop(progress);
        return exitCode(result);
      });
    } finally {
      progress.close();
      await output.close();
    }
  });
}
