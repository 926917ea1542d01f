/** What `doctor` found: settings and where each comes from, keys, and checks. */
import type { Check } from '../client/diagnose.ts';
import type { describeSettings } from '../config/load-config.ts';
import type { listKeys } from '../config/environment.ts';
import { renderer } from './render.ts';
import { lines, list, main, paint, say, section, table, unbroken } from './report.ts';

export interface Diagnosis {
  readonly version: string;
  /** Null: none. */
  readonly configFile: string | null;
  readonly settings: ReturnType<typeof describeSettings>;
  readonly keys: ReturnType<typeof listKeys>;
  readonly checks: readonly Check[];
}

export const renderDiagnosis = renderer<Diagnosis>(({ version, configFile, settings, keys, checks }) => {
  const settingRows = settings.map(({ name, value, origin, variable }) => {
    const shown = origin === 'default' ? value : say`${value} ${paint.good(`(${origin})`)}`;
    return [name, shown, paint.soft(variable)];
  });
  const keyRows = keys.map(({ name, isSet, variable }) => {
    return [name, isSet ? paint.good('set') : paint.soft('not set'), paint.soft(variable)];
  });
  const checkItems = checks.map(({ name, ok, detail, advice }) => ({
    head: say`${ok ? paint.good('ok') : paint.bad('FAIL')} ${name}: ${detail}`,
    blocks: [lines(...(advice?.split('\n') ?? []))],
  }));
  return {
    title: `groundrule ${version} · Node.js ${process.version} · ${process.platform}-${process.arch}`,
    blocks: [
      lines(`config file: ${configFile ?? 'none (groundrule.config.json in this folder, or --config)'}`),
      section(
        'Settings: defaults where nothing else is said (a flag wins over the environment, that over the config file)',
        table(['', main(''), unbroken('')], settingRows),
      ),
      section('Keys (from the environment alone; none is ever shown)', table(['', '', ''], keyRows)),
      section('Checks', list(checkItems)),
    ],
  };
});
