/** `groundrule audit --live`: reads the cited sources again. */
import { systemClock } from '../../client/clock.ts';
import type { AuditFlags } from '../commands/audit.ts';
import { formatOf } from '../commands/flags.ts';
import { LIVE_CODES, type ExitCode } from '../exit-codes.ts';
import { findSet, isSetId, readSetFile } from '../input/find-set.ts';
import { openOutput } from '../output/open-output.ts';
import { createProgress } from '../output/progress.ts';
import { renderLiveAudit } from '../../report/live-audit.ts';
import type { Shell } from '../shell.ts';
import { withStopSignals } from '../stop-signals.ts';
import { withApp } from '../with-app.ts';

export function auditLive(reference: string, flags: AuditFlags, shell: Shell): Promise<ExitCode> {
  return withStopSignals(shell, async (signal) => {
    const progress = createProgress(shell, 'normal', systemClock);
    const { store, library, allowHost } = flags;
    const request = {
      flags: { store, library, allowHosts: allowHost },
      configFile: flags.config,
      progress,
      signal,
    };
    try {
      return await withApp(shell, request, async (app) => {
        const set = isSetId(reference)
          ? await findSet(app.store, reference)
          : await readSetFile(reference, shell.stdin);
        const live = await app.auditLive(set);
        progress.close();
        const output = await openOutput(shell, null);
        await output.write(await renderLiveAudit(live, formatOf(flags.format), output));
        return LIVE_CODES[live.status];
      });
    } finally {
      progress.close();
    }
  });
}
