/** A plot as inline SVG: lines, or points with their intervals, over numbers or names. */
import { shorten } from '../text/printable.ts';
import { markup, type Html } from './markup.ts';
import type { Plot, PlotSeries } from './report.ts';

const WIDTH = 720;
const PLOT = { left: 60, right: 20, top: 40, height: 240 };
const LEGEND_LINE = 18;
const COLOURS = 8;
const TICKS = 5;

type Scale = (value: number) => number;

export function plotSvg({ title, xTitle, yTitle, categories, yRange, series }: Plot): Html {
  const points = series.flatMap((each) => each.points);
  const ys = points.flatMap(({ y, interval }) => [y, interval?.low ?? y, interval?.high ?? y]);
  const yTicks = ticks(...(yRange ?? [Math.min(...ys), Math.max(...ys)]));
  const xs = points.map(({ x }) => x);
  const xTicks = categories?.map((_, at) => at) ?? ticks(Math.min(0, ...xs), Math.max(...xs));
  const margin = categories === undefined ? 0 : 0.5;
  const [bottom, end] = [PLOT.top + PLOT.height, WIDTH - PLOT.right];
  const atX = scale([(xTicks[0] ?? 0) - margin, (xTicks.at(-1) ?? 1) + margin], [PLOT.left, end]);
  const atY = scale([yTicks[0] ?? 0, yTicks.at(-1) ?? 1], [bottom, PLOT.top]);
  const legendTop = bottom + 54;
  const rows = Math.ceil(series.length / 2);
  const height = legendTop + rows * LEGEND_LINE + 4;
  const nameOf = (tick: number) => (categories === undefined ? numberText(tick) : shorten(categories[tick] ?? '', 22));
  return markup`<svg class="plot" role="img" aria-label="${title}" viewBox="0 0 ${WIDTH} ${height}" xmlns="http://www.w3.org/2000/svg">
<text class="title" x="${PLOT.left}" y="22">${title}</text>
${yTicks.map(
  (tick) => markup`<line class="grid" x1="${PLOT.left}" x2="${end}" y1="${atY(tick)}" y2="${atY(tick)}"/>
<text x="${PLOT.left - 6}" y="${atY(tick) + 4}" text-anchor="end">${numberText(tick)}</text>
`,
)}${xTicks.map((tick) => markup`<text x="${atX(tick)}" y="${bottom + 16}" text-anchor="middle">${nameOf(tick)}</text>\n`)}
<text x="${(PLOT.left + end) / 2}" y="${bottom + 34}" text-anchor="middle">${xTitle}</text>
<text transform="translate(14 ${PLOT.top + PLOT.height / 2}) rotate(-90)" text-anchor="middle">${yTitle}</text>
${series.map((each, at) => seriesSvg(each, at, atX, atY, categories === undefined ? 0 : (at - (series.length - 1) / 2) * 9))}
${series.map(({ name }, at) => {
  const [x, y] = [PLOT.left + (at % 2) * 320, legendTop + Math.floor(at / 2) * LEGEND_LINE];
  return markup`<g class="s${at % COLOURS}"><rect x="${x}" y="${y - 9}" width="10" height="10"/><text x="${x + 16}" y="${y}">${shorten(name, 44)}</text></g>\n`;
})}</svg>
`;
}

/** @param shift so that points over one name stand beside each other */
function seriesSvg({ points, isLine }: PlotSeries, at: number, atX: Scale, atY: Scale, shift: number): Html {
  const x = (point: (typeof points)[number]) => round(atX(point.x) + shift);
  const path = points.map((point, index) => `${index === 0 ? 'M' : 'L'}${x(point)} ${atY(point.y)}`).join('');
  return markup`<g class="s${at % COLOURS}">${isLine === true ? markup`<path class="mark" d="${path}"/>` : ''}${points.map(
    (point) =>
      markup`${point.interval == null ? '' : markup`<line class="mark" x1="${x(point)}" x2="${x(point)}" y1="${atY(point.interval.low)}" y2="${atY(point.interval.high)}"/>`}<circle cx="${x(point)}" cy="${atY(point.y)}" r="3.5"/>`,
  )}</g>
`;
}

function scale([from, to]: readonly [number, number], [start, end]: readonly [number, number]): Scale {
  return (value) => round(start + ((value - from) / (to - from || 1)) * (end - start));
}

/** Round numbers from at most the least to at least the greatest. */
function ticks(least: number, greatest: number): readonly number[] {
  const wanted = (greatest - least || Math.abs(greatest) || 1) / TICKS;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= wanted) ?? 10);
  const first = Math.floor(least / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(greatest / step - 1e-9));
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
}

function numberText(value: number): string {
  return String(Number(value.toPrecision(6)));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
