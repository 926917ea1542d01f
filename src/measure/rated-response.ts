/** What a judged response counts for. */
import type { Answer, Score } from '../domain/judgement.ts';
import { groupsBy } from '../domain/groups.ts';
import { ratio } from '../metrics/mean.ts';
import type { CaseScore } from '../metrics/rank-systems.ts';
import { SCORE_REGISTRY, type WeighedItem } from '../metrics/scores.ts';

/** A response that was judged, whether or not every item has a verdict. */
export interface RatedResponse {
  readonly system: string;
  /** Of its instruction; null: none is given. */
  readonly category: string | null;
  /** The same for all responses to one instruction by the same criteria. */
  readonly caseId: string;
  /** In the order of the criteria. */
  readonly items: readonly RatedItem[];
  /** In place of the pass rate. Absent: none was asked for. */
  readonly score?: Pick<Score, 'by' | 'value'>;
}

export interface RatedItem {
  /** What the criterion is about, by whoever wrote it. */
  readonly themes: readonly string[];
  /** Null: unscored. */
  readonly answer: Answer | null;
  /** For the score; absent where there is none, or no yes, no or level. */
  readonly weighed?: WeighedItem;
}

/** The responses to one instruction, by system. */
export type Case = ReadonlyMap<string, readonly RatedResponse[]>;

export function casesOf(responses: readonly RatedResponse[]): readonly Case[] {
  const cases = groupsBy(responses, ({ caseId }) => caseId);
  return [...cases.values()].map((ofCase) => groupsBy(ofCase, ({ system }) => system));
}

export function scoreOfItems(items: readonly RatedItem[]): CaseScore {
  const count = (wanted: Answer) => items.filter(({ answer }) => answer === wanted).length;
  const yes = count('yes');
  return { points: yes, weight: yes + count('no') };
}

/**
 * The score of a response by some of its items, as means take it, or their pass rate; null where nothing is scored.
 * @param items default: all of them
 */
export function rateOf({ score, items: all }: RatedResponse, items: readonly RatedItem[] = all): number | null {
  if (score === undefined) {
    const { points, weight } = scoreOfItems(items);
    return ratio(points, weight);
  }
  const { of, unclipped = of } = SCORE_REGISTRY[score.by];
  // What was said of the whole says nothing of a part.
  if (unclipped === null) return score.value;
  const counted = items.flatMap(({ weighed }) => weighed ?? []);
  const value = counted.length === 0 ? null : unclipped(counted);
  return typeof value === 'number' ? value : null;
}
