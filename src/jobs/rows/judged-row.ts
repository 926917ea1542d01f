/** One line of what `judge --data` writes: what a response meets, or why it has no verdicts. Deterministic, like a judgement's content. */
import { z } from 'zod';
import { ItemId } from '../../domain/ids.ts';
import { ChecklistItem } from '../../domain/checklist.ts';
import { ItemVerdict, Score } from '../../domain/judgement.ts';
import { Task } from '../../domain/task.ts';
import type { MissingResponse } from '../../measure/leaderboard.ts';
import type { RatedResponse } from '../../measure/rated-response.ts';
import { weighed } from '../../metrics/scores.ts';
import { canonicalJson, sha256Hex } from '../../text/hash.ts';

const judgement = z.strictObject({
  /** Under which the store keeps the whole judgement. */
  id: z.string().min(1),
  task: Task.nullable(),
  items: z.array(
    z.strictObject({
      id: ItemId,
      text: z.string().min(1),
      /** What it is about, by whoever wrote it. */
      themes: z.array(z.string()),
      /** Where a score was asked for; below 0, where the text states a fault, always. */
      weight: ChecklistItem.shape.weight.exactOptional(),
      importance: ChecklistItem.shape.importance,
      verdict: ItemVerdict.shape.verdict,
    }),
  ),
  /** Absent: the pass rate alone was asked for. */
  score: Score.exactOptional(),
  warnings: z.array(z.string()),
});
const base = {
  /** As the input calls the response. */
  id: z.string().min(1),
  /** Of all that the verdicts depend on: the row holds as long as it stays the same. */
  key: z.string().regex(/^[0-9a-f]{64}$/),
  system: z.string(),
  category: z.string().nullable(),
};

export const JudgedRow = z.discriminatedUnion('status', [
  z.strictObject({ ...base, status: z.literal('done'), judgement }),
  /** Nobody answered all that was asked, or some answers could not be read: the next run asks for the rest. */
  z.strictObject({ ...base, status: z.literal('incomplete'), reason: z.string(), judgement }),
  z.strictObject({
    ...base,
    status: z.literal('failed'),
    reason: z.string(),
    /** A server fell silent: the next run asks again. */
    isUnanswered: z.literal(true).exactOptional(),
  }),
]);
export type JudgedRow = z.infer<typeof JudgedRow>;

export function ratedOf(row: JudgedRow): RatedResponse | MissingResponse {
  const { system, category } = row;
  if (row.status === 'failed') return { system, reason: row.reason };
  const { task, items, score } = row.judgement;
  return {
    system,
    category,
    caseId: sha256Hex(canonicalJson([task, items.map(({ text }) => text)])),
    ...(score === undefined ? {} : { score: { by: score.by, value: score.value } }),
    items: items.map(({ id, themes, verdict, weight, importance }) => {
      const answer = verdict.status === 'scored' ? verdict.answer : null;
      const points =
        score === undefined || weight === undefined
          ? null
          : weighed({ id, weight, ...(importance === undefined ? {} : { importance }) }, verdict);
      return { themes, answer, ...(points === null ? {} : { weighed: points }) };
    }),
  };
}
