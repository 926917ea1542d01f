/** `groundrule doctor`: what is installed, what is set and from where, what works. */
import { settingsIn } from '../../config/settings.ts';
import { defineCommand } from '../define-command.ts';
import { EXIT } from '../exit-codes.ts';

export const doctorCommand = defineCommand({
  name: 'doctor',
  description:
    'Check the installation; show every setting and its origin; ask each search that is set up one query',
  settings: ['search', 'searxngUrl', ...settingsIn('store')],
  examples: [
    'groundrule doctor',
    'groundrule doctor --search searxng --searxng-url http://127.0.0.1:8888',
    'groundrule doctor --store ./criteria.sqlite',
  ],
  run: async (session) => {
    const [
      { diagnose },
      { renderDiagnosis },
      { defaultStorePath },
      { packageInfo },
      proxy,
      keys,
      description,
    ] = await Promise.all([
      import('../../client/diagnose.ts'),
      import('../../report/diagnosis.ts'),
      import('../../config/data-folder.ts'),
      import('../../config/package-root.ts'),
      import('../../config/proxy.ts'),
      import('../../config/secrets.ts'),
      import('../../config/describe-settings.ts'),
    ]);
    const { env } = session.shell;
    const config = await session.config();
    const secrets = keys.readSecrets(env);
    const checks = await diagnose(config.settings, secrets, {
      defaultStorePath: defaultStorePath(env),
      proxy: proxy.readProxy(env),
      signal: session.signal,
    });
    const output = await session.output();
    const { version } = packageInfo();
    const found = {
      version,
      configFile: config.configFile,
      settings: description.describeSettings(config),
      keys: keys.listKeys(secrets),
      checks,
    };
    await output.write(await renderDiagnosis(found, 'table', output));
    return checks.every(({ ok }) => ok) ? EXIT.done : EXIT.unavailable;
  },
});
