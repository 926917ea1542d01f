/** What `doctor` found. */
import type { Check } from '../client/check.ts';
import type { Config } from '../config/load-config.ts';
import { hidePasswords } from '../config/hide-passwords.ts';
import { isSecretName, SECRET_VARIABLES, type Secrets } from '../config/secrets.ts';
import {
  defaultOf,
  SETTING_NAMES,
  SETTINGS,
  variableOf,
  type SettingName,
  type Settings,
} from '../config/settings.ts';
import { printable, printableLine } from '../text/printable.ts';
import { GAP, grid, type Layout } from './grid.ts';

export interface Diagnosis {
  readonly version: string;
  readonly config: Config;
  readonly secrets: Secrets;
  readonly checks: readonly Check[];
}

const NAME_COLUMNS = 20;
const KEY_COLUMNS = 7;
const ORIGIN_COLUMNS = 11;
const VARIABLE_COLUMNS = 33;
const MIN_VALUE_COLUMNS = 12;
/** Of the whole grid. */
const INDENT = 2;

export function renderDiagnosis({ version, config, secrets, checks }: Diagnosis, layout: Layout): string {
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
    colors.bold('Keys') + colors.gray(' (from the environment alone; none is ever shown)'),
    keysGrid(secrets, layout),
    colors.bold('Checks'),
    ...checkLines,
    '',
  ].join('\n');
}

function settingsGrid({ settings, provenance }: Config, { colors, width }: Layout): string {
  const rest = width - NAME_COLUMNS - ORIGIN_COLUMNS - VARIABLE_COLUMNS - INDENT - 3 * GAP;
  const hasVariable = rest >= MIN_VALUE_COLUMNS;
  const rows = SETTING_NAMES.map((name) => [
    name,
    printableLine(hidePasswords(valueText(settings[name], name))),
    provenance[name] === 'default' ? colors.gray('default') : colors.cyan(provenance[name]),
    ...(hasVariable ? [colors.gray(variableOf(name))] : []),
  ]);
  const columns = [
    { width: NAME_COLUMNS },
    { width: hasVariable ? rest : rest + VARIABLE_COLUMNS + GAP },
    { width: ORIGIN_COLUMNS },
    ...(hasVariable ? [{ width: VARIABLE_COLUMNS }] : []),
  ];
  return grid(columns, rows, INDENT);
}

function keysGrid(secrets: Secrets, { colors, width }: Layout): string {
  const rows = Object.keys(SECRET_VARIABLES)
    .filter(isSecretName)
    .map((name) => [
      name,
      secrets[name] === null ? colors.gray('not set') : colors.cyan('set'),
      colors.gray(SECRET_VARIABLES[name]),
    ]);
  const columns = [
    { width: NAME_COLUMNS },
    { width: KEY_COLUMNS },
    { width: width - NAME_COLUMNS - KEY_COLUMNS - INDENT - 3 * GAP },
  ];
  return grid(columns, rows, INDENT);
}

function valueText(value: Settings[SettingName], name: SettingName): string {
  const text = Array.isArray(value)
    ? value.join(', ')
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
          .map(([role, model]) => `${role}=${model}`)
          .join(', ')
      : String(value ?? '');
  return text === '' ? defaultOf(SETTINGS[name]) : text;
}
