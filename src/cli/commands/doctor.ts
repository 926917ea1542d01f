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
    const [{ checkTrust, diagnose }, { keyHosts }, { renderDiagnosis }, environment, { describeSettings, loadConfig }] =
      await Promise.all([
        import('../../client/diagnose.ts'),
        import('../../client/diagnose.ts'),
        import('../../report/diagnosis.ts'),
        import('../../config/environment.ts'),
        import('../../config/load-config.ts'),
      ]);
    const { env } = session.shell;
    const asked = { flags: session.settings, env, configFile: session.configFile };
    const config = await loadConfig({ ...asked, leavesOutUntrusted: true });
    const secrets = environment.readSecrets(env);
    const checks = [
      ...checkTrust(config.configFiles),
      ...(await diagnose(config.settings, secrets, {
        defaultStorePath: environment.defaultStorePath(env),
        proxy: environment.readProxy(env),
        signal: session.signal,
      })),
    ];
    const hosts = keyHosts(config.settings, secrets);
    const found = {
      version: packageInfo().version,
      configFiles: config.configFiles,
      settings: describeSettings(config),
      keys: environment.listKeys(env).map((key) => ({ ...key, hosts: hosts.get(key.name) ?? [] })),
      checks,
    };
    await session.print((layout) => renderDiagnosis(found, 'table', layout));
    return checks.every(({ ok }) => ok) ? EXIT.done : EXIT.unavailable;
  },
});
