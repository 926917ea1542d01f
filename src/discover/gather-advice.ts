/** From the task to merged, grounded points: ask, search, read, rate, answer, merge; again where something is missing. */
import type { Query } from '../domain/criteria-set.ts';
import { collectAdvice } from './collect-advice.ts';
import { NOTHING_GATHERED, type Discovery, type Gathered } from './discovery.ts';
import { findSources } from './find-sources.ts';
import { mergePoints, pointsOf } from './merge-points.ts';
import { proposeForGaps, proposeQueries, rewordPoorQueries } from './propose-queries.ts';
import { rateSources } from './rate-sources.ts';

export async function gatherAdvice(discovery: Discovery): Promise<Gathered> {
  let gathered = NOTHING_GATHERED;
  let queries: readonly Query[] = await proposeQueries(discovery);
  for (let round = 1; queries.length > 0; round += 1) {
    gathered = await findAndRate(discovery, gathered, queries);
    const reworded = await rewordPoorQueries(discovery, gathered, queries);
    if (reworded.length > 0) gathered = await findAndRate(discovery, gathered, reworded);
    gathered = await extractAndMerge(discovery, gathered);
    if (round >= discovery.parameters.rounds) break;
    const next = await proposeForGaps(discovery, gathered);
    queries = next.queries;
    if (next.review !== null) gathered = { ...gathered, gapReviews: [...gathered.gapReviews, next.review] };
  }
  return gathered;
}

/** Search, read and rate. */
async function findAndRate(
  discovery: Discovery,
  gathered: Gathered,
  asked: readonly Query[],
): Promise<Gathered> {
  const queries = [...gathered.queries, ...asked];
  const found = await findSources(discovery, asked, gathered.sources);
  return { ...gathered, queries, sources: await rateSources(discovery, queries, found) };
}

/** Answer and merge. */
async function extractAndMerge(discovery: Discovery, gathered: Gathered): Promise<Gathered> {
  const collected = await collectAdvice(discovery, gathered);
  const advice = new Map([
    ...gathered.advice,
    ...collected.advice.map((piece) => [piece.id, piece] as const),
  ]);
  const fresh = pointsOf(collected.advice, (piece) => piece.sourceId, gathered.points);
  return {
    ...gathered,
    sources: collected.sources,
    advice,
    points: await mergePoints(discovery, [gathered.points, ...fresh], advice),
    removals: [...gathered.removals, ...collected.removals],
  };
}
