/** `groundrule doctor`: what is installed, what is set and from where, what works. */
import { diagnose } from '../../app/diagnose.ts';
import { defaultStorePath } from '../../config/data-folder.ts';
import { loadConfig } from '../../config/load-config.ts';
import { packageInfo } from '../../config/package-root.ts';
import { readSecrets } from '../../config/secrets.ts';
import type { StoreFlags } from '../commands/flags.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { openOutput } from '../output/open-output.ts';
import { renderDiagnosis } from '../render/diagnosis.ts';
import type { Shell } from '../shell.ts';

export async function doctor({ store, config: configFile }: StoreFlags, shell: Shell): Promise<ExitCode> {
  const config = await loadConfig({ flags: { store }, env: shell.env, configFile });
  const checks = await diagnose(config.settings, defaultStorePath(shell.env));
  const output = await openOutput(shell, null);
  await output.write(
    renderDiagnosis(
      { version: packageInfo().version, config, secrets: readSecrets(shell.env), checks },
      output,
    ),
  );
  return checks.every(({ ok }) => ok) ? EXIT.done : EXIT.unavailable;
}
