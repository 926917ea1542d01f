/** Pictures of a set, drawn as SVG inside the page: for those who look; the figures stand in their labels, too. */
import type { Funnel } from '../domain/criteria-set.ts';
import type { Criterion } from '../domain/criterion.ts';
import type { Source } from '../domain/source.ts';
import { markup, type Html } from '../report/markup.ts';
import { siteNameOf } from '../report/source.ts';
import { percent, plural } from '../report/words.ts';
import { shorten } from '../text/printable.ts';

const WIDTH = 320;
const ROW = 26;
const MAX_DOMAINS = 10;
const MAX_NAME_CHARS = 26;

export function picture(caption: string, label: string, height: number, drawn: Html | readonly Html[]): Html {
  return markup`<figure><figcaption>${caption}</figcaption>
<svg role="img" viewBox="0 0 ${WIDTH} ${height}" aria-label="${label}">${drawn}</svg></figure>\n`;
}

/** A share as a short bar beside its figure. @param share [0, 1] */
export function bar(share: number): Html {
  const width = Math.round(100 * share);
  return markup`<svg class="bar" viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="14" rx="4"/><rect class="fill" width="${width}" height="14" rx="4"/></svg>`;
}

const STAGES = [
  { key: 'found', name: 'found', of: 'documents' },
  { key: 'read', name: 'read', of: 'documents' },
  { key: 'kept', name: 'kept', of: 'documents' },
  { key: 'advice', name: 'advice', of: 'statements' },
  { key: 'points', name: 'themes', of: 'statements' },
  { key: 'criteria', name: 'criteria', of: 'statements' },
] as const;

/** Documents and statements are measured apart: a page gives many pieces of advice. @param funnel null: not known yet */
export function funnelPicture(funnel: { readonly [Stage in keyof Funnel]: number | null }): Html {
  const rows = STAGES.map(({ key, name, of }, at) => {
    const count = funnel[key];
    const most = Math.max(1, ...STAGES.filter((stage) => stage.of === of).map((stage) => funnel[stage.key] ?? 0));
    const width = Math.max(count === null ? 0 : 2, Math.round((190 * (count ?? 0)) / most));
    const y = at * ROW + (of === 'statements' ? 10 : 0);
    return markup`<text x="0" y="${y + 16}">${name}</text><rect class="${of === 'documents' ? 'fill-soft' : 'fill'}" x="${70 + (190 - width) / 2}" y="${y + 3}" width="${width}" height="${ROW - 7}" rx="3"/><text x="${WIDTH}" y="${y + 16}" text-anchor="end">${count ?? '–'}</text>`;
  });
  const label = STAGES.map(({ key, name }) => `${name} ${funnel[key] ?? 'not yet known'}`).join(', ');
  return picture('From documents to criteria', label, STAGES.length * ROW + 12, rows);
}

/** Which sites were kept, and of which nothing was. */
export function domainsPicture(sources: readonly Source[]): Html {
  const bySite = new Map<string, { kept: number; dropped: number }>();
  for (const source of sources) {
    const name = siteNameOf(source) ?? 'elsewhere';
    const counts = bySite.get(name) ?? { kept: 0, dropped: 0 };
    counts[source.decision === 'kept' ? 'kept' : 'dropped'] += 1;
    bySite.set(name, counts);
  }
  const sorted = [...bySite].sort(([, a], [, b]) => b.kept - a.kept || b.dropped - a.dropped);
  const most = Math.max(1, ...sorted.map(([, { kept, dropped }]) => kept + dropped));
  const shown = sorted.slice(0, MAX_DOMAINS);
  const others = sorted.length - shown.length;
  const rows = shown.map(([name, { kept, dropped }], at) => {
    const y = at * ROW;
    const [wide, narrow] = [kept, dropped].map((count) => Math.round((95 * count) / most));
    return markup`<text x="0" y="${y + 16}">${shorten(name, MAX_NAME_CHARS)}</text><rect class="fill" x="175" y="${y + 5}" width="${wide}" height="14"/><rect class="fill-soft" opacity=".45" x="${175 + (wide ?? 0)}" y="${y + 5}" width="${narrow}" height="14"/><text x="${WIDTH}" y="${y + 16}" text-anchor="end">${kept} / ${kept + dropped}</text>`;
  });
  const label = shown.map(([name, { kept, dropped }]) => `${name}: ${kept} of ${kept + dropped} kept`).join('; ');
  const more = others > 0 ? `, and ${plural(others, 'other')}` : '';
  return picture(`Sites: kept of all considered${more}`, label, Math.max(1, shown.length) * ROW, rows);
}

/** Best first; more would be one blot. */
const MAX_DOTS = 200;
const [LEFT, BOTTOM, TOP, PLOT] = [30, 210, 10, 280];

/** Each criterion as a dot: how relevant it is, and how many independent sites say it. */
export function supportPicture(criteria: readonly Criterion[]): Html {
  const scored = criteria
    .slice(0, MAX_DOTS)
    .flatMap(({ id, relevance, support, explicit }) =>
      relevance.status === 'scored' ? [{ id, explicit, score: relevance.score, sites: support.sites }] : [],
    );
  const columns = Math.max(2, ...scored.map(({ sites }) => sites + 1));
  const width = PLOT / columns;
  const yOf = (score: number) => BOTTOM - ((BOTTOM - TOP) * score) / 10;
  const placeOf = ({ sites, score }: (typeof scored)[number]) => `${sites} ${Math.round(score * 2)}`;
  const taken = new Map<string, number>();
  const dots = scored.map((criterion) => {
    const { id, explicit, score, sites } = criterion;
    const place = placeOf(criterion);
    const others = scored.filter((each) => placeOf(each) === place).length - 1;
    const nth = taken.get(place) ?? 0;
    taken.set(place, nth + 1);
    // Those with the same figures stand beside each other, from the middle outwards.
    const aside = (nth % 2 === 0 ? 1 : -1) * Math.ceil(nth / 2) * Math.min(8, (width - 12) / Math.max(1, others));
    const x = LEFT + width * (sites + 0.5) + aside;
    return markup`<circle class="${explicit ? 'fill-good' : 'fill'}" opacity=".75" cx="${x.toFixed(1)}" cy="${yOf(score).toFixed(1)}" r="4"><title>${id}</title></circle>`;
  });
  const lines = [0, 5, 10].map(
    (score) =>
      markup`<path class="axis" d="M${LEFT} ${yOf(score)}H${LEFT + PLOT}"/><text class="faint" x="${LEFT - 6}" y="${yOf(score) + 4}" text-anchor="end">${score}</text>`,
  );
  const heads = Array.from(
    { length: columns },
    (_, sites) =>
      markup`<text class="faint" x="${LEFT + width * (sites + 0.5)}" y="${BOTTOM + 18}" text-anchor="middle">${sites}</text>`,
  );
  const axis = markup`<text class="faint" x="${LEFT + PLOT / 2}" y="${BOTTOM + 36}" text-anchor="middle">independent sites that say it</text>`;
  const means = `Relevance of ${plural(scored.length, 'criterion', 'criteria')} from 0 to 10 against independent sites; ${plural(scored.filter(({ sites }) => sites > 1).length, 'criterion stands', 'criteria stand')} on two sites or more.`;
  return picture('Relevance against support', means, BOTTOM + 42, [...lines, ...heads, axis, ...dots]);
}

export interface RatedGroup {
  readonly name: string;
  /** [0, 1]; null: nothing was scored. */
  readonly rate: number | null;
  readonly counts: string;
}

export function ratesPicture(caption: string, groups: readonly RatedGroup[]): Html {
  const rows = groups.map(({ name, rate }, at) => {
    const y = at * ROW * 1.5;
    const width = Math.round(255 * (rate ?? 0));
    return markup`<text x="0" y="${y + 13}">${shorten(name, 44)}</text><rect class="track" x="0" y="${y + 19}" width="255" height="11" rx="3"/><rect class="fill-good" x="0" y="${y + 19}" width="${width}" height="11" rx="3"/><text x="${WIDTH}" y="${y + 29}" text-anchor="end">${percent(rate)}</text>`;
  });
  const label = groups.map(({ name, rate, counts }) => `${name}: ${percent(rate)} (${counts})`).join('; ');
  return picture(caption, label, groups.length * ROW * 1.5, rows);
}
