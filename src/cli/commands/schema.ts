import { z } from 'zod';
import { CriteriaSet } from '../../domain/criteria-set.ts';
import { defineCommand } from '../define-command.ts';

export const command = defineCommand({
  name: 'schema',
  description: 'Print the JSON Schema of a set of criteria',
  examples: ['groundrule schema > criteria-set.schema.json'],
  run: async ({ print }) => {
    await print(() => `${JSON.stringify(z.toJSONSchema(CriteriaSet), null, 2)}\n`);
  },
});
