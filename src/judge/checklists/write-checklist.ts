/** A checklist as a YAML file that can be read again, all of it. */
import type { Checklist } from '../../domain/checklist.ts';

export async function checklistYaml(checklist: Checklist): Promise<string> {
  const { stringify } = await import('yaml');
  // By way of JSON: control characters are escaped there, and stay escapes here.
  return stringify(checklist, { lineWidth: 0 });
}
