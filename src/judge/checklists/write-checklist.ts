/** A checklist as a file that can be read again, all of it: JSON or YAML. */
import type { Checklist } from '../../domain/checklist.ts';
import { printableJson } from '../../text/printable.ts';

export async function checklistYaml(checklist: Checklist): Promise<string> {
  const { stringify } = await import('yaml');
  // By way of JSON: control characters are escaped there, and stay escapes here.
  return stringify(checklist, { lineWidth: 0 });
}

export function checklistJson(checklist: Checklist): string {
  return `${printableJson(checklist, 2)}\n`;
}
