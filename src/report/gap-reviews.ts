/** What was found covered and missing before each further round, and what was asked for it. */
import type { CriteriaSetContent, GapReview } from '../domain/criteria-set.ts';
import { list, section, type Block } from './report.ts';

/** Empty where no round was considered. */
export function gapReviewList({ gapReviews = [], queries }: CriteriaSetContent): Block {
  const textOf = new Map<string, string>(queries.map(({ id, text }) => [id, `“${text}”`]));
  const rounds = gapReviews.map((review, index) => `Round ${index + 2}: ${describe(review, textOf)}`);
  return section('Further rounds', list(rounds));
}

function describe(review: GapReview, textOf: ReadonlyMap<string, string>): string {
  if (review.status === 'unscored') return `what is missing could not be told (${review.reason})`;
  const { covered, missing, queryIds } = review;
  const asked = queryIds.map((id) => textOf.get(id) ?? id).join(', ');
  return `covered: ${covered} Missing: ${missing} ${asked === '' ? 'Nothing further was asked.' : `Asked: ${asked}`}`;
}
