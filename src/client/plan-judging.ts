/** What plans of judging say and assume of a checklist. */
import type { Checklist } from '../domain/checklist.ts';
import { parseCheck } from '../domain/parse-check.ts';
import { isCountable } from '../judge/code-verdict.ts';

export interface PlannedChecklist {
  readonly items: number;
  /** Of the items: those that code counts. */
  readonly byCode: number;
  /** True: the items are not known yet, and `items` is an assumption. */
  readonly isGenerated: boolean;
}

export function describeChecklist(
  { items }: Pick<Checklist, 'items'>,
  { codeChecks, isGenerated }: { readonly codeChecks: boolean; readonly isGenerated: boolean },
): PlannedChecklist {
  return { items: items.length, byCode: codeChecks ? items.filter(isCountable).length : 0, isGenerated };
}

/** What no text meets. */
const UNMEETABLE = { rule: parseCheck('words >= 1000000000'), decides: 'all' } as const;

/**
 * Texts that are still to be written meet no check of code, since most calls follow from that. What a check decides in part
 * alone is taken to be left to the judge.
 */
export function asUnmet(checklist: Checklist): Checklist {
  const items = checklist.items.map((item) => ({ ...item, check: isCountable(item) ? UNMEETABLE : undefined }));
  return { ...checklist, items };
}
