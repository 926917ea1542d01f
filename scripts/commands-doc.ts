/** Writes docs/commands.md from the definitions of the commands: `npm run docs:commands`. */
import { writeFile } from 'node:fs/promises';
import type { Command, Option } from 'commander';
import { exitCodeHelp } from '../src/cli/exit-codes.ts';
import { createProgram } from '../src/cli/program.ts';
import { SETTINGS } from '../src/config/settings.ts';

/** They stand in docs/settings.md, and here by their names alone. */
const SETTING_FLAGS = new Set(Object.values(SETTINGS).map(({ flag }) => flag?.syntax));
/** The same for every command that has them. */
const SHARED_TITLES = ['What to judge by:', 'How to judge:'];

/** The whole document. */
export async function commandsDoc(): Promise<string> {
  const program = await createProgram(process, () => undefined);
  const commands = program.commands.flatMap((command) => [command, ...command.commands]);
  return `# Commands

Generated from the definitions in \`src/cli/commands\` by \`npm run docs:commands\`. \`npx groundrule help COMMAND --all\` prints the same.

Results go to standard output, everything else to standard error. Where a set is asked for, the beginning of its id will do, \`last\` for the newest with criteria, a JSON file
that holds it, or \`-\` for standard input. \`--config FILE\` and the flags that a command lists as settings are explained in
[settings](settings.md).

${commands.map((command) => `[${fullNameOf(command)}](#${anchorOf(fullNameOf(command))})`).join(' · ')}

${commands.map(sectionOf).join('\n')}
${SHARED_TITLES.map((title) => sharedSection(title, commands)).join('\n')}
## Exit codes

\`\`\`
${exitCodeHelp().split('\n').slice(1).join('\n')}
\`\`\`
`;
}

function sectionOf(command: Command): string {
  const name = fullNameOf(command);
  const aliases = command.aliases().map((alias) => `\`${name.replace(command.name(), alias)}\``);
  const settings = command.options.filter(isSetting).map(({ long }) => `\`${long ?? ''}\``);
  const shared = SHARED_TITLES.filter((title) => command.options.some((option) => option.helpGroupHeading === title));
  const given = command.registeredArguments.map((argument) => [argument.name(), argument.description] as const);
  const flags = command.options.filter(
    (option) => !isSetting(option) && !isShared(option) && option.long !== '--config',
  );
  return paragraphs([
    `## ${name}`,
    `${command.description()}.${aliases.length > 0 ? ` Also: ${aliases.join(', ')}.` : ''}`,
    `\`npx groundrule ${name} ${command.usage()}\``,
    tableOf([...given.map(([syntax, meaning]) => [syntax, meaning] as const), ...flags.map(rowOf(command))]),
    shared.map((title) => `[${nameOf(title)}](#${anchorOf(title)})`).join(' · '),
    settings.length > 0 ? `Settings: ${settings.join(', ')}` : '',
    examplesOf(command),
  ]);
}

function sharedSection(title: string, commands: readonly Command[]): string {
  const command = commands.find(({ options }) => options.some((option) => option.helpGroupHeading === title));
  if (command === undefined) throw new Error(`No command has flags under “${title}”.`);
  const flags = command.options.filter((option) => option.helpGroupHeading === title);
  return paragraphs([`## ${nameOf(title)}`, tableOf(flags.map(rowOf(command)))]);
}

function examplesOf(command: Command): string {
  let help = '';
  command.configureOutput({ ...command.configureOutput(), writeOut: (text) => (help += text) }).outputHelp();
  const [, examples] = help.split('\nExamples:\n');
  return examples === undefined ? '' : `\`\`\`\n${examples.replace(/^ {2}\$ /gmu, '').trim()}\n\`\`\``;
}

function rowOf(command: Command) {
  return (option: Option) => [option.flags, command.createHelp().optionDescription(option)] as const;
}

function tableOf(rows: readonly (readonly [syntax: string, meaning: string])[]): string {
  const lines = rows.map(([syntax, meaning]) => `| \`${syntax}\` | ${meaning.replaceAll('|', '\\|')} |`);
  return lines.length === 0 ? '' : ['| | |', '|---|---|', ...lines].join('\n');
}

/** As it is typed after “groundrule”. */
const fullNameOf = (command: Command): string =>
  command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name();
const isSetting = ({ flags }: Option) => SETTING_FLAGS.has(flags);
const isShared = ({ helpGroupHeading = '' }: Option) => SHARED_TITLES.includes(helpGroupHeading);
const nameOf = (title: string) => title.replace(':', '');
const anchorOf = (title: string) => nameOf(title).toLowerCase().replaceAll(' ', '-');
const paragraphs = (parts: readonly string[]) => `${parts.filter((part) => part !== '').join('\n\n')}\n`;

if (process.argv[1]?.endsWith('commands-doc.ts') === true) await writeFile('docs/commands.md', await commandsDoc());
