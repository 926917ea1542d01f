/** Writes docs/settings.md from the table of settings: `npm run docs:settings`. */
import { writeFile } from 'node:fs/promises';
import { listKeys } from '../src/config/environment.ts';
import {
  defaultOf,
  isRepeatable,
  rangeOf,
  separatorOf,
  SETTING_NAMES,
  SETTINGS,
  variableOf,
  type SettingName,
} from '../src/config/settings.ts';

const DIVIDED_BY = { ':': 'colons', ',': 'commas', ' ': 'spaces' };

/** The whole document. */
export function settingsDoc(): string {
  return `# Settings

Generated from the table in \`src/config/settings.ts\` by \`npm run docs:settings\`.

A flag wins over the environment, that over \`groundrule.config.json\` in the working folder (or \`--config FILE\`), that over the default. The
library takes the same names as options and reads neither the environment nor a config file. \`groundrule doctor\` shows what is in force, and
where each value comes from.

| setting | flag | environment | values | default | meaning |
|---|---|---|---|---|---|
${SETTING_NAMES.map(rowOf).join('\n')}

## Keys

From the environment alone; a key by itself starts nothing that costs.

${listKeys({})
  .map(({ variable }) => `- \`${variable}\``)
  .join('\n')}
`;
}

function rowOf(name: SettingName): string {
  const setting = SETTINGS[name];
  const separator = separatorOf(setting);
  const values = [
    ...rangeOf(setting),
    ...(isRepeatable(setting) ? ['flag given once for each'] : []),
    ...(separator === null ? [] : [`divided by ${DIVIDED_BY[separator]} in the environment`]),
  ];
  const flag = setting.flag === null ? '' : `\`${setting.flag.syntax}\``;
  const cells = [
    `\`${name}\``,
    flag,
    `\`${variableOf(name)}\``,
    values.join('; '),
    defaultOf(setting),
    setting.meaning,
  ];
  return `| ${cells.join(' | ')} |`;
}

if (process.argv[1]?.endsWith('settings-doc.ts') === true) await writeFile('docs/settings.md', settingsDoc());
