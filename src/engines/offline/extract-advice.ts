/** Step "answers": the advice of each page. */
import type { ClaimedAdvice } from '../../domain/advice.ts';
import type { ExtractItem, Step } from '../../domain/engine.ts';
import { done } from '../../domain/outcome.ts';
import { adviceOfPage } from './advice-of-page.ts';
import { preparedReading } from './read-guide.ts';
import type { ReaderFor } from './text-kind.ts';

export const extractAdvice =
  (readerFor: ReaderFor): Step<ExtractItem, readonly ClaimedAdvice[]> =>
  async (_run, task, items) => {
    const reader = await readerFor(task);
    return new Map(
      items.map(({ id, page, queries }) => {
        const queryIds = queries.map((query) => query.id);
        const advice = preparedReading(page, reader)?.advice ?? adviceOfPage(page, reader);
        return [id, done(advice.map((found) => ({ ...found, queryIds })))];
      }),
    );
  };
