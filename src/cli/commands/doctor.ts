import { packageInfo } from '../../config/package-root.ts';
import { settingsIn } from '../../config/settings.ts';
import { defaultStorePath, listKeys, readProxy, readSecrets } from '../../config/environment.ts';
import { defineCommand } from '../define-command.ts';
import { EXIT } from '../exit-codes.ts';
import { checkTrust, diagnose, keyHosts } from '../../client/diagnose.ts';
import { renderDiagnosis } from '../../report/diagnosis.ts';
import { describeSettings, loadConfig } from '../../config/load-config.ts';

export const command = defineCommand({
  name: 'doctor',
  description: 'Check the installation; show every setting and its origin; ask each search that is set up one query',
  settings: ['search', 'searxngUrl', 'webSearchTool', 'model', 'baseUrl', ...settingsIn('store')],
  examples: [
    'groundrule doctor',
    'groundrule doctor --search searxng --searxng-url http://127.0.0.1:8888',
    'groundrule doctor --store ./criteria.sqlite',
  ],
  run: async (session) => {
    const { env } = session.shell;
    const asked = { flags: session.settings, env, configFile: session.configFile };
    const config = await loadConfig({ ...asked, leavesOutUntrusted: true });
    const secrets = readSecrets(env);
    const checks = [
      ...checkTrust(config.configFiles),
      ...(await diagnose(config.settings, secrets, {
        defaultStorePath: defaultStorePath(env),
        proxy: readProxy(env),
        signal: session.signal,
      })),
    ];
    const hosts = keyHosts(config.settings, secrets);
    const found = {
      version: packageInfo().version,
      configFiles: config.configFiles,
      settings: describeSettings(config),
      keys: listKeys(env).map((key) => ({ ...key, hosts: hosts.get(key.name) ?? [] })),
      checks,
    };
    await session.print((layout) => renderDiagnosis(found, 'table', layout));
    return checks.every(({ ok }) => ok) ? EXIT.done : EXIT.unavailable;
  },
});
