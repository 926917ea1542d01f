/** Systems beside each other: ranks, and means of the score with their intervals, what they rest on, and what is missing. */
import { SCORE_REGISTRY } from '../metrics/scores.ts';
import type { Figure } from '../measure/figure.ts';
import type { Leaderboard, LeaderboardPart, RankedResponses } from '../measure/leaderboard.ts';
import { INTERVALS } from './figure.ts';
import { renderer } from './formats.ts';
import { lines, list, main, paint, plotted, right, section, table, unbroken } from './report.ts';
import type { Block, Inline, Row } from './report.ts';
import { amount, percent, plural } from './words.ts';

const BAR_COLUMNS = 12;
/** With fewer, the bootstrap's intervals are too narrow. */
const FEW_INSTRUCTIONS = 20;
const MAX_REASONS_SHOWN = 10;

export const renderLeaderboard = renderer<Leaderboard>((board, isFull) => {
  const { systems, instructions, shared, categories, themes, missing, resamples, score } = board;
  const { title, formula } = SCORE_REGISTRY[score];
  const name = titled(title);
  const isPartial = shared < instructions && systems.length > 1;
  return {
    title: `Leaderboard: ${plural(systems.length, 'system')}, ${plural(instructions, 'instruction')}`,
    blocks: [
      table(
        [right('Rank'), main('System'), right(name), unbroken(''), right('95 %'), right('DRFR'), right('95 %')].concat([
          right('Responses'),
          right('Unscored'),
        ]),
        systems.map(systemRow),
      ),
      lines(
        isPartial
          ? paint.warn(`${amount(shared)} of ${plural(instructions, 'instruction')} have a ${title} of every system.`)
          : null,
        `${name}: ${score === 'drfr' ? formula : 'the mean over responses'}. DRFR: over all items. Unscored items count for neither.`,
        score === 'pass-rate' || score === 'drfr' ? null : `${name} = ${formula}`,
        resamples === 0
          ? 'Intervals are left out: there are too many instructions to draw from.'
          : `${INTERVALS} It draws instructions, the same ones for all systems; a rank in brackets is where it may lie.`,
      ),
      lines(
        instructions < FEW_INSTRUCTIONS && instructions > 0
          ? paint.warn('So few instructions say little: another few could turn the order around.')
          : null,
      ),
      ratePlot(systems, name),
      section('Beside the best', beside(systems)),
      section(
        score === 'pass-rate' ? 'Pass rates by category' : `${name} by category`,
        parts('Category', board, categories, isFull),
      ),
      section('Items that are met (DRFR), by what they are about', parts('Theme', board, themes, isFull)),
      section('Not judged', list(missingItems(missing, isFull))),
    ],
  };
});

function missingItems(missing: Leaderboard['missing'], isFull: boolean): readonly string[] {
  const shown = missing
    .slice(0, isFull ? Infinity : MAX_REASONS_SHOWN)
    .map(({ system, reason, count }) => `${system || 'unknown system'}: ${plural(count, 'response')}: ${reason}`);
  const left = missing.length - shown.length;
  return left === 0 ? shown : [...shown, `and for ${plural(left, 'further reason')}, which --format markdown shows`];
}

function systemRow({ name, rank, passRate, drfr, items }: RankedResponses): Row {
  const { scored, missing } = passRate;
  const bar: Inline =
    passRate.value === null ? '' : { ...paint.good(''), bar: { share: passRate.value, columns: BAR_COLUMNS } };
  return [
    rankText(rank),
    paint.strong(name),
    paint.strong(percent(passRate.value)),
    bar,
    paint.soft(intervalOf(passRate)),
    percent(drfr.value),
    paint.soft(intervalOf(drfr)),
    missing === 0 ? amount(scored) : paint.warn(`${amount(scored)} of ${amount(scored + missing)}`),
    items.unscored === 0 ? '' : paint.warn(plural(items.unscored, 'item')),
  ];
}

function rankText(rank: RankedResponses['rank']): string {
  if (rank === null) return '–';
  return rank.low === rank.high ? String(rank.value) : `${rank.value} (${rank.low}–${rank.high})`;
}

/** "61.2 – 70.4 %" */
function intervalOf({ interval }: Figure): string {
  return interval === null ? '' : `${percent(interval.low).replace(' %', '')} – ${percent(interval.high)}`;
}

function ratePlot(systems: readonly RankedResponses[], name: string): Block {
  const points = systems.flatMap(({ passRate: { value, interval } }, x) =>
    value === null ? [] : [{ x, y: value, interval }],
  );
  const series = [{ name, points }];
  const categories = systems.map(({ name }) => name);
  return plotted({ title: name, xTitle: 'system', yTitle: name, categories, yRange: [0, 1], series });
}

/** Over the items of both; items of one side alone are left out. */
function beside(systems: readonly RankedResponses[]): Block {
  const rows = systems.flatMap(({ name, againstBest }): readonly Row[] => {
    if (againstBest === null) return [];
    const { difference, interval, isSignificant, instructions, wins, ties, losses } = againstBest;
    const points = (share: number) => (share * 100).toFixed(1);
    const range = interval === null ? '' : `${points(interval.low)} – ${points(interval.high)}`;
    const shown = difference === null ? '–' : points(difference);
    return [
      [
        paint.strong(name),
        isSignificant ? paint.bad(shown) : shown,
        paint.soft(range),
        isSignificant ? 'yes' : 'no',
        `${amount(wins)} / ${amount(ties)} / ${amount(losses)}`,
        amount(instructions),
      ],
    ];
  });
  const heads = [
    main('System'),
    right('Points'),
    right('95 %'),
    'Apart',
    right('Wins / ties / losses'),
    right('Instructions'),
  ];
  return table(heads, rows);
}

function parts(head: string, { systems }: Leaderboard, each: readonly LeaderboardPart[], isFull: boolean): Block {
  const cell = (figure: Figure | undefined): string => {
    if (figure === undefined || figure.value === null) return '–';
    const interval = intervalOf(figure);
    return isFull && interval !== '' ? `${percent(figure.value)} (${interval})` : percent(figure.value);
  };
  return table(
    [main(head), right('Responses'), ...systems.map(({ name }) => right(name))],
    each.map(({ name, systems: figures }) => [
      name,
      amount(figures.reduce((sum, { scored }) => sum + scored, 0)),
      ...figures.map(cell),
    ]),
  );
}

function titled(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
