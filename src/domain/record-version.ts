/** Records carry the version of their form: older ones are brought up to date when they are read, newer ones refused. */
import { z } from 'zod';
import { InputError } from './errors.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export type MigrationStep = (record: JsonObject) => JsonObject;

export interface RecordForm {
  /** As messages call it, such as “set of criteria”. */
  readonly name: string;
  readonly field: string;
  /** The first one leads from version 1 to 2; the record's version today is one more than there are. */
  readonly steps: readonly MigrationStep[];
}

/** What is no such record stays as it is, for its schema to refuse. @throws InputError where a newer version made it */
export function bringUpToDate({ name, field, steps }: RecordForm, record: unknown): unknown {
  const known = z.looseObject({ [field]: z.int().min(1) }).safeParse(record).data;
  const version = Number(known?.[field]);
  if (known === undefined || version === steps.length + 1) return record;
  if (version > steps.length + 1)
    throw new InputError(
      `This ${name} was made by a newer groundrule: its version is ${version}, this one reads up to ${steps.length + 1}.`,
      { advice: `Update groundrule, or make the ${name} again with this one.` },
    );
  return steps
    .slice(version - 1)
    .reduce<JsonObject>((older, step, index) => ({ ...step(older), [field]: version + index + 1 }), known);
}

/** A schema that also reads what older versions wrote. @throws InputError (not a ZodError) where a newer one did */
export function readableAs<Value>(form: RecordForm, schema: z.ZodType<Value>): z.ZodType<Value> {
  return z
    .unknown()
    .transform((record) => bringUpToDate(form, record))
    .pipe(schema);
}
