/** A plot as inline SVG: lines, or points with their intervals, over numbers or names. */
import { shorten } from '../text/printable.ts';
import type { Plot, PlotPoint, PlotSeries } from './report.ts';
import { markup, type Html } from './markup.ts';

const PLOT = { left: 60, right: 20, top: 40, height: 240 };
const PLOT_WIDTH = 720;
const SMALL_WIDTH = 360;
const LEGEND_COLUMN = 320;
const LEGEND_ROW = 18;
const COLOURS = 8;
const TICKS = 5;
/** Between two points that would cover each other. */
const APART = 9;

type Scale = (value: number) => number;

export function plotSvg(plot: Plot): Html {
  const { title, xTitle = '', yTitle = '', categories, yRange, series, label = title } = plot;
  const width = plot.size === 'small' ? SMALL_WIDTH : PLOT_WIDTH;
  const points = series.flatMap((line) => line.points);
  const ys = points.flatMap(({ y, interval }) => [y, interval?.low ?? y, interval?.high ?? y]);
  const yTicks = ticks(...(yRange ?? [Math.min(...ys), Math.max(...ys)]));
  const xs = points.map(({ x }) => x);
  const xTicks = categories?.map((_, index) => index) ?? ticks(Math.min(0, ...xs), Math.max(...xs));
  const margin = categories === undefined ? 0 : 0.5;
  const bottom = PLOT.top + PLOT.height;
  const end = width - PLOT.right;
  const atX = scale([(xTicks[0] ?? 0) - margin, (xTicks.at(-1) ?? 1) + margin], [PLOT.left, end]);
  const atY = scale([yTicks[0] ?? 0, yTicks.at(-1) ?? 1], [bottom, PLOT.top]);
  const legendTop = bottom + 54;
  const legendColumns = Math.floor(width / LEGEND_COLUMN);
  const height = legendTop + Math.ceil(series.length / legendColumns) * LEGEND_ROW + 4;
  const nameOf = (tick: number) => (categories === undefined ? numberText(tick) : shorten(categories[tick] ?? '', 22));
  const drawn = series.map((line, index) => {
    // Points over one name stand beside each other.
    const shift = categories === undefined ? 0 : (index - (series.length - 1) / 2) * APART;
    return seriesSvg(line, index, (point) => round(atX(point.x) + shift), atY);
  });
  const legend = series.map(({ name }, index) => {
    const x = PLOT.left + (index % legendColumns) * LEGEND_COLUMN;
    const y = legendTop + Math.floor(index / legendColumns) * LEGEND_ROW;
    return markup`<g class="s${index % COLOURS}"><rect x="${x}" y="${y - 9}" width="10" height="10"/><text x="${x + 16}" y="${y}">${shorten(name, 44)}</text></g>\n`;
  });
  return markup`<svg class="plot ${plot.size ?? ''}" role="img" aria-label="${label}" viewBox="0 0 ${width} ${height}" xmlns="http://www.w3.org/2000/svg">
<text class="title" x="${PLOT.left}" y="22">${title}</text>
${yTicks.map(
  (tick) => markup`<line class="grid" x1="${PLOT.left}" x2="${end}" y1="${atY(tick)}" y2="${atY(tick)}"/>
<text x="${PLOT.left - 6}" y="${atY(tick) + 4}" text-anchor="end">${numberText(tick)}</text>
`,
)}${xTicks.map((tick) => markup`<text x="${atX(tick)}" y="${bottom + 16}" text-anchor="middle">${nameOf(tick)}</text>\n`)}
<text x="${(PLOT.left + end) / 2}" y="${bottom + 34}" text-anchor="middle">${xTitle}</text>
<text transform="translate(14 ${PLOT.top + PLOT.height / 2}) rotate(-90)" text-anchor="middle">${yTitle}</text>
${drawn}
${legend}</svg>
`;
}

function seriesSvg(series: PlotSeries, index: number, atX: (point: PlotPoint) => number, atY: Scale): Html {
  const { points, isLine } = series;
  const steps = points.map((point, at) => `${at === 0 ? 'M' : 'L'}${atX(point)} ${atY(point.y)}`);
  const line = isLine === true ? markup`<path class="mark" d="${steps.join('')}"/>` : '';
  const marks = points.map((point) => {
    const { interval, name } = point;
    const x = atX(point);
    const range =
      interval == null
        ? ''
        : markup`<line class="mark" x1="${x}" x2="${x}" y1="${atY(interval.low)}" y2="${atY(interval.high)}"/>`;
    const tip = name === undefined ? '' : markup`<title>${name}</title>`;
    return markup`${range}<circle cx="${x}" cy="${atY(point.y)}" r="3.5">${tip}</circle>`;
  });
  return markup`<g class="s${index % COLOURS}">${line}${marks}</g>
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
