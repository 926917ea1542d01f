/** Finds the sentences of a page that advise, each with its verbatim quote. */
import type { ClaimedAdvice } from '../../domain/advice.ts';
import type { ExtractItem, Step } from '../../domain/engine.ts';
import { done } from '../../domain/outcome.ts';
import { adviceOfPage } from './advice-of-page.ts';
import { readerFor } from './text-kind.ts';

export const extractAdvice: Step<ExtractItem, readonly ClaimedAdvice[]> = async (_run, task, items) => {
  const reader = await readerFor(task);
  return new Map(
    items.map(({ id, page, queries }) => {
      const queryIds = queries.map((query) => query.id);
      return [id, done(adviceOfPage(page, reader).map((found) => ({ ...found, queryIds })))];
    }),
  );
};
