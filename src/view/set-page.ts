/** A set of criteria: what the instruction states and what it implies, best first, and what each rests on. */
import type { AuditedCriterion } from '../audit/audit.ts';
import type { CriteriaSet } from '../domain/criteria-set.ts';
import type { Criterion } from '../domain/criterion.ts';
import { briefProof, criterionBlocks, criterionRow } from '../report/criterion.ts';
import { blocksHtml } from '../report/html.ts';
import { markup, type Html } from '../report/markup.ts';
import { uncheckedNote } from '../report/set-notes.ts';
import { criteriaPart, PARTS, partOfList, setCharts, setTitle, type SetRow } from '../report/whole-set.ts';
import { OPENING, plural } from '../report/words.ts';
import { shorten } from '../text/printable.ts';
import { option, partOf, type Page } from './page.ts';
import { EXPORTS } from './set-export.ts';
import { filterForm, shownCriteria, type SetFilter } from './set-filters.ts';
import { setHead, setLinks } from './set-head.ts';

const MAX_TITLE_CHARS = 90;
const MAX_SHOWN = 80;

export function setPage(set: CriteriaSet, filter: SetFilter): Page {
  const all = shownCriteria(set.content.criteria, filter);
  const place = all.findIndex(({ id }) => id === filter.at);
  const from = place === -1 ? filter.from : place - (place % MAX_SHOWN);
  const { items: shown, links } = partOf(all, from, MAX_SHOWN, (start) => {
    const fields = Object.entries({ ...filter, at: undefined, from: start }).filter(([, value]) => value !== undefined);
    return `/sets/${set.id}?${new URLSearchParams(fields.map(([name, value]) => [name, String(value)])).toString()}`;
  });
  // Without scripts the link in an opened row leads to its whole proof.
  const rowOf = (criterion: Criterion): SetRow => {
    const { id } = criterion;
    const path = `/sets/${set.id}/criteria/${id}`;
    const tick = { name: 'id', value: id, label: `Choose ${id}`, isOn: false };
    return { criterion, item: { ...criterionRow(criterion, set, briefProof(criterion, path)), load: path, tick } };
  };
  const rows = shown.map(rowOf);
  const parts = PARTS.map((part) => markup`<div id="${part.name}">${blocksHtml([criteriaPart(part, rows)])}</div>`);
  const none = shown.length === 0 ? markup`<p>No criteria match this filter.</p>` : '';
  const body = markup`${setHead(set, 'Criteria')}
<div class="columns"><div>
${filterForm(filter)}
<form method="get" action="/sets/${set.id}/export" id="criteria" class="printed" aria-label="The criteria"><p class="soft small" role="status">${countsText(set, all)}</p>
${blocksHtml([uncheckedNote(set.content, false)])}<p class="soft opening">${OPENING}…</p>
${none}${parts}${links}${exportBar()}</form></div>
<aside aria-label="Charts">${blocksHtml(setCharts(set))}</aside></div>`;
  return { title: setTitle(set), body };
}

/** How many of each part, each with a link to it. */
function countsText({ content }: CriteriaSet, shown: readonly Criterion[]): Html {
  const inPart = (name: string) => shown.filter((criterion) => partOfList(criterion) === name).length;
  const names = { stated: 'stated', implied: 'implied', held: 'held back' } as const;
  const parts = PARTS.flatMap(({ name }) => {
    const count = inPart(name);
    const text = name === 'faults' ? `${plural(count, 'fault')} to avoid` : `${count} ${names[name]}`;
    return count === 0 ? [] : [markup` · <a href="#${name}">${text}</a>`];
  });
  const total = plural(content.criteria.length, 'criterion', 'criteria');
  const listed = content.criteria.filter(({ heldBack }) => heldBack === null).length;
  const counted =
    shown.length < content.criteria.length ? `${shown.length} of ${total}` : `${total}, ${listed} in the list`;
  return markup`${counted}${parts}`;
}

function exportBar(): Html {
  const formats = Object.entries(EXPORTS).map(([format, { label }]) => option(format, label, 'markdown'));
  return markup`<p class="row actions no-print"><label class="inline">Those chosen, or all, as <select name="format">${formats}</select></label><button class="quiet">Export</button><button class="quiet with-js" type="button" data-copy>Copy</button></p>`;
}

/** One criterion on a page of its own, with links to those before and after it. */
export function criterionPage(set: CriteriaSet, audited: AuditedCriterion): Page {
  const { criterion } = audited;
  const { id } = criterion;
  const all = set.content.criteria;
  const index = all.findIndex((other) => other.id === id);
  const step = (to: Criterion | undefined, label: string) =>
    to === undefined ? '' : markup`<a href="/sets/${set.id}/criteria/${to.id}">${label}: ${to.id}</a>`;
  const body = markup`<p class="kind">Criterion ${id.slice(1)} of ${all.length} · <a href="/sets/${set.id}?at=${id}#${id}">${setTitle(set)}</a></p>
<h1 dir="auto">${criterion.text}</h1>
<div id="proof" class="proof">${blocksHtml(criterionBlocks(audited, set, setLinks(set.id)))}</div>
<nav class="row" aria-label="Neighbours">${step(all[index - 1], 'Before')} ${step(all[index + 1], 'Next')}</nav>`;
  return { title: `${id} ${shorten(criterion.text, MAX_TITLE_CHARS)}`, body };
}
