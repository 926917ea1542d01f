/** Which criteria of a set a page shows, and in what order: filters in its address. */
import { z } from 'zod';
import type { Criterion } from '../domain/criterion.ts';
import { markup, type Html } from '../report/markup.ts';
import { partOfList } from '../report/whole-set.ts';
import { demandOf } from '../report/words.ts';
import { option } from './page.ts';

/** Wrong values in an address are ignored. */
const choice = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.enum(names).optional().catch(undefined);
const bound = z.coerce.number().min(0).max(100).optional().catch(undefined);

export const SetFilter = z.object({
  /** Absent: all, as `all` of old addresses says. */
  show: choice(['all', 'list', 'held']),
  block: choice(['stated', 'implied', 'faults']),
  support: choice(['full', 'part', 'unchecked', 'none', 'disputed']),
  relevance: bound,
  sites: bound,
  words: z.string().max(200).optional().catch(undefined),
  sort: choice(['relevance', 'sites', 'quotes', 'words']),
  /** A criterion that the page must show: what is shown begins so that it does. */
  at: z.string().max(20).optional().catch(undefined),
  /** How many matching criteria are skipped. */
  from: z.coerce.number().int().min(0).catch(0).default(0),
});
export type SetFilter = z.infer<typeof SetFilter>;

/** Those held back come after the list. */
export function shownCriteria(criteria: readonly Criterion[], filter: SetFilter): readonly Criterion[] {
  const listedFirst = (a: Criterion, b: Criterion) => Number(a.heldBack !== null) - Number(b.heldBack !== null);
  return criteria
    .filter((criterion) => isShown(criterion, filter))
    .sort((a, b) => listedFirst(a, b) || ORDERS[filter.sort ?? 'rank'](a, b));
}

const scoreOf = ({ relevance }: Criterion) => (relevance.status === 'scored' ? relevance.score : -1);
const ORDERS: Readonly<Record<NonNullable<SetFilter['sort']> | 'rank', (a: Criterion, b: Criterion) => number>> = {
  rank: () => 0,
  relevance: (a, b) => scoreOf(b) - scoreOf(a),
  sites: (a, b) => b.support.sites - a.support.sites,
  quotes: (a, b) => b.evidence.length - a.evidence.length,
  words: (a, b) => demandOf(a.text).localeCompare(demandOf(b.text), 'en'),
};

function isShown(criterion: Criterion, filter: SetFilter): boolean {
  const { relevance, support, text, heldBack, conflicts } = criterion;
  const { show = 'all', block, words = '' } = filter;
  if (show !== 'all' && (show === 'held') !== (heldBack !== null)) return false;
  if (block !== undefined && partOfList({ ...criterion, heldBack: null }) !== block) return false;
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

export function filterForm({ show, block, support, relevance, sites, words, sort }: SetFilter): Html {
  const number = (value: number | undefined) => (value === undefined ? '' : String(value));
  return markup`<details class="card no-print"><summary>Filter and sort</summary><form method="get" data-swap="#criteria" role="search" aria-label="Filter the criteria"><div class="fields">
<label>Words <input type="search" name="words" value="${words ?? ''}"></label>
<label>Sort by <select name="sort">${option('', 'rank', sort)}${option('relevance', 'relevance', sort)}${option('sites', 'sites that say it', sort)}${option('quotes', 'quotes', sort)}${option('words', 'words, A to Z', sort)}</select></label>
<label>Show <select name="show">${option('', 'all', show)}${option('list', 'those asked of a response', show)}${option('held', 'those held back', show)}</select></label>
<label>Asked for <select name="block">${option('', 'all', block)}${option('stated', 'stated', block)}${option('implied', 'implied', block)}${option('faults', 'faults to avoid', block)}</select></label>
<label>Support <select name="support">${option('', 'any', support)}${option('full', 'quotes say it', support)}${option('part', 'quotes say part', support)}${option('unchecked', 'unchecked', support)}${option('none', 'no quotes', support)}${option('disputed', 'disputed', support)}</select></label>
<label>Relevance from <input type="number" name="relevance" min="0" max="10" step="0.5" value="${number(relevance)}"></label>
<label>Sites from <input type="number" name="sites" min="0" max="99" value="${number(sites)}"></label>
</div><p class="row without-js"><button class="quiet">Show</button></p></form></details>`;
}
