/** Systems beside each other: ranks, and means of the score with their intervals, what they rest on, and what is missing. */
import { SCORE_REGISTRY } from '../metrics/scores.ts';
import type { Figure } from '../measure/figure.ts';
import type { Leaderboard, LeaderboardPart, RankedResponses } from '../measure/leaderboard.ts';
import { INTERVALS } from './figure.ts';
import { renderer } from './formats.ts';
import { bar, left, lines, list, main, paint, plottedByName, right, section, table, unbroken } from './report.ts';
import type { Block } from './report.ts';
import { amount, fixed, percent, plural, stoppedText } from './words.ts';

const BAR_COLUMNS = 12;
/** With fewer, the bootstrap's intervals are too narrow. */
const FEW_INSTRUCTIONS = 20;
const MAX_REASONS_SHOWN = 10;

export const renderLeaderboard = renderer<Leaderboard>((board, isFull) => {
  const { systems, instructions, shared, categories, themes, missing, stopped, resamples, score } = board;
  const { title, formula } = SCORE_REGISTRY[score];
  const name = titled(title);
  const isPartial = shared < instructions && systems.length > 1;
  return {
    title: `Leaderboard: ${plural(systems.length, 'system')}, ${plural(instructions, 'instruction')}`,
    blocks: [
      lines(stopped === undefined ? null : paint.bad(stoppedText(stopped.judged, stopped.responses - stopped.judged))),
      table(systems, [
        right('Rank', rankText),
        main('System', (system) => paint.strong(system.name)),
        right(name, ({ passRate }) => paint.strong(percent(passRate.value))),
        unbroken('', ({ passRate }) => (passRate.value === null ? '' : bar(passRate.value, BAR_COLUMNS))),
        right('95 %', ({ passRate }) => paint.soft(intervalOf(passRate))),
        right('DRFR', ({ drfr }) => percent(drfr.value)),
        right('95 %', ({ drfr }) => paint.soft(intervalOf(drfr))),
        right('Responses', ({ passRate: { scored, missing: lost } }) =>
          lost === 0 ? amount(scored) : paint.warn(`${amount(scored)} of ${amount(scored + lost)}`),
        ),
        right('Unscored', ({ items: { unscored } }) => (unscored === 0 ? '' : paint.warn(plural(unscored, 'item')))),
      ]),
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
      plottedByName({ title: name, xTitle: 'system', yTitle: name, yRange: [0, 1] }, systems, [
        [name, ({ passRate }) => passRate],
      ]),
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

function rankText({ rank }: RankedResponses): string {
  if (rank === null) return '–';
  return rank.low === rank.high ? String(rank.value) : `${rank.value} (${rank.low}–${rank.high})`;
}

/** "61.2 – 70.4 %" */
function intervalOf({ interval }: Figure): string {
  return interval === null ? '' : `${percent(interval.low).replace(' %', '')} – ${percent(interval.high)}`;
}

/** Over the items of both; items of one side alone are left out. */
function beside(systems: readonly RankedResponses[]): Block {
  const compared = systems.flatMap(({ name, againstBest }) => (againstBest === null ? [] : [{ name, ...againstBest }]));
  const points = (share: number) => fixed(share * 100, 1);
  return table(compared, [
    main('System', ({ name }) => paint.strong(name)),
    right('Points', ({ difference, isSignificant }) => {
      const shown = difference === null ? '–' : points(difference);
      return isSignificant ? paint.bad(shown) : shown;
    }),
    right('95 %', ({ interval }) =>
      paint.soft(interval === null ? '' : `${points(interval.low)} – ${points(interval.high)}`),
    ),
    left('Apart', ({ isSignificant }) => (isSignificant ? 'yes' : 'no')),
    right('Wins / ties / losses', ({ wins, ties, losses }) => [wins, ties, losses].map(amount).join(' / ')),
    right('Instructions', ({ instructions }) => amount(instructions)),
  ]);
}

function parts(head: string, { systems }: Leaderboard, each: readonly LeaderboardPart[], isFull: boolean): Block {
  const cell = (figure: Figure | undefined): string => {
    if (typeof figure?.value !== 'number') return '–';
    const interval = intervalOf(figure);
    return isFull && interval !== '' ? `${percent(figure.value)} (${interval})` : percent(figure.value);
  };
  return table(each, [
    main(head, ({ name }) => name),
    right('Responses', (part) => amount(part.systems.reduce((sum, { scored }) => sum + scored, 0))),
    ...systems.map(({ name }, index) => right<LeaderboardPart>(name, (part) => cell(part.systems[index]))),
  ]);
}

function titled(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
