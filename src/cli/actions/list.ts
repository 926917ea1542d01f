/** `groundrule list`: the stored sets. */
import { systemClock } from '../../client/clock.ts';
import type { ListFlags } from '../commands/list.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { openOutput } from '../output/open-output.ts';
import { createProgress } from '../output/progress.ts';
import { renderList } from '../../report/list.ts';
import type { Shell } from '../shell.ts';
import { withApp } from '../with-app.ts';

export async function list(flags: ListFlags, shell: Shell): Promise<ExitCode> {
  const progress = createProgress(shell, 'normal', systemClock);
  const request = { flags: { store: flags.store }, configFile: flags.config, progress };
  return withApp(shell, request, async ({ store }) => {
    const sets = await store.listSets(flags.limit);
    const output = await openOutput(shell, null);
    if (sets.length > 0 || flags.format === 'json')
      await output.write(await renderList(sets, flags.format, output));
    else progress.note(`The store ${store.location} has no sets yet.`);
    return EXIT.done;
  });
}
