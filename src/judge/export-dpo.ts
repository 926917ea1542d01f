/** Preference pairs turned round, on which any DPO trainer makes a model that writes weakly (CAMIEval, RegretLM). */
import type { Winner } from '../domain/comparison.ts';
import type { Task } from '../domain/task.ts';

export interface PreferencePair {
  readonly task: Task;
  readonly a: string;
  readonly b: string;
  readonly label: Winner;
}

interface DpoRow {
  readonly prompt: string;
  readonly chosen: string;
  readonly rejected: string;
}

/**
 * What was preferred is rejected, and the other way round; ties, and pairs of equal texts, teach nothing and are left out.
 * @param isTurned false: what was preferred is chosen
 */
export function exportDpo(pairs: readonly PreferencePair[], isTurned = true): readonly DpoRow[] {
  return pairs.flatMap(({ task: { instruction, context }, a, b, label }) => {
    if (label === 'tie' || a === b) return [];
    const [preferred, other] = label === 'a' ? [a, b] : [b, a];
    const [chosen, rejected] = isTurned ? [other, preferred] : [preferred, other];
    return [{ prompt: context === null ? instruction : `${instruction}\n\n${context}`, chosen, rejected }];
  });
}
