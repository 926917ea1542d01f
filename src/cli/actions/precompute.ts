/** `groundrule precompute`: reads many tasks, discovers their criteria, writes one row each. */
import { systemClock } from '../../client/clock.ts';
import type { Groundrule } from '../../groundrule.ts';
import { refuseContradictions } from '../../config/refuse-contradictions.ts';
import type { PrecomputeProgress, PrecomputeResult } from '../../precompute/precompute.ts';
import { discoverySettings } from '../commands/discovery-flags.ts';
import type { PrecomputeFlags } from '../commands/precompute.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { readInstructions } from '../input/read-instructions.ts';
import { createProgress, type Progress } from '../output/progress.ts';
import { reportUsage } from '../output/report-usage.ts';
import { openRowOutput } from '../output/row-output.ts';
import { renderRows, timeLeftMs } from '../../report/rows.ts';
import { sumOf } from '../../report/costs.ts';
import { plural } from '../../report/words.ts';
import type { Shell } from '../shell.ts';
import { withStopSignals } from '../stop-signals.ts';
import { withApp } from '../with-app.ts';

export function precompute(file: string, flags: PrecomputeFlags, shell: Shell): Promise<ExitCode> {
  return withStopSignals(shell, async (signal) => {
    const { concurrency, retryFailed = false, out = null } = flags;
    const fields = { id: flags.idField, instruction: flags.instructionField, context: flags.contextField };
    const instructions = await readInstructions(file, fields, shell.stdin, signal);
    const output = await openRowOutput(shell, out);
    const progress = createProgress(shell, flags.quiet === true ? 'quiet' : 'normal', systemClock);
    try {
      const request = { flags: discoverySettings(flags), configFile: flags.config, progress, signal };
      return await withApp(shell, request, async (app, config) => {
        refuseContradictions(config);
        const onProgress = showProgress(progress, app);
        const options = { rowsAtOnce: concurrency, retryFailed, onProgress };
        const result = await app.precompute(instructions, output, options);
        progress.close();
        report(progress, result, app, shell, out);
        if (result.stoppedBy !== null) throw result.stoppedBy;
        return result.failed > 0 ? EXIT.rowFailed : EXIT.done;
      });
    } finally {
      progress.close();
      await output.close();
    }
  });
}

function showProgress(progress: Progress, app: Groundrule): (rows: PrecomputeProgress) => void {
  const startMs = systemClock.monotonicMs();
  let before: PrecomputeProgress | null = null;
  return (rows) => {
    before ??= rows;
    const leftMs = timeLeftMs(before, rows, systemClock.monotonicMs() - startMs);
    progress.status('rows', renderRows(rows, usdOf(app), leftMs));
  };
}

/** Undefined where no model is asked; null where a price is unknown. */
function usdOf(app: Groundrule): number | null | undefined {
  const usage = app.usage();
  return usage.length === 0 ? undefined : sumOf(usage, ({ usd }) => usd);
}

function report(
  progress: Progress,
  result: PrecomputeResult,
  app: Groundrule,
  shell: Shell,
  out: string | null,
): void {
  reportUsage(progress, app.usage(), shell);
  progress.note(renderRows(result, usdOf(app), null));
  const { outdated, failed } = result;
  if (out !== null) progress.note(`written to ${out}`);
  if (outdated > 0)
    progress.note(
      `${plural(outdated, 'row')} of an earlier run did not hold any more and went from ${out ?? ''}.`,
    );
  if (failed > 0) progress.note('--retry-failed runs the failed rows again.');
}
