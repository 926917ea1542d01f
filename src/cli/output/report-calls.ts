/** Says how the model calls of a record of judging are found again. */
import type { Groundrule } from '../../groundrule.ts';
import type { ModelUsage } from '../../domain/model.ts';
import type { Progress } from './progress.ts';

export function reportCalls(
  progress: Progress,
  { store }: Groundrule,
  record: { readonly id: string; readonly usage: readonly ModelUsage[] },
): void {
  if (record.usage.length > 0 && store.location !== 'memory')
    progress.note(`What was asked: groundrule audit ${record.id} --calls`);
}
