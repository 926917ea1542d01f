/** Which criteria of a set a page shows: a filter in its address. */
import { z } from 'zod';
import type { Criterion } from '../domain/criterion.ts';
import { markup, type Html } from '../report/markup.ts';
import { option } from './page.ts';

/** Wrong values in an address are ignored. */
const choice = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.enum(names).optional().catch(undefined);
const bound = z.coerce.number().min(0).max(100).optional().catch(undefined);

export const SetFilter = z.object({
  show: choice(['all']),
  block: choice(['stated', 'implied']),
  support: choice(['full', 'part', 'unchecked', 'none', 'disputed']),
  relevance: bound,
  sites: bound,
  words: z.string().max(200).optional().catch(undefined),
  /** How many matching criteria are skipped. */
  from: z.coerce.number().int().min(0).catch(0).default(0),
});
export type SetFilter = z.infer<typeof SetFilter>;

export function isShown(criterion: Criterion, filter: SetFilter): boolean {
  const { explicit, relevance, support, text, heldBack, conflicts } = criterion;
  const { show, block, words = '' } = filter;
  if (show !== 'all' && heldBack !== null) return false;
  if (block !== undefined && explicit !== (block === 'stated')) return false;
  if (filter.support === 'disputed' ? conflicts.length === 0 : !hasSupport(criterion, filter.support)) return false;
  if (filter.relevance !== undefined && !(relevance.status === 'scored' && relevance.score >= filter.relevance))
    return false;
  if (support.sites < (filter.sites ?? 0)) return false;
  return text.toLowerCase().includes(words.trim().toLowerCase());
}

function hasSupport({ grounding }: Criterion, wanted: SetFilter['support']): boolean {
  if (wanted === undefined) return true;
  if (grounding === null) return wanted === 'none';
  return wanted === (grounding.status === 'unchecked' ? 'unchecked' : grounding.verdict);
}

export function filterForm({ show, block, support, relevance, sites, words }: SetFilter): Html {
  const number = (value: number | undefined) => (value === undefined ? '' : String(value));
  return markup`<details class="card no-print"><summary>Filter</summary><form method="get" data-swap="#criteria" role="search" aria-label="Filter the criteria"><div class="fields">
<label>List <select name="show">${option('', 'those asked of a response', show)}${option('all', 'with those held back', show)}</select></label>
<label>Asked for <select name="block">${option('', 'both', block)}${option('stated', 'stated', block)}${option('implied', 'implied', block)}</select></label>
<label>Support <select name="support">${option('', 'any', support)}${option('full', 'quotes say it', support)}${option('part', 'quotes say part', support)}${option('unchecked', 'unchecked', support)}${option('none', 'no quotes', support)}${option('disputed', 'disputed', support)}</select></label>
<label>Relevance from <input type="number" name="relevance" min="0" max="10" step="0.5" value="${number(relevance)}"></label>
<label>Sites from <input type="number" name="sites" min="0" max="99" value="${number(sites)}"></label>
<label>Words <input type="search" name="words" value="${words ?? ''}"></label>
</div><p class="row without-js"><button class="quiet">Show</button></p></form></details>`;
}
