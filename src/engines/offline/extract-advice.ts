/** Finds the sentences of a page that advise, each with its verbatim quote. */
import type { ClaimedAdvice } from '../../domain/advice.ts';
import type { ExtractItem, Step } from '../../domain/engine.ts';
import type { KindFinder } from '../../domain/guide-kind.ts';
import { done } from '../../domain/outcome.ts';
import { adviceOfPage } from './advice-of-page.ts';
import { readerFor } from './text-kind.ts';

export const extractAdvice =
  (kinds: KindFinder): Step<ExtractItem, readonly ClaimedAdvice[]> =>
  async (_run, task, items) => {
    const reader = await readerFor(task, kinds);
    return new Map(
      items.map(({ id, page, queries }) => {
        const queryIds = queries.map((query) => query.id);
        return [id, done(adviceOfPage(page, reader).map((found) => ({ ...found, queryIds })))];
      }),
    );
  };
