/** Two sets side by side: what both ask for, what was reworded, what came and what went. */
import type { ComparedSets, Pair } from '../audit/compare-sets.ts';
import type { CriteriaSet } from '../domain/criteria-set.ts';
import type { Criterion } from '../domain/criterion.ts';
import type { SetSummary } from '../domain/ports.ts';
import { pieceHtml } from '../report/html.ts';
import { markup, type Html } from '../report/markup.ts';
import { plural } from '../report/words.ts';
import { shorten } from '../text/printable.ts';
import { wordDiff } from '../text/word-diff.ts';
import { option, type Page } from './page.ts';
import { setTitle } from './set-head.ts';

const MAX_NAME_CHARS = 70;

export interface Comparing {
  /** To choose from. */
  readonly sets: readonly SetSummary[];
  readonly chosen: { readonly before?: string | undefined; readonly after?: string | undefined };
  /** Null: two sets are still to be chosen. */
  readonly compared: {
    readonly before: CriteriaSet;
    readonly after: CriteriaSet;
    readonly result: ComparedSets;
  } | null;
}

export async function comparePage({ sets, chosen, compared }: Comparing): Promise<Page> {
  const body = markup`<h1>Two sets side by side</h1>
<p class="soft">Two models, before and after, the web against a library: which criteria both have, and which only one.</p>
<form method="get" class="card no-print"><div class="fields">${chooser('before', 'This set', sets, chosen.before)}${chooser('after', 'with this one', sets, chosen.after)}</div><p class="row"><button>Compare</button></p></form>
${compared === null ? '' : await comparedHtml(compared)}`;
  return { title: 'Compare sets', body };
}

function chooser(name: string, label: string, sets: readonly SetSummary[], chosen: string | undefined): Html {
  const known = sets.some(({ id }) => id === chosen) || chosen === undefined ? [] : [option(chosen, chosen, chosen)];
  const options = sets.map(({ id, instruction, startedAt, mode, models, engine }) => {
    const about = `${startedAt.slice(0, 10)} ${mode} ${models.join(', ') || engine}`;
    return option(id, `${shorten(instruction, MAX_NAME_CHARS)} (${about}, ${id.slice(0, 9)})`, chosen);
  });
  return markup`<label>${label} <select name="${name}" required>${option('', 'choose …', chosen)}${known}${options}</select></label>`;
}

async function comparedHtml({ before, after, result }: NonNullable<Comparing['compared']>): Promise<Html> {
  const { kept, reworded, added, gone } = result;
  const changes = await Promise.all(reworded.map(rewordedHtml));
  const [lost, fresh] = [gone.map((each) => oneHtml(each, before)), added.map((each) => oneHtml(each, after))];
  const stayed = kept.map((pair) => keptHtml(pair, after));
  const head = (set: CriteriaSet) => markup`<a href="/sets/${set.id}">${setTitle(set)}</a>`;
  return markup`<p>${head(before)} has ${plural(before.content.criteria.length, 'criterion', 'criteria')}, ${head(after)} ${after.content.criteria.length}.</p>
<ul class="plain row tally"><li><span class="badge">${kept.length} kept</span></li><li><span class="badge accent">${reworded.length} reworded</span></li><li><span class="badge good">${added.length} new</span></li><li><span class="badge bad">${gone.length} gone</span></li></ul>
${[section('Gone', lost), section('New', fresh), section('Reworded', changes), section('Kept', stayed)]}`;
}

function section(title: string, items: readonly Html[]): Html | '' {
  return items.length === 0
    ? ''
    : markup`<h2>${title} <span class="badge">${items.length}</span></h2><ul class="plain">${items}</ul>`;
}

function linkTo({ id }: Criterion, set: CriteriaSet): Html {
  return markup`<a class="soft" href="/sets/${set.id}/criteria/${id}">${id}</a>`;
}

function oneHtml(criterion: Criterion, set: CriteriaSet): Html {
  const { text, support } = criterion;
  return markup`<li class="card">${linkTo(criterion, set)} <span dir="auto">${text}</span> <span class="soft small">${plural(support.sources, 'source')}</span></li>`;
}

async function rewordedHtml({ before, after }: Pair): Promise<Html> {
  const pieces = await wordDiff(before.text, after.text);
  const shown = pieces.map(({ change, text }) => pieceHtml(change === 'kept' ? { text } : { text, mark: change }));
  return markup`<li class="card"><span class="soft">${before.id} → ${after.id}</span> <span dir="auto">${shown}</span></li>`;
}

function keptHtml({ before, after }: Pair, set: CriteriaSet): Html {
  const moved = before.id === after.id ? '' : markup` <span class="soft small">was ${before.id}</span>`;
  return markup`<li class="card">${linkTo(after, set)} <span dir="auto">${after.text}</span>${moved}</li>`;
}
