/** `groundrule discover`: reads the task, discovers its criteria, prints them. */
import type { Groundrule } from '../../groundrule.ts';
import { systemClock } from '../../client/clock.ts';
import type { Config } from '../../config/load-config.ts';
import { refuseContradictions } from '../../config/refuse-contradictions.ts';
import type { CriteriaSet } from '../../domain/criteria-set.ts';
import type { DiscoverFlags } from '../commands/discover.ts';
import { discoverySettings } from '../commands/discovery-flags.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { readTask } from '../input/read-task.ts';
import { openOutput, type Output } from '../output/open-output.ts';
import { createProgress, type Progress } from '../output/progress.ts';
import { reportPaidUsage, reportUsage } from '../output/report-usage.ts';
import { explainNoGuidance, failedGiven } from '../../report/no-guidance.ts';
import { renderSet, requireFormatAllowsTop } from '../../report/set.ts';
import { describeSource } from '../../report/source.ts';
import { seconds } from '../../report/words.ts';
import type { Shell } from '../shell.ts';
import { withStopSignals } from '../stop-signals.ts';
import { withApp } from '../with-app.ts';

export function discover(words: readonly string[], flags: DiscoverFlags, shell: Shell): Promise<ExitCode> {
  return withStopSignals(shell, async (signal) => {
    const startMs = systemClock.monotonicMs();
    requireFormatAllowsTop(flags);
    const task = await readTask({ words, file: flags.file, context: flags.context }, shell.stdin, signal);
    if (flags.dryRun === true) {
      const { showPlan } = await import('./show-plan.ts');
      return showPlan(task, flags, shell);
    }
    const output = await openOutput(shell, flags.out ?? null);
    const progress = createProgress(shell, detailOf(flags), systemClock);
    try {
      const request = { flags: discoverySettings(flags), configFile: flags.config, progress, signal };
      return await withApp(shell, request, async (app, config) => {
        refuseContradictions(config);
        describeRun(progress, app, config);
        const set = await app.discover(task).catch((error: unknown) => {
          reportPaidUsage(progress, app.usage(), shell);
          throw error;
        });
        progress.close();
        if (shell.stdout.isTTY === true) progress.note('');
        await output.write(await renderSet(set, flags, output));
        reportUsage(progress, set.run.model, shell);
        report(progress, set, app, output, systemClock.monotonicMs() - startMs);
        return set.content.criteria.length === 0 ? EXIT.noGuidance : EXIT.done;
      });
    } finally {
      progress.close();
      await output.close();
    }
  });
}

function detailOf({ quiet, verbose }: DiscoverFlags) {
  return quiet === true ? 'quiet' : verbose === true ? 'verbose' : 'normal';
}

function describeRun(
  progress: Progress,
  app: Groundrule,
  { settings, provenance, configFile }: Config,
): void {
  progress.detail(`store: ${app.store.location}; config file: ${configFile ?? 'none'}`);
  for (const [name, source] of Object.entries(provenance))
    if (source !== 'default')
      progress.detail(`${name}: ${JSON.stringify(settings[name as keyof typeof settings])} (${source})`);
}

function report(
  progress: Progress,
  set: CriteriaSet,
  app: Groundrule,
  output: Output,
  elapsedMs: number,
): void {
  for (const source of set.content.sources) progress.detail(describeSource(source));
  if (set.content.criteria.length === 0) progress.note(explainNoGuidance(set.content));
  else for (const page of failedGiven(set.content)) progress.warn(`given, but not used: ${page}`);
  for (const warning of set.content.warnings) progress.warn(warning);
  const place = app.store.location === 'memory' ? 'not kept' : `kept in ${app.store.location}`;
  progress.note(`${set.id} (${seconds(elapsedMs)}), ${place}`);
  if (output.path !== null) progress.note(`written to ${output.path}`);
  if (app.store.location !== 'memory')
    progress.note(`What each criterion rests on: groundrule audit ${set.id}`);
}
