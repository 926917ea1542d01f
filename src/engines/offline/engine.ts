/** The model-free engine: every step by a part-of-speech tagger and a few general signs. A preview, not a judge. */
import { withoutModel, type Engine } from '../../domain/engine.ts';
import { extractAdvice } from './extract-advice.ts';
import { filterCriteria } from './filter-criteria.ts';
import { mergeAdvice } from './merge-advice.ts';
import { proposeQueries } from './propose-queries.ts';
import { ratePages } from './rate-pages.ts';
import { rewriteCriteria } from './rewrite-criteria.ts';
import { scoreRelevance } from './score-relevance.ts';

export function createOfflineEngine(): Engine {
  return {
    description: { name: 'offline', version: '2', models: {}, prompts: {} },
    proposeQueries,
    ratePages,
    extractAdvice,
    mergeAdvice,
    rewriteCriteria,
    filterCriteria,
    scoreRelevance,
    ...withoutModel(),
  };
}
