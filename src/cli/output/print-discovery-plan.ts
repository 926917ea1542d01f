/** What `--dry-run` prints of discoveries: what all the tasks together would ask and cost at most. */
import { readSecrets } from '../../config/environment.ts';
import type { Task } from '../../domain/task.ts';
import type { RowsPlan } from '../../jobs/rows/plan-rows.ts';
import { renderDiscoveryPlan } from '../../report/plan.ts';
import type { Session } from '../session.ts';

export async function printDiscoveryPlan(
  { config, print, shell }: Session<unknown>,
  title: string,
  tasks: readonly Task[],
  rows?: { readonly plan: RowsPlan; readonly atOnce: number },
): Promise<void> {
  const { planDiscovery } = await import('../../client/plan-discovery.ts');
  const { settings } = await config();
  const plan = await planDiscovery(tasks, settings, readSecrets(shell.env));
  await print((layout) => renderDiscoveryPlan({ title, ...plan, rows }, 'table', layout));
}
