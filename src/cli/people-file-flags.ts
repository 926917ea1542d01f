/** Flags of commands that measure a file of what people said, whatever its fields are called. */
import { formatsOf } from '../report/formats.ts';
import { bootstrapFlags } from './bootstrap-flags.ts';
import { assignment, choice, repeatable } from './flag.ts';
import { outFlag } from './flags.ts';

/** @param names ours @param example of a field that several make */
export function peopleFileFlags(names: readonly string[], example: string) {
  return {
    field: repeatable(
      '--field <name=fields>',
      `What a field is called in the file; several names are several people: ${example}. Names: ${names.join(', ')}`,
      assignment,
    ),
    ...bootstrapFlags,
    format: choice('-f, --format <format>', 'How to print', formatsOf('rows')),
    out: outFlag,
  };
}
