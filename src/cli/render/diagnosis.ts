/** What `doctor` found. */
import type { Check } from '../../app/diagnose.ts';
import type { Config } from '../../config/load-config.ts';
import { isSettingName, SETTINGS, type SettingName, type Settings } from '../../config/settings.ts';
import { printable, printableLine } from '../../text/printable.ts';
import { GAP, grid, type Layout } from './grid.ts';

export interface Diagnosis {
  readonly version: string;
  readonly config: Config;
  readonly checks: readonly Check[];
}

const NAME_COLUMNS = 20;
const ORIGIN_COLUMNS = 11;
const VARIABLE_COLUMNS = 33;
const MIN_VALUE_COLUMNS = 12;
/** Of the whole grid. */
const INDENT = 2;

export function renderDiagnosis({ version, config, checks }: Diagnosis, layout: Layout): string {
  const { colors } = layout;
  const checkLines = checks.map(({ name, ok, detail, advice }) =>
    [
      `  ${ok ? colors.green('ok  ') : colors.red('FAIL')}  ${name}: ${printableLine(detail)}`,
      ...(advice === null
        ? []
        : printable(advice)
            .split('\n')
            .map((line) => `        ${line}`)),
    ].join('\n'),
  );
  return [
    `groundrule ${version} · Node.js ${process.version} · ${process.platform}-${process.arch}`,
    `config file: ${config.configFile ?? 'none (groundrule.config.json in this folder, or --config)'}`,
    '',
    colors.bold('Settings') + colors.gray(' (a flag wins over the environment, that over the config file)'),
    settingsGrid(config, layout),
    colors.bold('Checks'),
    ...checkLines,
    '',
  ].join('\n');
}

function settingsGrid({ settings, provenance }: Config, { colors, width }: Layout): string {
  const rest = width - NAME_COLUMNS - ORIGIN_COLUMNS - VARIABLE_COLUMNS - INDENT - 3 * GAP;
  const hasVariable = rest >= MIN_VALUE_COLUMNS;
  const rows = Object.keys(SETTINGS)
    .filter(isSettingName)
    .map((name) => [
      name,
      printableLine(valueText(settings[name], name)),
      provenance[name] === 'default' ? colors.gray('default') : colors.cyan(provenance[name]),
      ...(hasVariable ? [colors.gray(SETTINGS[name].env)] : []),
    ]);
  const columns = [
    { width: NAME_COLUMNS },
    { width: hasVariable ? rest : rest + VARIABLE_COLUMNS + GAP },
    { width: ORIGIN_COLUMNS },
    ...(hasVariable ? [{ width: VARIABLE_COLUMNS }] : []),
  ];
  return grid(columns, rows, INDENT);
}

/** What an empty value stands for. */
const EMPTY: Readonly<Partial<Record<SettingName, string>>> = {
  library: 'the bundled guides',
  store: 'in the data folder',
};

function valueText(value: Settings[SettingName], name: SettingName): string {
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '');
  return text === '' ? (EMPTY[name] ?? '') : text;
}
