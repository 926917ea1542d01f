/** `groundrule doctor`: its flags and help. */
import { Command } from 'commander';
import type { Finish } from '../exit-codes.ts';
import type { Shell } from '../shell.ts';
import { addExamples, addStoreFlags, settingOption, type StoreFlags } from './flags.ts';

export interface DoctorFlags extends StoreFlags {
  readonly search?: string;
  readonly searxngUrl?: string;
}

export function doctorCommand(shell: Shell, finish: Finish): Command {
  const command = new Command('doctor').description(
    'Check the installation; show every setting and its origin; ask each search that is set up one query',
  );
  command.addOption(settingOption('search', '--search <names>'));
  command.addOption(settingOption('searxngUrl', '--searxng-url <url>'));
  addStoreFlags(command).action(async (flags: DoctorFlags) => {
    const { doctor } = await import('../actions/doctor.ts');
    finish(await doctor(flags, shell));
  });
  return addExamples(command, [
    'groundrule doctor',
    'groundrule doctor --search searxng --searxng-url http://127.0.0.1:8888',
    'groundrule doctor --store ./criteria.sqlite',
  ]);
}
