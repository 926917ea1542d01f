/** What a discovery asks of models at most, before anything is asked. Pure. */
import { SOURCED_MODES, type DiscoveryParameters, type Mode } from '../../domain/criteria-set.ts';
import type { StepName } from '../../domain/step-name.ts';
import type { EngineSizes } from './sizes.ts';

/** The calls of one agent in one step. */
export interface PlannedCalls {
  readonly step: StepName;
  readonly role: string;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface CallPlan {
  /** Searches, the pages that they find, and those of them that are kept: each at most. */
  readonly searches: number;
  readonly pages: number;
  readonly kept: number;
  /** In the order of the steps; agents that are never called are left out. */
  readonly rows: readonly PlannedCalls[];
}

export interface PlanAssumptions {
  /** Tokens of a call of this role before it shows anything: its prompt, the task and the form of the answer. */
  readonly frameTokens: (role: string) => number;
  /** False: only the pages that the user gave are read. */
  readonly hasSearch: boolean;
  /** True: every query finds too little and is asked once more in other words. */
  readonly everyQueryTwice: boolean;
}

/** One sentence with its id, in a list that is shown or in an answer. */
const SENTENCE_TOKENS = 40;
/** A query and what it should teach. */
const QUERY_TOKENS = 35;
/** Our note about a page, and the marks around its passages. */
const PAGE_NOTE_TOKENS = 120;
/** An advice with its quote; two reasons with two figures; a criterion with its question; a verdict or score with its reason. */
const ADVICE_TOKENS = 110;
const RATING_TOKENS = 70;
const CRITERION_TOKENS = 80;
const VERDICT_TOKENS = 50;
/** Words around what was asked for: a diagnosis, what is covered, the braces of an empty list. */
const ASIDE_TOKENS = 80;
/** For lists without a number, a checklist and the demands of an instruction: an assumption, and a generous one. */
const OPEN_LIST_CRITERIA = 60;

/**
 * Upper bounds: every search finds new pages only, every page is worth rating, every page that may be kept is kept and
 * full of advice that is said nowhere else. Left out are repairs of unusable answers, and the up to 6 small calls that
 * find out how a server gives JSON. Tokens are estimates of such a run, by sentences of usual length.
 */
export function planCalls(
  parameters: DiscoveryParameters,
  mode: Mode,
  sizes: EngineSizes,
  { frameTokens, hasSearch, everyQueryTwice }: PlanAssumptions,
): CallPlan {
  const { rounds, resultsPerQuery, keepPerQuery, modelCriteria, moreModelCriteria } = parameters;
  const isSourced = SOURCED_MODES.has(mode);
  const asksQueries = isSourced || mode === 'model-answers';
  const proposed = asksQueries ? parameters.queries : 0;
  const isSearched = isSourced && hasSearch;
  const given = isSourced ? (parameters.urls?.length ?? 0) : 0;
  const looksPerRound = everyQueryTwice ? 2 : 1;
  const looks = isSearched ? rounds * looksPerRound : 0;
  const searches = proposed * looks;
  const pages = searches * resultsPerQuery + given;
  const kept = searches * Math.min(keepPerQuery, resultsPerQuery) + given;

  const answered = mode === 'model-answers' ? proposed : 0;
  const points = (kept + answered) * sizes.advicePerPage;
  const drafted = draftedCriteria(mode, modelCriteria, moreModelCriteria);
  const lists = kept + answered + (drafted.length > 0 ? 1 : 0);
  const merges = Math.max(0, lists - 1);
  const draftedInAll = drafted.reduce((sum, count) => sum + count, 0);
  const criteria = points + draftedInAll;

  const rows: PlannedCalls[] = [];
  const plan = (step: StepName, role: string, calls: number, shown: number, answer: number): void => {
    const inputTokens = calls * frameTokens(role) + shown;
    if (calls > 0) rows.push({ step, role, calls, inputTokens, outputTokens: answer });
  };
  const inBatches = (items: number, size: number) => Math.ceil(items / size);
  // What is given is rated with what the first look finds.
  const found = isSearched ? proposed * resultsPerQuery : 0;
  const ratings =
    Math.max(0, looks - 1) * inBatches(found, sizes.pagesPerRating) +
    inBatches(found + given, sizes.pagesPerRating);
  const queryTokens = Math.max(proposed, searches) * QUERY_TOKENS;
  const levels = Math.ceil(Math.log2(Math.max(1, lists))) + rounds - 1;
  const filters = inBatches(criteria, sizes.criteriaPerFilter);

  plan('queries', 'propose-queries', asksQueries ? 1 : 0, 0, proposed * QUERY_TOKENS);
  if (everyQueryTwice && isSearched)
    plan(
      'queries',
      'reword-query',
      proposed * rounds,
      proposed * rounds * queryTokens,
      proposed * rounds * ASIDE_TOKENS,
    );
  const gapCalls = isSearched ? rounds - 1 : 0;
  plan(
    'queries',
    'find-gaps',
    gapCalls,
    gapCalls * (points * SENTENCE_TOKENS + queryTokens),
    gapCalls * (proposed * QUERY_TOKENS + ASIDE_TOKENS),
  );
  plan(
    'rating',
    'rate-page',
    ratings,
    pages * (sizes.ratingTokensPerPage + PAGE_NOTE_TOKENS) + ratings * queryTokens,
    pages * RATING_TOKENS,
  );
  plan(
    'answers',
    'extract-advice',
    kept,
    kept * (sizes.adviceTokensPerPage + PAGE_NOTE_TOKENS + queryTokens),
    kept * (sizes.advicePerPage * ADVICE_TOKENS + ASIDE_TOKENS),
  );
  plan('answers', 'answer-query', answered, answered * QUERY_TOKENS, points * SENTENCE_TOKENS);
  plan(
    'answers',
    'draft-criteria',
    drafted.length,
    drafted.slice(1).length * modelCriteria * SENTENCE_TOKENS,
    draftedInAll * CRITERION_TOKENS,
  );
  plan(
    'merging',
    'merge-advice',
    merges,
    levels * criteria * SENTENCE_TOKENS,
    // One wording for each two points that become one.
    levels * (criteria / 2) * SENTENCE_TOKENS + merges * ASIDE_TOKENS,
  );
  plan(
    'rewriting',
    'rewrite-criteria',
    inBatches(points, sizes.pointsPerRewrite),
    points * SENTENCE_TOKENS,
    points * CRITERION_TOKENS,
  );
  // Each call sees all criteria, so that no conflict is missed.
  plan(
    'filtering',
    'filter-criteria',
    filters,
    filters * criteria * SENTENCE_TOKENS,
    criteria * VERDICT_TOKENS,
  );
  plan(
    'ranking',
    'score-relevance',
    inBatches(criteria, sizes.criteriaPerRanking),
    criteria * SENTENCE_TOKENS,
    criteria * VERDICT_TOKENS,
  );
  return { searches, pages, kept, rows };
}

/** How many criteria each call for criteria of the model alone brings. */
function draftedCriteria(mode: Mode, count: number, more: number): readonly number[] {
  if (mode === 'full' || mode === 'model-n') return more > 0 ? [count, more] : [count];
  return mode === 'model' || mode === 'instruction' ? [OPEN_LIST_CRITERIA] : [];
}
