/** A set as JSON Lines: one criterion each, best first, with what ties it to its set. */
import { checklistOf } from '../discover/select-criteria.ts';
import type { CriteriaSet } from '../domain/criteria-set.ts';
import { printableJson } from '../text/printable.ts';

/**
 * Without `top`, every criterion of the record; with it, the best of the checklist. `meta.heldBack` names the
 * criterion that a checklist takes instead.
 */
export function renderJsonLines({ id, content }: CriteriaSet, top?: number): string {
  const { criteria, heldBack } = checklistOf(content.criteria);
  const held = new Map(heldBack.map((entry) => [entry.criterion.id, entry]));
  return (top === undefined ? content.criteria : criteria.slice(0, top))
    .map((criterion) => {
      const conflict = held.get(criterion.id);
      const meta = {
        set: id,
        schemaVersion: content.schemaVersion,
        heldBack:
          conflict === undefined ? null : { conflictsWith: conflict.conflictsWith, reason: conflict.reason },
      };
      return `${printableJson({ meta, ...criterion })}\n`;
    })
    .join('');
}
