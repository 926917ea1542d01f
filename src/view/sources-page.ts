/** Every address that was considered, by what was decided about it, and what a set would be without some of them. */
import { sourcesWith, type AuditedSource } from '../audit/audit.ts';
import type { WithoutSources } from '../audit/without-sources.ts';
import type { CriteriaSet } from '../domain/criteria-set.ts';
import { blocksHtml } from '../report/html.ts';
import { markup, type Html } from '../report/markup.ts';
import { list, type Block, type ListItem } from '../report/report.ts';
import { sourceItem, titleOf } from '../report/source.ts';
import { setTitle } from '../report/whole-set.ts';
import { changeBlocks, changesText } from '../report/without-sources.ts';
import { hidden, partOf, type Page } from './page.ts';
import { setHead, setLinks } from './set-head.ts';

const MAX_SHOWN = 80;

export interface WhatIf {
  /** How many sources are passed over. */
  readonly from: number;
  readonly without: readonly string[];
  /** Null: nothing is left out. */
  readonly outcome: WithoutSources | { readonly refused: string } | null;
}

export function sourcesPage(set: CriteriaSet, whatIf: WhatIf): Page {
  const body = markup`${setHead(set, 'Sources')}
<div class="columns even"><form method="get" class="printed" data-swap="#outcome" aria-label="Leave sources out">
${sourcesHtml(set, whatIf)}
<p class="row actions stays without-js"><button>Show what would change</button></p></form>
<div class="sticky${whatIf.outcome === null ? '' : ' dock'}" id="outcome">${whatIfHtml(set, whatIf)}</div></div>`;
  return { title: `Sources: ${setTitle(set)}`, body };
}

function sourcesHtml(set: CriteriaSet, { without, from }: WhatIf): Html {
  const { id, content } = set;
  const groups = groupsOf(sourcesWith(content.sources, content.criteria));
  const all = groups.flatMap(({ sources }) => sources);
  const ticked = without.map((sourceId) => `without=${sourceId}&`).join('');
  const { items, links } = partOf(all, from, MAX_SHOWN, (to) => `/sets/${id}/sources?${ticked}from=${to}`);
  const shown = new Set(items);
  const itemOf = (audited: AuditedSource): ListItem => {
    const { source } = audited;
    const item = sourceItem(audited, content.queries, setLinks(id));
    if (source.decision !== 'kept') return item;
    const label = `Leave out ${source.id}, ${titleOf(source)}`;
    return { ...item, tick: { name: 'without', value: source.id, label, isOn: without.includes(source.id) } };
  };
  const blocks = groups.map(({ decision, sources }): Block => {
    const title = decision === 'kept' ? 'Kept' : `Dropped: ${decision.replaceAll('-', ' ')}`;
    const cards = list(sources.filter((source) => shown.has(source)).map(itemOf), 'cards');
    return { kind: 'section', title, count: sources.length, parts: [cards] };
  });
  // What was dropped stands thousands of pixels below what was kept.
  const jumps = groups.flatMap(({ decision, sources }, at) => {
    const [first] = sources;
    if (first === undefined) return [];
    const place = all.indexOf(first);
    const part = shown.has(first) ? '' : `/sets/${id}/sources?${ticked}from=${place - (place % MAX_SHOWN)}`;
    const text = `${sources.length} ${decision.replaceAll('-', ' ')}`;
    return [markup`${at === 0 ? '' : ' · '}<a href="${part}#${first.source.id}">${text}</a>`];
  });
  const elsewhere = without.filter((sourceId) => !items.some(({ source }) => source.id === sourceId));
  return markup`<p class="soft">${jumps}</p>${blocksHtml(blocks)}${links}${elsewhere.map((sourceId) => hidden('without', sourceId))}`;
}

/** Kept ones first, then the largest groups; in each, those that ground most criteria on top. */
function groupsOf(all: readonly AuditedSource[]) {
  const decisions = [...new Set(all.map(({ source }) => source.decision))];
  const groups = decisions.map((decision) => {
    const sources = all.filter(({ source }) => source.decision === decision);
    return { decision, sources: sources.sort((a, b) => b.criteria.length - a.criteria.length) };
  });
  const rank = ({ decision, sources }: (typeof groups)[number]) => (decision === 'kept' ? Infinity : sources.length);
  return groups.sort((a, b) => rank(b) - rank(a));
}

function whatIfHtml(set: CriteriaSet, { without, outcome }: WhatIf): Html {
  const card = (title: string, content: Html) =>
    markup`<section id="what-if" class="card" aria-live="polite"><h2>${title}</h2>${content}</section>`;
  const hint = 'Tick sources to leave them out, and see which criteria lose ground, fall in rank, or go.';
  if (outcome === null) return card('What if?', markup`<p class="soft">${hint}</p>`);
  const title = `Without ${without.join(', ')}`;
  if ('refused' in outcome) return card(title, markup`<p class="note bad">${outcome.refused}</p>`);
  return card(
    title,
    markup`<p>${changesText(outcome)}</p>
<form method="post" action="/sets/${set.id}/without">${without.map((id) => hidden('without', id))}<p class="row"><button>Take it as a new set</button></p></form>
${blocksHtml(changeBlocks(outcome), 3)}`,
  );
}
