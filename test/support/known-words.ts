/** Commands, flags and variables as examples write them, held against the program's own. */
import type { Command } from 'commander';
import { expect } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';
import { MODEL_KEY_VARIABLES, SEARCH_KEYS } from '../../src/config/environment.ts';
import { SETTING_NAMES, variableOf } from '../../src/config/settings.ts';
import { testShell } from './shell.ts';

const program = await createProgram(testShell(), () => undefined);

/** @param words as typed after `groundrule` @returns the command that they name */
export function expectKnownCommand(words: readonly string[]): Command {
  let command = program;
  for (const word of words) {
    const next = command.commands.find((each) => each.name() === word);
    if (next === undefined) break;
    command = next;
  }
  expect(command.parent, `there is a command for “${words.join(' ')}”`).not.toBeNull();
  for (const flag of words.filter((word) => word.startsWith('--')))
    expect(
      command.options.map(({ long }) => long),
      words.join(' '),
    ).toContain(flag);
  return command;
}

export function expectKnownVariables(names: readonly string[]): void {
  const known = [
    ...SETTING_NAMES.map(variableOf),
    ...Object.values(MODEL_KEY_VARIABLES),
    ...SEARCH_KEYS.map(({ variable }) => variable),
  ];
  for (const name of names) expect(known).toContain(name);
}

/** What a flag is where it is not given. */
export function presetOf(command: Command, flag: string): unknown {
  return command.options.find(({ long }) => long === flag)?.defaultValue;
}
