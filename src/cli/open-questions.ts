/** How many questions work that was recorded left open. */
import type { Groundrule } from '../groundrule.ts';
import { unansweredOf } from '../run/no-answer.ts';

/**
 * Calls tell what no result shows, such as a text that was not written; results tell of answers that nobody could read.
 * @param inResults open questions that the results show: items that share a call are one each
 */
export async function openQuestions(
  client: Pick<Groundrule, 'callsOf'>,
  records: readonly { readonly id: string }[],
  inResults: number,
): Promise<number> {
  let silent = 0;
  for (const id of new Set(records.map((record) => record.id)))
    silent += unansweredOf((await client.callsOf(id)) ?? [])?.questions ?? 0;
  return Math.max(inResults, silent);
}
