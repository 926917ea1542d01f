/** The start: a form that asks for criteria, what is under way, and everything that was done. */
import type { Job } from '../domain/job.ts';
import type { RecordKind } from '../domain/stored-record.ts';
import { blocksHtml } from '../report/html.ts';
import { markup, type Html } from '../report/markup.ts';
import { badge, lines, list, paint, say, section, type Block, type Inline, type ListItem } from '../report/report.ts';
import { minute } from '../report/words.ts';
import { shorten } from '../text/printable.ts';
import { askForm, type AskForm } from './ask-form.ts';
import { option, type Page } from './page.ts';
import { BADGES } from './work-page.ts';
import { MAX_WORDS_CHARS, type Done, type HomeFilter, type Listed } from './home-list.ts';

const MAX_NAME_CHARS = 160;

export interface Home {
  readonly filter: HomeFilter;
  readonly done: Listed;
  /** Under way, failed or stopped, newest first, with what each is called. */
  readonly open: readonly (Job & { readonly title: string })[];
  readonly form: AskForm;
  readonly hasModel: boolean;
}

const KINDS: Readonly<Record<RecordKind | 'set', string>> = {
  set: 'Criteria',
  judgement: 'Judgement',
  comparison: 'Comparison',
  refinement: 'Refinement',
  selection: 'Best of several',
  actionability: 'Actionability',
  scoring: 'Score',
  checklist: 'Checklist',
  labels: 'Labels',
  benchmark: 'Benchmark',
};

export function homePage({ filter, done, open, form, hasModel }: Home): Page {
  const kinds = Object.entries(KINDS).map(([kind, label]) => option(kind, label, filter.kind));
  const body = markup`<h1>What makes a good answer to …?</h1>
${askForm(form, hasModel)}
${blocksHtml([section('Under way, failed or stopped', list(open.map(openItem), 'cards'))])}
<section aria-labelledby="done"><h2 id="done">Everything that was done</h2>
<form method="get" action="/" data-swap="#sets" role="search" class="no-print"><div class="fields"><label>Words of the task, or the name of a response <input type="search" name="words" maxlength="${MAX_WORDS_CHARS}" value="${filter.words}"></label><label>Kind <select name="kind">${option('', 'all', filter.kind)}${kinds}</select></label></div><p class="row without-js"><button class="quiet">Find</button></p></form>
<div id="sets">${doneHtml(done, filter)}</div></section>`;
  return { title: 'Home', body };
}

function doneHtml({ items, next }: Listed, { words, kind, after }: HomeFilter): Html {
  if (items.length === 0) {
    const isSearch = words !== '' || kind !== undefined;
    return markup`${blocksHtml([lines(paint.soft(after !== '' ? 'No more.' : isSearch ? 'Nothing matches.' : 'None yet.'))])}`;
  }
  const query = (cursor: string) => new URLSearchParams({ words, kind: kind ?? '', after: cursor }).toString();
  const first = after === '' ? '' : markup`<a href="/?${query('')}">Newest</a>`;
  const older = next === null ? '' : markup`<a href="/?${query(next)}">Older</a>`;
  return markup`${blocksHtml([doneList(items)])}<p class="row">${first}${older}</p>`;
}

function doneList(items: readonly Done[]): Block {
  const cards = items.map(({ id, kind, name, path, at, facts, parent, links }): ListItem => {
    const title = shorten(name, MAX_NAME_CHARS) || id;
    const derived = parent === null ? [] : [badge(`without ${parent.without.join(', ')}`, 'warn'), ' '];
    const about = [...facts, `${minute(at)} UTC`].join(' · ');
    const actions = links.map((link): Inline => [' · ', link]);
    const note = [badge(KINDS[kind]), ' ', ...derived, paint.soft(about), ...actions];
    return { head: { ...paint.strong(title), path }, note };
  });
  return list(cards, 'cards');
}

function openItem({ id, kind, status, title, problem, createdAt }: Home['open'][number]): ListItem {
  const why = problem === null ? '' : ` · ${problem.detail}`;
  const about = paint.soft(`${kind} · ${minute(createdAt)} UTC${why}`);
  const again: Inline =
    status === 'failed' || status === 'cancelled' ? [' · ', { text: 'Continue', path: `/runs/again?job=${id}` }] : '';
  return {
    head: { ...paint.strong(shorten(title, MAX_NAME_CHARS)), path: `/runs?job=${id}` },
    note: say`${badge(status, BADGES[status])} ${about}${again}`,
  };
}

/** Nothing goes without being asked for twice. */
export function removePage(what: string, action: string, back: string): Page {
  const body = markup`<h1>Delete it?</h1><p dir="auto">${shorten(what, MAX_NAME_CHARS)}</p>
<p>It goes with the model calls behind it; nothing brings it back.</p>
<form method="post" action="${action}"><p class="row"><button>Delete</button> <a href="${back}">Keep it</a></p></form>`;
  return { title: 'Delete it?', body };
}
