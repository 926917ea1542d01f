/** Every address that was considered, by what was decided about it, and what a set would be without some of them. */
import { sourcesWith, type AuditedSource } from '../audit/audit.ts';
import type { ChangedCriterion, WithoutSources } from '../audit/without-sources.ts';
import type { CriteriaSet } from '../domain/criteria-set.ts';
import { flag, markup, type Html } from '../report/markup.ts';
import { withheldText, ratingText, siteNameOf, titleOf } from '../report/source.ts';
import { plural, webAddress } from '../report/words.ts';
import type { Page } from './page.ts';
import { partOf } from './paged.ts';
import { setHead, setTabs, setTitle } from './set-head.ts';

const MAX_SHOWN = 80;
/** Of each kind. */
const MAX_CHANGES = 60;

export interface WhatIf {
  /** How many sources are passed over. */
  readonly from: number;
  readonly without: readonly string[];
  /** Null: nothing is left out. */
  readonly outcome: WithoutSources | { readonly refused: string } | null;
}

export function sourcesPage(set: CriteriaSet, whatIf: WhatIf): Page {
  const sources = sourcesWith(set.content.sources, set.content.criteria);
  const body = markup`${setHead(set)}${setTabs(set, 'Sources')}
<div class="columns even"><form method="get" class="printed" data-swap="#outcome" aria-label="Leave sources out">
${sourcesTable(set, sources, whatIf)}
<p class="row without-js"><button>Show what would change</button></p></form>
<div class="sticky${whatIf.outcome === null ? '' : ' dock'}" id="outcome">${whatIfHtml(set, whatIf)}</div></div>`;
  return { title: `Sources: ${setTitle(set)}`, body };
}

/** @param chosen absent: all stand there, none can be left out, and the criteria stand on the same page */
export function sourcesTable(
  { id, content }: CriteriaSet,
  sources: readonly AuditedSource[],
  chosen?: Pick<WhatIf, 'without' | 'from'>,
): Html {
  const setPath = chosen === undefined ? '' : `/sets/${id}`;
  const groups = [...new Set(sources.map(({ source }) => source.decision))]
    .map((decision) => [decision, byUse(sources.filter(({ source }) => source.decision === decision))] as const)
    .sort(([a, { length: ofA }], [b, { length: ofB }]) => Number(b === 'kept') - Number(a === 'kept') || ofB - ofA);
  const { without, from } = chosen ?? { from: 0 };
  const ticked = without?.map((each) => `without=${each}&`).join('') ?? '';
  const all = groups.flatMap(([, of]) => of);
  const size = chosen === undefined ? all.length : MAX_SHOWN;
  const { items, links } = partOf(all, from, size, (to) => `${setPath}/sources?${ticked}from=${to}`);
  const textOf = new Map<string, string>(content.queries.map((query) => [query.id, query.text]));
  const blocks = groups.map(([decision, of]) => {
    const shown = of.filter((each) => items.includes(each));
    const title = decision === 'kept' ? 'Kept' : `Dropped: ${decision.replaceAll('-', ' ')}`;
    const rows = shown.map((each) => sourceHtml(each, textOf, setPath, decision === 'kept' ? without : undefined));
    return shown.length === 0
      ? ''
      : markup`<h2>${title} <span class="badge">${of.length}</span></h2><ul class="plain">${rows}</ul>`;
  });
  const elsewhere = without?.filter((each) => !items.some(({ source }) => source.id === each)) ?? [];
  return markup`${blocks}${links}${elsewhere.map((each) => markup`<input type="hidden" name="without" value="${each}">`)}`;
}

/** Those that ground most on top. */
function byUse(sources: readonly AuditedSource[]): readonly AuditedSource[] {
  return [...sources].sort((a, b) => b.criteria.length - a.criteria.length);
}

function sourceHtml(
  { source, criteria }: AuditedSource,
  textOf: ReadonlyMap<string, string>,
  setPath: string,
  without?: readonly string[],
): Html {
  const { id, decision, reason, rating, hits, via, given, withheldPassages = 0 } = source;
  const address = webAddress(source.finalUrl);
  const title = titleOf(source);
  const named = address === null ? markup`${title}` : markup`<a href="${address}" rel="noreferrer">${title}</a>`;
  const place = [siteNameOf(source), source.byline, source.publishedOn].filter((each) => each !== null);
  const tick =
    without === undefined
      ? ''
      : markup`<input type="checkbox" name="without" value="${id}" aria-label="Leave out ${id}, ${title}"${flag('checked', without.includes(id))}>`;
  const isSaid = rating?.reasons.every((part) => reason.includes(part)) ?? false;
  const facts = [
    decision === 'kept' ? '' : reason,
    ratingText(isSaid && rating !== null && decision !== 'kept' ? { ...rating, reasons: [] } : rating),
    withheldPassages === 0 ? '' : withheldText(withheldPassages),
    hits.length === 0
      ? ''
      : `found by ${hits.map((hit) => `“${textOf.get(hit.queryId) ?? hit.queryId}” at rank ${hit.rank}`).join(', ')}`,
  ].filter(Boolean);
  const grounds = criteria.map((each) => markup` <a href="${setPath}#${each.id}">${each.id}</a>`);
  return markup`<li class="card source" id="${id}"><div class="tick">${tick}<p><span class="soft">${id}</span> <strong dir="auto">${named}</strong>${given === true ? markup` <span class="badge accent">given</span>` : ''}${via === 'provider' ? markup` <span class="badge warn">text by the search provider</span>` : ''}<br><span class="soft small">${place.join(' · ')}</span></p></div>
${grounds.length === 0 ? '' : markup`<p class="small">Grounds ${plural(grounds.length, 'criterion', 'criteria')}:${grounds}</p>`}
<p class="small soft">${facts.map((fact, at) => markup`${at === 0 ? '' : markup`<br>`}${fact}`)}</p></li>\n`;
}

function whatIfHtml(set: CriteriaSet, { without, outcome }: Omit<WhatIf, 'from'>): Html {
  if (outcome === null)
    return markup`<section id="what-if" class="card" aria-live="polite"><h2>What if?</h2><p class="soft">Tick sources on the left to leave them out. Here stands which criteria lose ground, fall in rank, or go.</p></section>`;
  if ('refused' in outcome)
    return markup`<section id="what-if" class="card" aria-live="polite"><h2>Without ${without.join(', ')}</h2><p class="note bad">${outcome.refused}</p></section>`;
  const gone = outcome.criteria.filter(({ after }) => after === null);
  const changed = outcome.criteria.filter((each) => lostQuotes(each) > 0);
  const fallen = outcome.criteria.filter((each) => lostQuotes(each) === 0 && fell(each));
  const same = outcome.criteria.length - gone.length - changed.length - fallen.length;
  const block = (title: string, of: readonly ChangedCriterion[]) =>
    of.length === 0
      ? ''
      : markup`<h3>${title} <span class="badge">${of.length}</span></h3><ul class="plain small">${of.slice(0, MAX_CHANGES).map(changeHtml)}</ul>${of.length > MAX_CHANGES ? markup`<p class="soft">and ${of.length - MAX_CHANGES} more</p>` : ''}`;
  return markup`<section id="what-if" class="card" aria-live="polite"><h2>Without ${without.join(', ')}</h2>
<p>${gone.length} of ${plural(outcome.criteria.length, 'criterion goes', 'criteria go')}, ${changed.length} lose ground, ${fallen.length} fall in rank; ${same} stay as they are.</p>
<form method="post" action="/sets/${set.id}/without">${without.map((id) => markup`<input type="hidden" name="without" value="${id}">`)}<p class="row"><button>Take it as a new set</button></p></form>
${block('Go', gone)}${block('Lose ground', changed)}${block('Fall in rank', fallen)}</section>`;
}

/** Of those that stay. */
function lostQuotes({ before, after }: ChangedCriterion): number {
  return after === null ? 0 : before.criterion.evidence.length - after.criterion.evidence.length;
}

/** Others fell with it where only what stood above went: then its place among those left is the same. */
function fell({ before, after }: ChangedCriterion): boolean {
  return after !== null && after.rank > before.rank;
}

function changeHtml({ before, after }: ChangedCriterion): Html {
  const { id, text, support } = before.criterion;
  const moved = after === null || after.rank === before.rank ? '' : ` · rank ${before.rank} → ${after.rank}`;
  const sites = after === null ? '' : `${plural(support.sites, 'site')} → ${after.criterion.support.sites}`;
  const lost = lostQuotes({ before, after });
  const ground = lost === 0 ? '' : `${plural(lost, 'quote')} lost, ${sites}`;
  return markup`<li><span class="soft">${id}</span> <span dir="auto">${text}</span> <span class="soft">${ground}${moved}</span></li>`;
}
