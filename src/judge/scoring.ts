/** How good one response is as a whole, by a protocol that scores. "No verdict" is a value: it is never a low score. */
import { z } from 'zod';
import { Checklist } from '../domain/checklist.ts';
import { Aids, ResponseScore, ScoringProtocol, Selective } from '../domain/comparison.ts';
import { AgentProvenance, ModelUsage } from '../domain/model.ts';
import { Task } from '../domain/task.ts';

const SelectiveScore = z.strictObject({ ...Selective.shape, without: ResponseScore });
export type SelectiveScore = z.infer<typeof SelectiveScore>;

const ScoringForm = z.strictObject({
  name: z.string(),
  task: Task.nullable(),
  response: z.string(),
  by: ScoringProtocol,
  /** Lowest and highest. */
  scale: z.tuple([z.number(), z.number()]),
  /** Of a panel the mean of its members. */
  result: ResponseScore,
  /** Absent: the checklist, if any, was used whatever the scores without it. */
  selective: SelectiveScore.exactOptional(),
  /** The members of a panel. Absent: one judge. */
  members: z
    .array(z.strictObject({ model: z.string(), result: ResponseScore, selective: SelectiveScore.exactOptional() }))
    .exactOptional(),
  checklist: Checklist.nullable(),
  /** Null where they could not be prepared. */
  aids: Aids.nullable(),
  judges: AgentProvenance,
  warnings: z.array(z.string()),
  usage: z.array(ModelUsage),
});

/** Means of equal scores may differ from them in their last digit. */
const ROUNDING = 1e-9;

export const Scoring = ScoringForm.refine(
  ({ scale: [lowest, highest], result, members = [] }) =>
    [result, ...members.map((member) => member.result)].every(
      (each) =>
        each.status === 'unscored' ||
        [each.score, ...each.samples].every((score) => score >= lowest - ROUNDING && score <= highest + ROUNDING),
    ),
  { path: ['result'], error: 'has a score beyond its scale' },
);
export type Scoring = z.infer<typeof Scoring>;
