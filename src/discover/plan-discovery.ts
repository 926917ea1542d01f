/** How much a discovery asks of each step at most, before anything is asked. Pure. */
import { MAX_ADVICE_PER_PAGE } from '../domain/advice.ts';
import { SOURCED_MODES, type DiscoveryParameters, type Mode } from '../domain/criteria-set.ts';
import { QUERY_TOKENS, SENTENCE_TOKENS, type CallPlan } from '../domain/plan.ts';

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
  const criteria = points + drafted.reduce((sum, count) => sum + count, 0);
  const lists = kept + answered + Math.min(1, drafted.length);
  const mergeLevels = Math.ceil(Math.log2(Math.max(1, lists))) + rounds - 1;
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
  if (lists > 1) plan.add('mergeAdvice', { items: mergeLevels * criteria, calls: lists - 1 });
  plan.add('rewriteCriteria', { items: points });
  // Each call sees all criteria, so that no conflict is missed.
  plan.add('filterCriteria', { items: criteria, shownPerCall: criteria * SENTENCE_TOKENS });
  plan.add('scoreRelevance', { items: criteria });
}

function draftedCriteria(mode: Mode, { modelCriteria, moreModelCriteria }: DiscoveryParameters): readonly number[] {
  if (mode === 'model' || mode === 'instruction') return [OPEN_LIST_CRITERIA];
  if (mode !== 'full' && mode !== 'model-n') return [];
  return moreModelCriteria > 0 ? [modelCriteria, moreModelCriteria] : [modelCriteria];
}
