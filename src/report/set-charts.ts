/** A set in figures: from documents to criteria, the sites behind it, and relevance against support. */
import type { Funnel } from '../domain/criteria-set.ts';
import type { Criterion } from '../domain/criterion.ts';
import type { Source } from '../domain/source.ts';
import { groupsBy } from '../domain/groups.ts';
import { bar, left, lines, main, paint, plotted, right, section, table, unbroken } from './report.ts';
import type { Block, PlotPoint } from './report.ts';
import { siteNameOf } from './source.ts';
import { plural } from './words.ts';

const BAR_COLUMNS = 20;
const MAX_SITES = 10;

export type FunnelSoFar = { readonly [Stage in keyof Funnel]: number | null };

/** Documents and statements are counted apart: a page gives many pieces of advice. @param funnel null: not yet known */
export function funnelTable({ found, read, kept, advice, points, criteria }: FunnelSoFar): Block {
  const groups = { documents: { found, read, kept }, statements: { advice, points, criteria } };
  const stages = Object.entries(groups).flatMap(([unit, counts]) => {
    const most = Math.max(1, ...Object.values(counts).map((count) => count ?? 0));
    return Object.entries(counts).map(([stage, count], index) => {
      return { stage, count, share: (count ?? 0) / most, unit: index === 0 ? unit : '' };
    });
  });
  return table(stages, [
    left('', ({ stage }) => stage),
    right('', ({ count }) => (count === null ? '–' : String(count))),
    unbroken('', ({ share }) => bar(share, BAR_COLUMNS)),
    left('', ({ unit }) => paint.soft(unit)),
  ]);
}

/** Which sites were kept, and how much of each. */
export function siteTable(sources: readonly Source[]): Block {
  const bySite = groupsBy(sources, (source) => siteNameOf(source) ?? 'elsewhere');
  const sites = [...bySite].map(([name, all]) => {
    return { name, kept: all.filter(({ decision }) => decision === 'kept').length, all: all.length };
  });
  sites.sort((a, b) => b.kept - a.kept || b.all - a.all);
  const most = Math.max(1, ...sites.map(({ kept }) => kept));
  const shown = sites.slice(0, MAX_SITES);
  const more = sites.length - shown.length;
  return section(
    'Sites: sources kept of all considered',
    table(shown, [
      main('', ({ name }) => name),
      right('', ({ kept, all }) => `${kept} of ${all}`),
      unbroken('', ({ kept }) => bar(kept / most, BAR_COLUMNS)),
    ]),
    lines(more > 0 ? `and ${plural(more, 'other site')}` : null),
  );
}

/** Best first; more would hide each other. */
const MAX_POINTS = 200;
/** Between criteria with the same figures, as a share of one site. */
const APART = 0.06;

/** How relevant each criterion is, and how many independent sites say it. */
export function supportPlot(criteria: readonly Criterion[]): Block {
  const taken = new Map<string, number>();
  const points = criteria.slice(0, MAX_POINTS).flatMap(({ id, explicit, relevance, support }) => {
    if (relevance.status === 'unscored') return [];
    const place = `${support.sites} ${Math.round(relevance.score * 2)}`;
    const index = taken.get(place) ?? 0;
    taken.set(place, index + 1);
    // From the middle outwards, and never into the next site's column.
    const side = index % 2 === 0 ? 1 : -1;
    const aside = side * Math.min(0.45, Math.ceil(index / 2) * APART);
    const point: PlotPoint = { x: support.sites + aside, y: relevance.score, name: id };
    return [{ explicit, sites: support.sites, point }];
  });
  const pointsOf = (isStated: boolean) =>
    points.flatMap(({ explicit, point }) => (explicit === isStated ? [point] : []));
  const wellSupported = points.filter(({ sites }) => sites > 1).length;
  const most = Math.max(1, ...points.map(({ sites }) => sites));
  return plotted({
    title: 'Relevance against support',
    label: `Relevance of ${plural(points.length, 'criterion', 'criteria')} from 0 to 10 against independent sites; ${plural(wellSupported, 'criterion stands', 'criteria stand')} on two sites or more.`,
    xTitle: 'independent sites that say it',
    yTitle: 'relevance',
    yRange: [0, 10],
    categories: Array.from({ length: most + 1 }, (_, sites) => String(sites)),
    size: 'small',
    series: [
      { name: 'implied, with faults to avoid', points: pointsOf(false) },
      { name: 'stated', points: pointsOf(true) },
    ],
  });
}
