/** How every command that judges runs: reads, asks, prints, says what it took, and ends with its exit code. */
import type { Groundrule } from '../groundrule.ts';
import { planJudging, type JudgingJob } from '../client/plan-judging.ts';
import { refuseIdleModelFlags } from '../config/refuse-contradictions.ts';
import { readSecrets } from '../config/secrets.ts';
import type { Settings } from '../config/settings.ts';
import { InputError } from '../domain/errors.ts';
import type { Task } from '../domain/task.ts';
import type { JudgeOptions } from '../judge/judge.ts';
import type { Layout } from '../report/grid.ts';
import { renderJudgingPlan } from '../report/judging-plan.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { givenChecklist, taskToJudgeBy } from './input/find-checklist.ts';
import type { JudgingFlags } from './judging-flags.ts';
import { reportPaidUsage, reportUsage } from './output/report-usage.ts';
import type { Session } from './session.ts';
import { workOnEach, type WorkOnEach } from './work-on-each.ts';

interface JudgingTools {
  readonly client: Groundrule;
  /** What responses answer; null where nobody said. */
  readonly task: Task | null;
  readonly options: JudgeOptions;
  /** What is done by the time that something stops all the work is reported; then the command ends with that error. */
  readonly each: WorkOnEach['run'];
}

interface JudgingCommand<Input, Result> {
  /** What is read beside the task; `-` is stdin. */
  readonly references: readonly string[];
  /** Before anything is opened. */
  readonly read: () => Promise<Input>;
  /** What `--dry-run` plans. */
  readonly job: (input: Input) => JudgingJob;
  readonly work: (input: Input, tools: JudgingTools) => Promise<Result>;
  readonly print: (result: Result, layout: Layout) => Promise<string>;
  /** After the result is printed. */
  readonly report: (result: Result, client: Groundrule) => void | Promise<void>;
  readonly exitCode: (result: Result) => ExitCode;
}

export async function runJudging<Input, Result>(
  session: Session<JudgingFlags>,
  { references, read, job, work, print, report, exitCode }: JudgingCommand<Input, Result>,
): Promise<ExitCode> {
  const { flags, shell, progress } = session;
  const task = await taskToJudgeBy(session, references);
  const input = await read();
  const output = await session.output(flags.out);
  const config = await session.config();
  const { settings } = config;
  refuseIdleModelFlags(config);
  refuseIdleJudgeFlags(flags, settings);
  const client = await session.client();
  const options = judgeOptions(flags);
  if (flags.dryRun === true) {
    const checklist = await givenChecklist(session, task);
    const request = { job: job(input), task, checklist, top: flags.top ?? null, options };
    await output.write(
      renderJudgingPlan(await planJudging(request, settings, readSecrets(shell.env)), output),
    );
    return EXIT.done;
  }
  const each = workOnEach(settings.concurrency);
  const result = await work(input, { client, task, options, each: each.run }).catch((error: unknown) => {
    reportPaidUsage(progress, client.usage(), shell);
    throw error;
  });
  progress.close();
  const isShown = output.path === null && shell.stdout.isTTY === true;
  if (isShown) progress.note('');
  await output.write(await print(result, output));
  if (isShown) progress.note('');
  reportUsage(progress, client.usage(), shell);
  await report(result, client);
  if (output.path !== null) progress.note(`written to ${output.path}`);
  each.reportStop(progress);
  return exitCode(result);
}

function judgeOptions({ batch, votes, analysis, codeChecks, seed }: JudgingFlags): JudgeOptions {
  return { mode: batch === true ? 'batch' : 'item', votes, analysis, codeChecks, seed: seed ?? null };
}

/** @throws InputError that names a flag which would be passed over */
function refuseIdleJudgeFlags(
  { batch, votes, analysis, seed }: JudgingFlags,
  { model }: Pick<Settings, 'model'>,
): void {
  const ofModel = [
    ['--batch', batch === true],
    ['--votes', votes > 1],
    ['--no-analysis', !analysis],
  ] as const;
  const idle = model === null ? ofModel.find(([, isGiven]) => isGiven) : undefined;
  if (idle !== undefined)
    throw new InputError(`${idle[0]} needs a model.`, {
      advice: 'Name one with --model, or leave the flag out.',
    });
  if (seed !== undefined && batch !== true)
    throw new InputError('--seed needs --batch: alone, items have no order.', {
      advice: 'Leave it out, or ask for many items in one call.',
    });
}
