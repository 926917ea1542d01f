/** A criterion in a list: its place, its wording, and what is known of it at a glance. */
import type { Criterion } from '../domain/criterion.ts';
import { markup, type Html } from '../report/markup.ts';
import { plural } from '../report/words.ts';
import { bar } from './pictures.ts';

export interface Row {
  readonly criterion: Criterion;
  readonly more: Html;
  /** What is put into the opened fold by a script; absent: all is there. */
  readonly load?: string;
}

export function criterionRow({ criterion, more, load }: Row): Html {
  const { id, text } = criterion;
  return markup`<li id="${id}"><details${load === undefined ? '' : markup` data-load="${load}"`}><summary><span class="rank">${id.slice(1)}</span><span class="wording" dir="auto">${text}</span>
<span class="facts">${factsOf(criterion)}</span></summary><div class="more">${more}</div></details></li>\n`;
}

function factsOf({ relevance, support, conflicts, origin, explicit, grounding, evidence, unclear }: Criterion): Html {
  const score = relevance.status === 'scored' ? relevance.score : null;
  const shown =
    score === null
      ? 'relevance not scored'
      : markup`${bar(score / 10)}<span><span class="visually-hidden">relevance </span>${Math.round(score * 10) / 10}</span>`;
  return markup`${explicit ? '' : shown}${evidence.length === 0 ? '' : markup`<span>${plural(support.sites, 'site')}</span>`}${origin === 'source' ? supportBadge({ grounding }) : markup`<span class="badge">${origin === 'instruction' ? 'from the instruction' : 'model alone'}</span>`}${conflicts.length === 0 ? '' : markup`<span class="badge bad">disputed</span>`}${unclear === undefined ? '' : markup`<span class="badge warn">unclear</span>`}`;
}

/** Whether its quotes say it. */
export function supportBadge({ grounding }: Pick<Criterion, 'grounding'>): Html {
  if (grounding === null) return markup`<span class="badge">no quotes</span>`;
  if (grounding.status === 'unchecked') return markup`<span class="badge">unchecked</span>`;
  if (grounding.verdict === 'full') return markup`<span class="badge good">quotes say it</span>`;
  return markup`<span class="badge warn">${grounding.formerText === null ? 'partly the model’s' : 'cut to its quotes'}</span>`;
}
