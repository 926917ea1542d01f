/** What was found covered and missing before each further round, and what was asked for it. */
import type { CriteriaSetContent, GapReview } from '../domain/criteria-set.ts';

export const GAP_REVIEWS_TITLE = 'Further rounds';

/** One sentence or more per round, with text of the model in it as it stands; empty where no round was considered. */
export function describeGapReviews({
  gapReviews = [],
  queries,
}: Pick<CriteriaSetContent, 'gapReviews' | 'queries'>): string[] {
  const textOf = new Map<string, string>(queries.map(({ id, text }) => [id, `“${text}”`]));
  return gapReviews.map((review, index) => `Round ${index + 2}: ${describe(review, textOf)}`);
}

function describe(review: GapReview, textOf: ReadonlyMap<string, string>): string {
  if (review.status === 'unscored') return `what is missing could not be told (${review.reason})`;
  const { covered, missing, queryIds } = review;
  const asked = queryIds.map((id) => textOf.get(id) ?? id).join(', ');
  return `covered: ${covered} Missing: ${missing} ${asked === '' ? 'Nothing further was asked.' : `Asked: ${asked}`}`;
}
