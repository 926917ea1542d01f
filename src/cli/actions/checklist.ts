/** `groundrule checklist …`: makes, prints and edits checklists. */
import { systemClock } from '../../client/clock.ts';
import { refuseIdleModelFlags } from '../../config/refuse-contradictions.ts';
import type { Checklist } from '../../domain/checklist.ts';
import { InputError } from '../../domain/errors.ts';
import { curate } from '../../judge/curate.ts';
import { topOf } from '../../judge/top-of.ts';
import type {
  ChecklistOutputFlags,
  EditFlags,
  GenerateFlags,
  ShowChecklistFlags,
} from '../commands/checklist.ts';
import type { StoreFlags } from '../commands/flags.ts';
import { judgeSettings } from '../commands/judge-flags.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { findChecklist } from '../input/find-checklist.ts';
import { readTask } from '../input/read-task.ts';
import { openOutput } from '../output/open-output.ts';
import { createProgress, type Progress } from '../output/progress.ts';
import { reportUsage } from '../output/report-usage.ts';
import { leftOutOfMarkdown, notesOn, renderChecklist } from '../../report/checklist.ts';
import type { Shell } from '../shell.ts';
import { withStopSignals } from '../stop-signals.ts';
import { withApp } from '../with-app.ts';

export function generateChecklist(
  words: readonly string[],
  flags: GenerateFlags,
  shell: Shell,
): Promise<ExitCode> {
  return withStopSignals(shell, async (signal) => {
    const task = await readTask({ words, file: flags.file, context: flags.context }, shell.stdin, signal);
    const progress = createProgress(shell, 'normal', systemClock);
    const request = { flags: judgeSettings(flags), configFile: flags.config, progress, signal };
    return withApp(shell, request, async (app, config) => {
      refuseIdleModelFlags(config);
      const { checklist } = await app.generateChecklist(task, { examples: flags.examples });
      await print(checklist, flags, shell, progress);
      reportUsage(progress, app.usage(), shell);
      return EXIT.done;
    });
  });
}

export function showChecklist(reference: string, flags: ShowChecklistFlags, shell: Shell): Promise<ExitCode> {
  return changed(reference, flags, shell, (checklist) =>
    flags.top === undefined ? checklist : topOf(checklist, flags.top),
  );
}

export function editChecklist(reference: string, flags: EditFlags, shell: Shell): Promise<ExitCode> {
  const { pin, unpin, drop, reword, weight, add } = flags;
  if ([pin, unpin, drop, reword, weight, add].every((edit) => edit === undefined))
    throw new InputError('There is nothing to edit.', {
      advice: 'Use --pin, --unpin, --drop, --reword, --weight or --add.',
    });
  return changed(reference, flags, shell, (checklist) =>
    curate(checklist, {
      ...(pin === undefined ? {} : { pin }),
      ...(unpin === undefined ? {} : { unpin }),
      ...(drop === undefined ? {} : { drop }),
      ...(add === undefined ? {} : { add }),
      reword: new Map(reword),
      weight: new Map(weight),
    }),
  );
}

async function changed(
  reference: string,
  flags: ChecklistOutputFlags & StoreFlags,
  shell: Shell,
  change: (checklist: Checklist) => Checklist,
): Promise<ExitCode> {
  const progress = createProgress(shell, 'normal', systemClock);
  const request = { flags: { store: flags.store }, configFile: flags.config, progress };
  const checklist = await withApp(shell, request, ({ store }) =>
    findChecklist(reference, store, shell.stdin),
  );
  await print(change(checklist), flags, shell, progress);
  return EXIT.done;
}

async function print(
  checklist: Checklist,
  { format, out }: ChecklistOutputFlags,
  shell: Shell,
  progress: Progress,
): Promise<void> {
  const output = await openOutput(shell, out ?? null);
  try {
    await output.write(await renderChecklist(checklist, format, output));
    // A table shows the notes beside the items.
    if (format !== 'table')
      for (const item of checklist.items)
        for (const note of notesOn(item)) progress.warn(`${item.id} ${note}`);
    const missing = format === 'markdown' ? leftOutOfMarkdown(checklist) : null;
    if (missing !== null) progress.note(missing);
    if (output.path !== null) progress.note(`written to ${output.path}`);
  } finally {
    await output.close();
  }
}
