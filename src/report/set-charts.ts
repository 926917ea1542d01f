/** Charts of a set: from documents to criteria, relevance against support, and the sites behind it. */
import type { Funnel } from '../domain/criteria-set.ts';
import type { Criterion } from '../domain/criterion.ts';
import type { Source } from '../domain/source.ts';
import type { BarRow, PlotPoint } from './charts.ts';
import { barred, plotted, type Block } from './report.ts';
import { siteNameOf } from './source.ts';
import { plural } from './words.ts';

const MAX_SITES = 10;

const STAGES = [
  { key: 'found', name: 'found', unit: 'documents' },
  { key: 'read', name: 'read', unit: 'documents' },
  { key: 'kept', name: 'kept', unit: 'documents' },
  { key: 'advice', name: 'advice', unit: 'statements' },
  { key: 'points', name: 'themes', unit: 'statements' },
  { key: 'criteria', name: 'criteria', unit: 'statements' },
] as const;

export type FunnelSoFar = { readonly [Stage in keyof Funnel]: number | null };

/** Documents and statements are measured apart: a page gives many pieces of advice. @param funnel null: not yet known */
export function funnelChart(funnel: FunnelSoFar): Block {
  const rows = STAGES.map(({ key, name, unit }): BarRow => {
    const count = funnel[key];
    const sizes = STAGES.filter((stage) => stage.unit === unit).map((stage) => funnel[stage.key] ?? 0);
    const share = (count ?? 0) / Math.max(1, ...sizes);
    const tone = unit === 'documents' ? 'soft' : 'accent';
    return { name, parts: [{ share, tone }], figure: count === null ? '–' : String(count) };
  });
  const label = STAGES.map(({ key, name }) => `${name} ${funnel[key] ?? 'not yet known'}`).join(', ');
  return barred({ title: 'From documents to criteria', label, rows, isCentred: true });
}

/** Which sites were kept, and which were not. */
export function sitesChart(sources: readonly Source[]): Block {
  const bySite = new Map<string, { kept: number; all: number }>();
  for (const source of sources) {
    const name = siteNameOf(source) ?? 'elsewhere';
    const counts = bySite.get(name) ?? { kept: 0, all: 0 };
    counts.all += 1;
    if (source.decision === 'kept') counts.kept += 1;
    bySite.set(name, counts);
  }
  const sites = [...bySite].map(([name, counts]) => ({ name, ...counts }));
  sites.sort((a, b) => b.kept - a.kept || b.all - a.all);
  const most = Math.max(1, ...sites.map(({ all }) => all));
  const shown = sites.slice(0, MAX_SITES);
  const rows = shown.map(({ name, kept, all }): BarRow => {
    const parts = [
      { share: kept / most, tone: 'accent' as const },
      { share: (all - kept) / most, tone: 'soft' as const },
    ];
    return { name, parts, figure: `${kept} / ${all}` };
  });
  const label = shown.map(({ name, kept, all }) => `${name}: ${kept} of ${all} kept`).join('; ');
  const more = sites.length - shown.length;
  const title = `Sites: kept of all considered${more > 0 ? `, and ${plural(more, 'other')}` : ''}`;
  return barred({ title, label, rows });
}

/** Best first; more would hide each other. */
const MAX_POINTS = 200;
/** Between criteria with the same figures, as a share of one site. */
const APART = 0.06;

/** How relevant each criterion is, and how many independent sites say it. */
export function supportChart(criteria: readonly Criterion[]): Block {
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
      { name: 'implied', points: pointsOf(false) },
      { name: 'stated', points: pointsOf(true) },
    ],
  });
}
