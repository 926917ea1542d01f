/** `groundrule discover --dry-run`: what would be done and what it may cost; asks nobody and opens no store. */
import { planDiscovery } from '../../client/plan-discovery.ts';
import { loadConfig } from '../../config/load-config.ts';
import { refuseContradictions } from '../../config/refuse-contradictions.ts';
import { readSecrets } from '../../config/secrets.ts';
import type { Task } from '../../domain/task.ts';
import { discoverySettings, type DiscoveryFlags } from '../commands/discovery-flags.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { openOutput } from '../output/open-output.ts';
import { renderDiscoveryPlan } from '../../report/plan.ts';
import type { Shell } from '../shell.ts';

export async function showPlan(task: Task, flags: DiscoveryFlags, shell: Shell): Promise<ExitCode> {
  const config = await loadConfig({
    flags: discoverySettings(flags),
    env: shell.env,
    configFile: flags.config,
  });
  refuseContradictions(config);
  const plan = await planDiscovery(task, config.settings, readSecrets(shell.env));
  const output = await openOutput(shell, null);
  await output.write(await renderDiscoveryPlan({ task, ...plan }, 'table', output));
  return EXIT.done;
}
