/** `groundrule doctor`: what is installed, what is set and from where, what works. */
import { diagnose } from '../../client/diagnose.ts';
import { defaultStorePath } from '../../config/data-folder.ts';
import { describeSettings } from '../../config/describe-settings.ts';
import { loadConfig } from '../../config/load-config.ts';
import { packageInfo } from '../../config/package-root.ts';
import { readProxy } from '../../config/proxy.ts';
import { listKeys, readSecrets } from '../../config/secrets.ts';
import type { DoctorFlags } from '../commands/doctor.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { openOutput } from '../output/open-output.ts';
import { renderDiagnosis } from '../../report/diagnosis.ts';
import type { Shell } from '../shell.ts';
import { withStopSignals } from '../stop-signals.ts';

export function doctor(flags: DoctorFlags, shell: Shell): Promise<ExitCode> {
  return withStopSignals(shell, async (signal) => {
    const { store, search, searxngUrl, config: configFile } = flags;
    const config = await loadConfig({ flags: { store, search, searxngUrl }, env: shell.env, configFile });
    const secrets = readSecrets(shell.env);
    const outside = { defaultStorePath: defaultStorePath(shell.env), proxy: readProxy(shell.env), signal };
    const checks = await diagnose(config.settings, secrets, outside);
    const output = await openOutput(shell, null);
    const { version } = packageInfo();
    await output.write(
      await renderDiagnosis(
        {
          version,
          configFile: config.configFile,
          settings: describeSettings(config),
          keys: listKeys(secrets),
          checks,
        },
        'table',
        output,
      ),
    );
    return checks.every(({ ok }) => ok) ? EXIT.done : EXIT.unavailable;
  });
}
