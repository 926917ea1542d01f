/** `groundrule doctor`: its flags and help. */
import { Command } from 'commander';
import type { Finish } from '../exit-codes.ts';
import type { Shell } from '../shell.ts';
import { addExamples, addStoreFlags, type StoreFlags } from './flags.ts';

export function doctorCommand(shell: Shell, finish: Finish): Command {
  const command = new Command('doctor').description(
    'Check the installation; show every setting and its origin',
  );
  addStoreFlags(command).action(async (flags: StoreFlags) => {
    const { doctor } = await import('../actions/doctor.ts');
    finish(await doctor(flags, shell));
  });
  return addExamples(command, ['groundrule doctor', 'groundrule doctor --store ./criteria.sqlite']);
}
