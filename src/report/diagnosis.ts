/** What `doctor` found: settings and where each comes from, keys, and checks. */
import type { Check } from '../client/diagnose.ts';
import type { ConfigFile } from '../config/config-files.ts';
import type { describeSettings } from '../config/load-config.ts';
import type { listKeys } from '../config/environment.ts';
import { renderer } from './formats.ts';
import { left, lines, list, main, paint, say, section, table, unbroken } from './report.ts';

interface Diagnosis {
  readonly version: string;
  readonly configFiles: readonly ConfigFile[];
  readonly settings: ReturnType<typeof describeSettings>;
  /** With the hosts that each would go to. */
  readonly keys: readonly (ReturnType<typeof listKeys>[number] & { readonly hosts: readonly string[] })[];
  readonly checks: readonly Check[];
}

export const renderDiagnosis = renderer<Diagnosis>(({ version, configFiles, settings, keys, checks }) => {
  const checkItems = checks.map(({ name, ok, detail, advice }) => ({
    head: say`${ok ? paint.good('ok') : paint.bad('FAIL')} ${name}: ${detail}`,
    blocks: [lines(...(advice?.split('\n') ?? []))],
  }));
  return {
    title: `groundrule ${version} · Node.js ${process.version} · ${process.platform}-${process.arch}`,
    blocks: [
      lines(
        ...configFiles.map(({ path, ...file }) => `config file: ${path} (${trustText(file)})`),
        configFiles.length === 0 ? 'config file: none (groundrule.config.json in this folder, or --config)' : null,
      ),
      section(
        'Settings: defaults where nothing else is said (a flag wins over the environment, that over config files)',
        table(settings, [
          left('', ({ name }) => name),
          main('', ({ value, origin }) => (origin === 'default' ? value : say`${value} ${paint.good(`(${origin})`)}`)),
          unbroken('', ({ variable }) => paint.soft(variable)),
        ]),
      ),
      section(
        'Keys (from the environment alone; none is ever shown)',
        table(keys, [
          left('', ({ name }) => name),
          left('', ({ isSet }) => (isSet ? paint.good('set') : paint.soft('not set'))),
          left('', ({ hosts }) =>
            hosts.length === 0 ? 'goes nowhere as things are set' : `goes to ${hosts.join(', ')}`,
          ),
          left('', ({ variable }) => paint.soft(variable)),
        ]),
      ),
      section('Checks', list(checkItems)),
    ],
  };
});

function trustText({ place, sensitive, isTrusted }: Omit<ConfigFile, 'path' | 'values'>): string {
  if (place === 'own') return 'your own';
  if (place === 'named') return 'named by --config';
  if (sensitive.length === 0) return 'sets nothing that needs trust';
  return isTrusted ? 'trusted' : 'not trusted';
}
