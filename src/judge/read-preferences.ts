/** Reads preference pairs: labelled, as trainers have them, or made of the rewards that `judge --data --rewards` wrote. */
import { z } from 'zod';
import { BENCHMARKS } from '../data/benchmarks.ts';
import { fitRow } from '../data/fit-row.ts';
import { labelOf } from '../data/row-fields.ts';
import { readTable } from '../data/read-table.ts';
import type { Reader } from '../data/read-text.ts';
import { Winner } from '../domain/comparison.ts';
import { groupsBy } from '../domain/groups.ts';
import { isAbove } from '../metrics/is-above.ts';
import { parseTask } from '../domain/task.ts';
import type { PreferencePair } from './export-dpo.ts';

const Message = z.looseObject({ role: z.string(), content: z.string() });
/** A text, or a conversation whose last message is the response. */
const Text = z.union([
  z.string(),
  z
    .array(Message)
    .min(1)
    .transform((messages) => messages.at(-1)?.content ?? ''),
]);
/** Words, or ratings of people. */
const Label = z.preprocess((value) => labelOf([{ key: null, value }], BENCHMARKS.plain.labels), Winner);
const Labelled = z
  .looseObject({ instruction: z.string(), context: z.string().nullish(), a: z.string(), b: z.string(), label: Label })
  .transform(({ instruction, context, a, b, label }): PreferencePair => {
    return { task: parseTask(instruction, context ?? null), a, b, label };
  });
const Chosen = z
  .looseObject({ prompt: Text, chosen: Text, rejected: Text })
  .transform(({ prompt, chosen, rejected }): PreferencePair => {
    return { task: parseTask(prompt, null), a: chosen, b: rejected, label: 'a' };
  });

/** What `judge --data --rewards` writes. */
const Rewarded = z.looseObject({
  prompt: z.string().nullable(),
  context: z.string().nullish(),
  completion: z.string().nullable(),
  reward: z.number().nullable(),
});
type Rewarded = z.infer<typeof Rewarded>;

/** Of the completions of one prompt each with a higher reward beside each with a lower one; what is unscored is in no pair. */
function pairsOfRewards(rows: readonly Rewarded[]): readonly PreferencePair[] {
  const byPrompt = groupsBy(rows, ({ prompt, context }) => JSON.stringify([prompt, context ?? null]));
  return [...byPrompt.values()].flatMap((group) =>
    group.flatMap((better) =>
      group.flatMap((worse): PreferencePair[] => {
        const isHigher = better.reward !== null && worse.reward !== null && isAbove(better.reward, worse.reward);
        if (!isHigher || better.prompt === null || better.completion === null || worse.completion === null) return [];
        const task = parseTask(better.prompt, better.context ?? null);
        return [{ task, a: better.completion, b: worse.completion, label: 'a' }];
      }),
    ),
  );
}

const ADVICE =
  'Give JSON Lines, such as {"instruction": "Write a toast", "a": "…", "b": "…", "label": "a"} {"prompt": "Write a toast", "chosen": "…", "rejected": "…"} or {"prompt": "Write a toast", "completion": "…", "reward": 0.5}.';

export interface Preferences {
  readonly pairs: readonly PreferencePair[];
  /** Completions without a reward, which are in no pair. */
  readonly unrewarded: number;
}

/** @throws InputError that names the line which cannot be used; CancelledError */
export async function readPreferences(reader: Reader, reference: string): Promise<Preferences> {
  const schema = z.union([Labelled, Chosen], 'should hold instruction, a, b and label, or prompt, chosen and rejected');
  const rows = await readTable(reader, reference);
  if (rows[0] !== undefined && 'reward' in rows[0].fields) {
    const rewarded = rows.map((row) => fitRow(row.fields, row, Rewarded, ADVICE));
    const unrewarded = rewarded.filter(({ reward }) => reward === null).length;
    return { pairs: pairsOfRewards(rewarded), unrewarded };
  }
  return { pairs: rows.map((row) => fitRow(row.fields, row, schema, ADVICE)), unrewarded: 0 };
}
