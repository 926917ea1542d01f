/** `groundrule doctor`: what is installed, what is set and from where, what works. */
import { packageInfo } from '../../config/package-root.ts';
import { settingsIn } from '../../config/settings.ts';
import { defineCommand } from '../define-command.ts';
import { EXIT } from '../exit-codes.ts';

export const doctorCommand = defineCommand({
  name: 'doctor',
  description: 'Check the installation; show every setting and its origin; ask each search that is set up one query',
  settings: ['search', 'searxngUrl', 'webSearchTool', 'model', 'baseUrl', ...settingsIn('store')],
  examples: [
    'groundrule doctor',
    'groundrule doctor --search searxng --searxng-url http://127.0.0.1:8888',
    'groundrule doctor --store ./criteria.sqlite',
  ],
  run: async (session) => {
    const [{ diagnose }, { renderDiagnosis }, environment, { describeSettings }] = await Promise.all([
      import('../../client/diagnose.ts'),
      import('../../report/diagnosis.ts'),
      import('../../config/environment.ts'),
      import('../../config/load-config.ts'),
    ]);
    const { env } = session.shell;
    const config = await session.config();
    const checks = await diagnose(config.settings, environment.readSecrets(env), {
      defaultStorePath: environment.defaultStorePath(env),
      proxy: environment.readProxy(env),
      signal: session.signal,
    });
    const output = await session.output();
    const found = {
      version: packageInfo().version,
      configFile: config.configFile,
      settings: describeSettings(config),
      keys: environment.listKeys(env),
      checks,
    };
    await output.write(await renderDiagnosis(found, 'table', output));
    return checks.every(({ ok }) => ok) ? EXIT.done : EXIT.unavailable;
  },
});
