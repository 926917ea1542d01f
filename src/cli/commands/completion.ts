import type { Argument, Command, Option } from 'commander';
import { settingsIn } from '../../config/settings.ts';
import { defineCommand, type MakeCommand } from '../define-command.ts';
import type { Session } from '../session.ts';

const MAX_SETS = 50;

const INSTALL = {
  bash: 'groundrule completion bash >> ~/.bashrc',
  zsh: 'groundrule completion zsh >> ~/.zshrc',
  fish: 'groundrule completion fish > ~/.config/fish/completions/groundrule.fish',
};

/** `npx groundrule` cannot be completed: shells complete the name of a command. */
const commentOn = (shell: keyof typeof INSTALL) =>
  `# Completes “groundrule”, which must be on your PATH (in a clone: npm link). To install: ${INSTALL[shell]}`;

/** Each passes the words up to the cursor on, and falls back to the names of files. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `${commentOn('bash')}
_groundrule() {
  local IFS=$'\\n'
  COMPREPLY=($(groundrule complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
  COMPREPLY=("\${COMPREPLY[@]// /\\\\ }")
}
complete -o default -F _groundrule groundrule
`,
  zsh: `#compdef groundrule
${commentOn('zsh')}
_groundrule() {
  local -a found
  found=("\${(@f)$(groundrule complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${found[1]}" ]]; then compadd -- "\${found[@]}"; else _files; fi
}
compdef _groundrule groundrule
`,
  fish: `${commentOn('fish')}
function __groundrule_complete
  set -l words (commandline -opc)
  groundrule complete -- $words[2..-1] (commandline -ct) 2>/dev/null
end
complete -c groundrule -a '(__groundrule_complete)'
`,
};

export const command = defineCommand({
  name: 'completion',
  description: 'Print a script that completes commands, flags, ids of stored sets and kinds of text in your shell',
  arguments: [['<shell>', 'Your shell', Object.keys(SCRIPTS)]],
  examples: Object.values(INSTALL),
  run: async ({ print }, shell) => {
    await print(() => SCRIPTS[shell] ?? '');
  },
});

/** @param program with all that is named in the words in full */
export function completeCommand(program: Command): MakeCommand {
  return defineCommand({
    name: 'complete',
    description: 'Print what the last word can be completed to',
    arguments: [['[words...]', 'What is typed after “groundrule”']],
    settings: settingsIn('store'),
    run: async (session, words) => {
      // As bash passes it: with the backslash before a space.
      const typed = (words.at(-1) ?? '').replaceAll('\\ ', ' ');
      const found = await candidates(session, program, words.slice(0, -1), typed);
      const fitting = found.filter((candidate) => candidate.startsWith(typed));
      await session.print(() => fitting.map((candidate) => `${candidate}\n`).join(''));
    },
  });
}

async function candidates(
  session: Session<unknown>,
  program: Command,
  before: readonly string[],
  typed: string,
): Promise<readonly string[]> {
  let command = program;
  for (const word of before) command = command.commands.find((part) => part.name() === word) ?? command;
  const flagBefore = before.at(-1) ?? '';
  const option = command.options.find(({ long, short }) => flagBefore !== '' && [long, short].includes(flagBefore));
  if (option?.required === true) return valuesOf(session, option);
  if (typed.startsWith('-'))
    return [...command.options.filter(({ hidden }) => !hidden).map(({ long }) => long ?? ''), '--help'];
  const parts = command.createHelp().visibleCommands(command);
  if (parts.length > 0) return parts.map((part) => part.name());
  const [argument] = command.registeredArguments;
  if (argument === undefined) return [];
  return argument.argChoices ?? (takesSet(argument) ? setIds(session) : []);
}

async function valuesOf(session: Session<unknown>, option: Option): Promise<readonly string[]> {
  if (option.argChoices !== undefined) return option.argChoices;
  if (option.long === '--kind') {
    const [{ packageInfo }, { bundledKinds }] = await Promise.all([
      import('../../config/package-root.ts'),
      import('../../search/library/prepared-library.ts'),
    ]);
    const { root, bundledLibrary } = packageInfo();
    return (await bundledKinds(root, bundledLibrary)).all.map(({ name }) => name);
  }
  return takesSet(option) ? setIds(session) : [];
}

function takesSet({ description }: Argument | Option): boolean {
  return /\bstored sets?\b/iu.test(description);
}

async function setIds(session: Session<unknown>): Promise<readonly string[]> {
  const { store } = await session.client();
  return ['last', ...(await store.listSets(MAX_SETS)).map(({ id }) => id)];
}
