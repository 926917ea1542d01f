/** How a checklist and each of its items change a judge's agreement with people. */
import type { Ablation } from '../judge/ablate.ts';
import { intervalCells } from './figure.ts';
import { renderer } from './formats.ts';
import { left, lines, main, paint, right, say, table, type Inline } from './report.ts';
import { plural, signed } from './words.ts';

type EffectFigure = Ablation['whole'];

export const renderAblation = renderer<Ablation>(
  ({ checklist, kind, whole, items }) => ({
    title: `Ablation of ${plural(checklist.items.length, 'item')}, ${kind === 'pairwise' ? 'by pairs' : 'by scores'}`,
    instruction: checklist.task?.instruction,
    blocks: [
      lines(
        say`the checklist as a whole ${effectOf(whole)}: ${signedOrNone(whole.delta)} nearer to people ${intervalOf(whole)}, over ${plural(whole.cases, 'case')}${whole.missing === 0 ? '' : ` (${whole.missing} left out, unscored)`}`,
        paint.soft('An item helps where the judge is farther from people without it; 95 % intervals.'),
      ),
      table(items, [
        left('#', ({ itemId }) => paint.strong(itemId)),
        left('Effect', effectOf),
        right('Without it', ({ delta }) => signedOrNone(delta)),
        right('Interval', intervalOf),
        main('Item', (_, index) => checklist.items[index]?.text ?? ''),
      ]),
    ],
  }),
  {
    rows: ({ checklist, items }) => ({
      columns: ['item', 'effect', 'delta', 'low', 'high', 'text'],
      rows: items.map(({ itemId: item, effect, delta, interval }, index) => {
        return { item, effect, delta, ...intervalCells(interval), text: checklist.items[index]?.text ?? null };
      }),
    }),
  },
);

function effectOf({ effect }: EffectFigure): Inline {
  if (effect === 'helps') return paint.good('helps');
  if (effect === 'harms') return paint.warn('harms');
  return effect ?? paint.warn('unscored');
}

function signedOrNone(value: number | null): string {
  return value === null ? '–' : signed(value, 3);
}

function intervalOf({ interval }: EffectFigure): string {
  return interval === null ? '–' : `[${signedOrNone(interval.low)}, ${signedOrNone(interval.high)}]`;
}
