/** `groundrule schema`: the JSON Schema of a set of criteria. */
import { defineCommand } from '../define-command.ts';
import { EXIT } from '../exit-codes.ts';

export const schemaCommand = defineCommand({
  name: 'schema',
  description: 'Print the JSON Schema of a set of criteria',
  examples: ['groundrule schema > criteria-set.schema.json'],
  run: async ({ output }) => {
    const [{ z }, { CriteriaSet }] = await Promise.all([
      import('zod'),
      import('../../domain/criteria-set.ts'),
    ]);
    const stdout = await output();
    await stdout.write(`${JSON.stringify(z.toJSONSchema(CriteriaSet), null, 2)}\n`);
    return EXIT.done;
  },
});
