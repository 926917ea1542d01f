/** `groundrule show`: prints a set that is stored or in a file. */
import { systemClock } from '../../client/clock.ts';
import type { ShowFlags } from '../commands/show.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { findSet, isSetId, readSetFile } from '../input/find-set.ts';
import { openOutput } from '../output/open-output.ts';
import { createProgress } from '../output/progress.ts';
import { renderSet, requireFormatAllowsTop } from '../../report/set.ts';
import type { Shell } from '../shell.ts';
import { withApp } from '../with-app.ts';

export async function show(reference: string, flags: ShowFlags, shell: Shell): Promise<ExitCode> {
  requireFormatAllowsTop(flags);
  const output = await openOutput(shell, flags.out ?? null);
  try {
    const progress = createProgress(shell, 'normal', systemClock);
    const request = { flags: { store: flags.store }, configFile: flags.config, progress };
    const set = isSetId(reference)
      ? await withApp(shell, request, ({ store }) => findSet(store, reference))
      : await readSetFile(reference, shell.stdin);
    await output.write(await renderSet(set, flags, output));
    for (const warning of set.content.warnings) progress.warn(warning);
    return EXIT.done;
  } finally {
    await output.close();
  }
}
