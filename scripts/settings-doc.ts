/** Writes docs/settings.md from the table of settings: `npm run docs:settings`. */
import { writeFile } from 'node:fs/promises';
import { listKeys } from '../src/config/environment.ts';
import { defaultOf, isRepeatable, rangeOf, separatorOf, type NeedsTrust } from '../src/config/setting-kinds.ts';
import { SETTING_NAMES, SETTINGS, variableOf, type SettingName } from '../src/config/settings.ts';

const DIVIDED_BY = { ':': 'colons', ',': 'commas', ' ': 'spaces' };

/** The whole document. */
export function settingsDoc(): string {
  return `# Settings

Generated from the table in \`src/config/settings.ts\` by \`npm run docs:settings\`.

A flag wins over the environment, that over \`groundrule.config.json\` in the working folder (or \`--config FILE\`), that over
\`groundrule.config.json\` in your own config folder (\`~/.config/groundrule\`, \`~/Library/Application Support/groundrule\`,
\`%APPDATA%\\groundrule\`, or \`groundrule\` in \`XDG_CONFIG_HOME\`), that over the default. The
library takes the same names as options and reads neither the environment nor a config file. \`groundrule doctor\` shows what is in force, and
where each value comes from.

| setting | flag | environment | values | default | meaning |
|---|---|---|---|---|---|
${SETTING_NAMES.map(rowOf).join('\n')}

## Trust

Whoever made a folder made its config file, too. In \`groundrule.config.json\` of a working folder these count only once you trusted the file with
\`groundrule trust\`, and until it changes: ${listOf('always')}; and ${listOf('outside')} where it leads out of that folder. Flags, variables, a file that
you name with \`--config\`, and the one in your own config folder need no trust.

## Keys

From the environment alone; a key by itself starts nothing that costs. It goes to the host that you named, or to its provider's;
\`groundrule doctor\` shows to which.

${listKeys({})
  .map(({ variable }) => `- \`${variable}\``)
  .join('\n')}
`;
}

function listOf(needsTrust: NeedsTrust): string {
  const names = SETTING_NAMES.filter((name) => SETTINGS[name].needsTrust === needsTrust);
  return names.map((name) => `\`${name}\``).join(', ');
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
