/** Says on stderr what the model calls of a run took, and how they are found again; nothing where no model was asked. */
import type { Groundrule } from '../../groundrule.ts';
import type { ModelUsage } from '../../domain/model.ts';
import { renderUsage } from '../../report/costs.ts';
import type { Shell } from '../shell.ts';
import { layoutOf } from './open-output.ts';
import type { Progress } from './progress.ts';

export function reportUsage(progress: Progress, usage: readonly ModelUsage[], shell: Shell): void {
  if (usage.length > 0) progress.note(renderUsage(usage, layoutOf(shell.stderr, shell.env)).trimEnd());
}

/** What a failed run took matters where something was paid. */
export function reportPaidUsage(progress: Progress, usage: readonly ModelUsage[], shell: Shell): void {
  if (usage.some(({ inputTokens }) => inputTokens > 0)) reportUsage(progress, usage, shell);
}

/** Of a record of judging. */
export function reportCalls(
  progress: Progress,
  { store }: Groundrule,
  record: { readonly id: string; readonly usage: readonly ModelUsage[] },
): void {
  if (record.usage.length > 0 && store.location !== 'memory')
    progress.note(`What was asked: groundrule audit ${record.id} --calls`);
}
