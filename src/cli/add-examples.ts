/** The examples that end a command's help. */
import type { Command } from 'commander';

/** Through npx they run wherever they are copied: in a clone, beside an installed package, with a global one. */
export function addExamples(command: Command, lines: readonly string[]): Command {
  if (lines.length === 0) return command;
  const typed = lines.map((line) => `  $ ${line.replace(/(?<=^|\| )groundrule /u, 'npx groundrule ')}`);
  return command.addHelpText('after', ['', 'Examples:', ...typed].join('\n'));
}
