/** How much a discovery asks of each step at most, before anything is asked. Pure. */
import { MAX_ADVICE_PER_PAGE } from '../domain/advice.ts';
import { SOURCED_MODES, type DiscoveryParameters, type Mode } from '../domain/criteria-set.ts';
import { QUERY_TOKENS, SENTENCE_TOKENS, type CallPlan } from '../domain/plan.ts';
import { MAX_POINTS_PER_MERGE } from './merge-points.ts';

export interface PlanAssumptions {
  readonly hasSearch: boolean;
  /** Whether each search is a model call as well. */
  readonly asksModelToSearch: boolean;
  /** True: every query finds too little and is asked once more in other words. */
  readonly everyQueryTwice: boolean;
}

/** For lists without a number, a checklist and the demands of an instruction: an assumption, and a generous one. */
const OPEN_LIST_CRITERIA = 60;

/** Upper bounds: every search finds new pages, all are kept. Left out: repairs, a server's 6 probes. */
export function planDiscovery(
  plan: CallPlan,
  parameters: DiscoveryParameters,
  mode: Mode,
  { hasSearch, asksModelToSearch, everyQueryTwice }: PlanAssumptions,
): void {
  const { rounds, resultsPerQuery, keepPerQuery, modelCriteria } = parameters;
  const isSourced = SOURCED_MODES.has(mode);
  const isSearched = isSourced && hasSearch;
  const proposed = isSourced || mode === 'model-answers' ? parameters.queries : 0;
  const given = isSourced ? (parameters.urls?.length ?? 0) : 0;
  const searchesPerQuery = isSearched ? rounds * (everyQueryTwice ? 2 : 1) : 0;
  const searches = proposed * searchesPerQuery;
  const kept = searches * Math.min(keepPerQuery, resultsPerQuery) + given;
  const answered = mode === 'model-answers' ? proposed : 0;
  const points = (kept + answered) * MAX_ADVICE_PER_PAGE;
  const drafted = draftedCriteria(mode, parameters);
  const own = drafted.reduce((sum, count) => sum + count, 0);
  const stated = statedDemands(mode, parameters);
  const merged = points + own - stated;
  const criteria = points + own;
  const lists = kept + answered + Math.min(1, own - stated);
  const merges = Math.ceil(merged / MAX_POINTS_PER_MERGE);
  const mergeLevels = Math.ceil(Math.log2(Math.max(1, merges))) + rounds;
  const asked = Math.max(proposed, searches) * QUERY_TOKENS;

  plan.add('proposeQueries', { items: proposed });
  if (isSearched) {
    if (asksModelToSearch) plan.add('searchWeb', { items: searches });
    const reworded = everyQueryTwice ? proposed * rounds : 0;
    plan.add('rewordQueries', { items: reworded, shownPerCall: asked });
    plan.add('findGaps', {
      items: (rounds - 1) * proposed,
      calls: rounds - 1,
      shownPerCall: points * SENTENCE_TOKENS + asked,
    });
  }
  // What is given is rated with what the first searches find.
  const found = isSearched ? proposed * resultsPerQuery : 0;
  plan.add('ratePages', { items: found + given, shownPerCall: asked });
  for (let search = 1; search < searchesPerQuery; search += 1)
    plan.add('ratePages', { items: found, shownPerCall: asked });
  plan.add('extractAdvice', { items: kept, shownPerCall: asked });
  plan.add('answerQueries', { items: answered });
  for (const [index, items] of drafted.entries())
    plan.add('draftCriteria', { items, shownPerCall: index * modelCriteria * SENTENCE_TOKENS });
  if (lists > 1) plan.add('mergeAdvice', { items: mergeLevels * merged, calls: 2 * merges + rounds - 2 });
  plan.add('rewriteCriteria', { items: points });
  plan.add('checkSupport', { items: points });
  plan.add('filterCriteria', { items: criteria });
  plan.add('scoreRelevance', { items: criteria - stated });
}

function draftedCriteria(mode: Mode, parameters: DiscoveryParameters): readonly number[] {
  const { modelCriteria, moreModelCriteria } = parameters;
  if (mode === 'model') return [OPEN_LIST_CRITERIA];
  const stated = statedDemands(mode, parameters);
  const counted = mode === 'full' || mode === 'model-n' ? [modelCriteria, moreModelCriteria] : [];
  return [stated, ...counted].filter((count) => count > 0);
}

/** The demands of the instruction are asked for wherever sources are, and where nothing else is. */
function statedDemands(mode: Mode, { stated }: DiscoveryParameters): number {
  if (stated === 'none') return 0;
  return mode === 'instruction' || SOURCED_MODES.has(mode) ? OPEN_LIST_CRITERIA : 0;
}
