/** Says how the model calls of a record of judging are found again. */
import type { App } from '../../client/create-app.ts';
import type { ModelUsage } from '../../domain/model.ts';
import { recordId, type RecordPrefix } from '../../judge/record-id.ts';
import type { Progress } from './progress.ts';

export function reportCalls(
  progress: Progress,
  { store }: App,
  prefix: RecordPrefix,
  record: { readonly usage: readonly ModelUsage[] },
): void {
  if (record.usage.length > 0 && store.location !== 'memory')
    progress.note(`What was asked: groundrule audit ${recordId(prefix, record)} --calls`);
}
