/** A set of criteria: what the instruction states and what it implies, best first, and what each rests on. */
import type { AuditedCriterion } from '../audit/audit.ts';
import type { CriteriaSet } from '../domain/criteria-set.ts';
import type { Criterion } from '../domain/criterion.ts';
import { briefProof, criterionBlocks, criterionRow } from '../report/criterion.ts';
import { blocksHtml } from '../report/html-blocks.ts';
import { markup } from '../report/markup.ts';
import { criteriaSections, setCharts, setTitle, type SetRow } from '../report/whole-set.ts';
import { plural } from '../report/words.ts';
import { shorten } from '../text/printable.ts';
import type { Page } from './page.ts';
import { partOf } from './paged.ts';
import { filterForm, isShown, type SetFilter } from './set-filters.ts';
import { setHead, setLinks } from './set-head.ts';

const MAX_TITLE_CHARS = 90;
const MAX_SHOWN = 80;

export function setPage(set: CriteriaSet, filter: SetFilter): Page {
  const all = set.content.criteria.filter((criterion) => isShown(criterion, filter));
  const { items: shown, links } = partOf(all, filter.from, MAX_SHOWN, (from) => {
    const fields = Object.entries({ ...filter, from }).filter(([, value]) => value !== undefined);
    return `/sets/${set.id}?${new URLSearchParams(fields.map(([name, value]) => [name, String(value)])).toString()}`;
  });
  // Without scripts the link in an opened row leads to its whole proof.
  const rowOf = (criterion: Criterion): SetRow => {
    const path = `/sets/${set.id}/criteria/${criterion.id}`;
    return { criterion, item: criterionRow(criterion, briefProof(criterion, path), path) };
  };
  const none = shown.length === 0 ? markup`<p>No criteria match this filter.</p>` : '';
  const body = markup`${setHead(set, 'Criteria')}
<div class="columns"><div>
${filterForm(filter)}
<div id="criteria"><p class="soft small" role="status">${plural(all.length, 'criterion', 'criteria')} of ${set.content.criteria.length}.</p>
${none}${blocksHtml(criteriaSections(shown.map(rowOf)))}${links}</div></div>
<aside aria-label="Charts">${blocksHtml(setCharts(set))}</aside></div>`;
  return { title: setTitle(set), body };
}

/** One criterion on a page of its own, with links to those before and after it. */
export function criterionPage(set: CriteriaSet, audited: AuditedCriterion): Page {
  const { criterion } = audited;
  const all = set.content.criteria;
  const index = all.findIndex(({ id }) => id === criterion.id);
  const step = (to: Criterion | undefined, label: string) =>
    to === undefined ? '' : markup`<a href="/sets/${set.id}/criteria/${to.id}">${label}: ${to.id}</a>`;
  const body = markup`<p class="kind">Criterion ${criterion.id.slice(1)} of ${all.length} · <a href="/sets/${set.id}#${criterion.id}">${setTitle(set)}</a></p>
<h1 dir="auto">${criterion.text}</h1>
<div id="proof" class="proof">${blocksHtml(criterionBlocks(audited, set, setLinks(set.id)))}</div>
<nav class="row" aria-label="Neighbours">${step(all[index - 1], 'Before')} ${step(all[index + 1], 'Next')}</nav>`;
  return { title: `${criterion.id} ${shorten(criterion.text, MAX_TITLE_CHARS)}`, body };
}
