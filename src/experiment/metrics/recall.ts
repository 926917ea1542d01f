/** Of lists: what they cover of the criteria that the data have (EvalAgent, §4.1, table 4, figures 5 and 12). */
import { DEFAULT_KS } from '../../client/measuring.ts';
import { cellsOfLists } from './list-figures.ts';
import type { Metric } from './metric.ts';

const BY = { words: 'by words', model: 'by the model' } as const;

export const recall: Metric = {
  title: 'What they cover of what people ask for',
  needs: ['criteria'],
  measures: ({ at = DEFAULT_KS }) =>
    Object.fromEntries(
      (['model', 'words'] as const).flatMap((by) =>
        [...at, 'all'].flatMap((k) => [
          [measureName(by, k), `Recall${k === 'all' ? '' : `@${k}`} ${BY[by]}`],
          [`oracle ${measureName(by, k)}`, `Recall${k === 'all' ? '' : `@${k}`} in the best order ${BY[by]}`],
        ]),
      ),
    ),
  measure: ({ experiment: { at: asked = [] }, figuresOfLists }) =>
    cellsOfLists(figuresOfLists, ({ recall: recalls }) =>
      Object.fromEntries(
        recalls.flatMap(({ by, at }) => {
          // Where no list is longer than k, recall at k is that of the whole lists.
          const whole = at.filter(({ k }) => k === null);
          const beyond = asked.filter((k) => at.every((each) => each.k !== k));
          const all = [...at, ...beyond.flatMap((k) => whole.map((each) => ({ ...each, k })))];
          return all.flatMap(({ k, recall: figure, oracle }) => [
            [measureName(by, k ?? 'all'), figure],
            [`oracle ${measureName(by, k ?? 'all')}`, oracle],
          ]);
        }),
      ),
    ),
};

/** By the model is what papers measure, and has the plain name. */
function measureName(by: 'words' | 'model', k: number | string): string {
  return by === 'model' ? String(k) : `${k} by words`;
}
