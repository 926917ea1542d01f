/** Makes one score of repeated ones of the same response. Pure. */
import type { Grade } from '../../agents/grade-response.ts';
import type { DimensionScore } from '../../agents/score-dimensions.ts';
import type { WholeScore } from '../../agents/score-response.ts';
import type { ResponseScore } from '../domain/comparison.ts';
import { unscored, valuesOf, type Outcome } from '../domain/outcome.ts';
import { mean } from '../metrics/mean.ts';
import { whyUnread } from './tally-votes.ts';

/**
 * The mean of the readable samples.
 * @param samples in the order of their sample index, at least one
 */
export function tallyScores(samples: readonly Outcome<WholeScore | DimensionScore | Grade>[]): ResponseScore {
  const readable = valuesOf(samples);
  const [first] = readable;
  if (first === undefined) return unscored(whyUnread(samples));
  const scores = readable.map((sample) => sample.score);
  const { answers = [], dimensions = [] } = { answers: undefined, dimensions: undefined, ...first };
  return {
    status: 'scored',
    score: mean(scores) ?? first.score,
    samples: scores,
    reason: first.analysis,
    ...(answers.length === 0 ? {} : { answers: [...answers] }),
    ...(dimensions.length === 0 ? {} : { dimensions: [...dimensions] }),
  };
}
