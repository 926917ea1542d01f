/** Says which criteria one text response can show and no other criterion covers, and which of them contradict each other or the instruction. */
import type { DraftCriterion, FilterVerdict, Step } from '../../domain/engine.ts';
import { done } from '../../domain/outcome.ts';
import { conflictOf, conflictWithInstruction, demandsOf } from './conflicts.ts';
import { lesserDemands } from './lesser-demands.ts';
import { notInText } from './not-in-text.ts';

type Conflicts = FilterVerdict['conflicts'];

export const filterCriteria: Step<DraftCriterion, FilterVerdict> = (_run, task, items) => {
  const seen = items.map((item) => ({ item, unseen: notInText(item.text) }));
  const lesser = lesserDemands(
    seen.flatMap(({ item, unseen }) => (unseen === null && !item.explicit ? [item.text] : [])),
  );
  const judged = seen.map(({ item, unseen }) => ({
    item,
    obstacle: unseen ?? (lesser.has(item.text) ? 'It asks for less than another criterion does.' : null),
    demands: demandsOf(withoutFrame(item.text)),
  }));
  return Promise.resolve(
    new Map(
      judged.map(({ item, obstacle, demands }) => {
        const conflicts: Conflicts[number][] = [];
        const asked = conflictWithInstruction(withoutFrame(item.text), task.instruction);
        if (asked !== null) conflicts.push({ with: 'instruction', reason: asked });
        for (const other of judged) {
          if (other.item.id === item.id || obstacle !== null || other.obstacle !== null) continue;
          const reason = conflictOf(demands, other.demands) ?? conflictOf(other.demands, demands);
          if (reason !== null) conflicts.push({ with: other.item.id, reason });
        }
        conflicts.sort((a, b) => (a.with < b.with ? -1 : a.with > b.with ? 1 : 0));
        const verdict: FilterVerdict =
          obstacle === null
            ? { applies: true, reason: 'The text alone can show it.', conflicts }
            : { applies: false, reason: obstacle, conflicts: [] };
        return [item.id, done(verdict)];
      }),
    ),
  );
};

function withoutFrame(text: string): string {
  return text.replace(/^The response should /u, '');
}
