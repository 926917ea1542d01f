/** `groundrule schema`: the JSON Schema of a set of criteria. */
import { z } from 'zod';
import { CriteriaSet } from '../../domain/criteria-set.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { writeAll } from '../output/write-all.ts';
import type { Shell } from '../shell.ts';

export async function schema(shell: Shell): Promise<ExitCode> {
  await writeAll(shell.stdout, `${JSON.stringify(z.toJSONSchema(CriteriaSet), null, 2)}\n`);
  return EXIT.done;
}
