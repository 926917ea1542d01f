/** `groundrule schema`: its help. */
import { Command } from 'commander';
import type { Finish } from '../exit-codes.ts';
import type { Shell } from '../shell.ts';
import { addExamples } from './flags.ts';

export function schemaCommand(shell: Shell, finish: Finish): Command {
  const command = new Command('schema')
    .description('Print the JSON Schema of a set of criteria')
    .action(async () => {
      const { schema } = await import('../actions/schema.ts');
      finish(await schema(shell));
    });
  return addExamples(command, ['groundrule schema > criteria-set.schema.json']);
}
