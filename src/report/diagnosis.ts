/** What `doctor` found: settings and where each comes from, keys, and checks. */
import { renderer } from './render.ts';
import { bad, good, lines, list, main, say, section, soft, table } from './report.ts';

export interface Diagnosis {
  readonly version: string;
  /** Null: none. */
  readonly configFile: string | null;
  /** Values as they may be shown, without passwords. */
  readonly settings: readonly Readonly<Record<'name' | 'value' | 'origin' | 'variable', string>>[];
  readonly keys: readonly { readonly name: string; readonly isSet: boolean; readonly variable: string }[];
  readonly checks: readonly {
    readonly name: string;
    readonly ok: boolean;
    readonly detail: string;
    /** How to mend it; null where there is nothing to mend. */
    readonly advice: string | null;
  }[];
}

export const renderDiagnosis = renderer<Diagnosis>(({ version, configFile, settings, keys, checks }) => {
  const settingRows = settings.map(({ name, value, origin, variable }) => [
    name,
    value,
    (origin === 'default' ? soft : good)(origin),
    soft(variable),
  ]);
  const keyRows = keys.map(({ name, isSet, variable }) => [
    name,
    isSet ? good('set') : soft('not set'),
    soft(variable),
  ]);
  const checkItems = checks.map(({ name, ok, detail, advice }) => ({
    head: say`${ok ? good('ok') : bad('FAIL')} ${name}: ${detail}`,
    blocks: advice === null ? [] : [lines(...advice.split('\n'))],
  }));
  return {
    title: `groundrule ${version} · Node.js ${process.version} · ${process.platform}-${process.arch}`,
    blocks: [
      lines(`config file: ${configFile ?? 'none (groundrule.config.json in this folder, or --config)'}`),
      section(
        'Settings (a flag wins over the environment, that over the config file)',
        table(['', main(''), '', ''], settingRows),
      ),
      section('Keys (from the environment alone; none is ever shown)', table(['', '', ''], keyRows)),
      section('Checks', list(checkItems)),
    ],
  };
});
