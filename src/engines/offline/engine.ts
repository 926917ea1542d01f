/** The engine without a model: each step uses a part-of-speech tagger and a few general rules. A preview, not a judge. */
import type { Engine } from '../../domain/engine.ts';
import { NO_KINDS, SHOWN_KINDS, withNamedKind, type GuideKind, type KindFinder } from '../../domain/guide-kind.ts';
import { extractAdvice } from './extract-advice.ts';
import { filterCriteria } from './filter-criteria.ts';
import { kindsOfGuides } from './kinds-of-guides.ts';
import { mergeAdvice } from './merge-advice.ts';
import { looksEnglish, proposeQueries } from './propose-queries.ts';
import { ratePages } from './rate-pages.ts';
import { rewriteCriteria } from './rewrite-criteria.ts';
import { scoreRelevance } from './score-relevance.ts';
import { findTextKind, readersBy, type PreparedOf } from './text-kind.ts';

/**
 * @param kinds that guides are filed under
 * @param preparedOf their guides; without it these are read anew
 */
export function createOfflineEngine(kinds: KindFinder = NO_KINDS, preparedOf?: PreparedOf): Engine {
  const readerFor = readersBy(kinds, preparedOf);
  return {
    description: { name: 'offline', version: '7', models: {}, prompts: {} },
    proposeQueries: proposeQueries(kinds),
    ratePages: ratePages(kinds, readerFor),
    extractAdvice: extractAdvice(readerFor),
    mergeAdvice: mergeAdvice(readerFor),
    rewriteCriteria: rewriteCriteria(readerFor),
    filterCriteria: filterCriteria(readerFor),
    scoreRelevance,
    kinds,
    kindOf: ({ instruction }) => {
      const kind = findTextKind(instruction, kinds);
      if (kind?.filed == null) return null;
      const { name, family } = kind.filed;
      const also = kind.also?.map((other) => other.name);
      const isNear = (other: GuideKind) => kind.by === 'family' && other.family === family && other.name !== name;
      const near = kinds.nearest(instruction).filter(isNear).slice(0, SHOWN_KINDS);
      return {
        name,
        ...(family === undefined ? {} : { family }),
        by: kind.by,
        ...(also === undefined ? {} : { also }),
        ...(near.length === 0 ? {} : { near: near.map((other) => other.name) }),
      };
    },
    readsLanguageOf: ({ instruction }) => looksEnglish(instruction, findTextKind(instruction, kinds), kinds),
    withGuides: (titles) => createOfflineEngine(kindsOfGuides(kinds, titles), preparedOf),
    withKind: (name, acceptsAny) => createOfflineEngine(withNamedKind(kinds, name, acceptsAny), preparedOf),
  };
}
