/** The examples that end a command's help. */
import type { Command } from 'commander';

/** Without every flag, help has the first of them. */
const SHOWN = 4;
const showsAll = new WeakSet<Command>();

export function showAllExamples(command: Command): void {
  showsAll.add(command);
}

/** Through npx they run wherever they are copied: in a clone, beside an installed package, with a global one. */
export function addExamples(command: Command, lines: readonly string[]): Command {
  if (lines.length === 0) return command;
  const typed = lines.map((line) => `  $ ${line.replace(/(?<=^|\| )groundrule /u, 'npx groundrule ')}`);
  return command.addHelpText('after', () =>
    ['', 'Examples:', ...(showsAll.has(command) ? typed : typed.slice(0, SHOWN))].join('\n'),
  );
}
