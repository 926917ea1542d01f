/** Rewards: one number in 0–1 for each completion of a prompt, as trainers ask for them. "No verdict" is null, never 0. */
import { z } from 'zod';
import { ItemId } from './ids.ts';
import { ScoreName } from './judgement.ts';
import { ModelUsage } from './model.ts';

export const Reward = z.strictObject({
  /** Null: unscored. */
  reward: z.number().min(0).max(1).nullable(),
  /** Why there is none; null where there is one. */
  reason: z.string().nullable(),
  /** Items without a verdict: the reward is over the others. */
  unscoredItems: z.int().nonnegative(),
  /** On request: how far each item is met (of a fault: 1 where it is absent); null: not applicable or unscored. */
  criteria: z
    .array(z.strictObject({ id: ItemId, text: z.string(), value: z.number().min(0).max(1).nullable() }))
    .exactOptional(),
});
export type Reward = z.infer<typeof Reward>;

export const Rewards = z.strictObject({
  score: ScoreName,
  /** In the order of the completions. */
  rewards: z.array(z.number().min(0).max(1).nullable()),
  /** The same, each with its reason and its parts. */
  details: z.array(Reward),
  /** Completions that were judged; equal ones to equal prompts are judged once. */
  judged: z.int().nonnegative(),
  usage: z.array(ModelUsage),
});
export type Rewards = z.infer<typeof Rewards>;
