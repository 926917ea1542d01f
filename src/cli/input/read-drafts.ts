/** The responses that a command's arguments name. */
import type { NamedResponse } from '../../domain/comparison.ts';
import { readResponses } from '../../data/read-responses.ts';
import type { Session } from '../session.ts';

/** A file in a folder that a flag names (checklist, task, context, reference, prompt, output) is no response. */
export function readDrafts(
  session: Session<Readonly<Record<string, unknown>>>,
  references: readonly string[],
): Promise<readonly NamedResponse[]> {
  const named = Object.values(session.flags).filter((value) => typeof value === 'string');
  return readResponses(session, references, named);
}
