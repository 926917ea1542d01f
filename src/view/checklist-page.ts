/** A checklist as a person keeps it: pin, drop, reword, weigh, add; and how it came to be. */
import type { Checklist, ChecklistItem } from '../domain/checklist.ts';
import { flag, type Html, markup } from '../report/markup.ts';
import { plural } from '../report/words.ts';
import { shorten } from '../text/printable.ts';
import type { Page } from './page.ts';

export interface Step {
  readonly id: string;
  readonly savedAt: string;
  readonly changes: readonly string[];
}

export interface Curating {
  readonly head: Html;
  readonly action: string;
  readonly checklist: Checklist;
  /** Newest first; none: it is not saved yet. */
  readonly history: readonly Step[];
  readonly refused?: string | undefined;
}

export function checklistPage({ head, action, checklist, history, refused }: Curating): Page {
  const { items, leftOut } = checklist;
  const left = leftOut.map(({ text, reason }) => markup`<li>${text} <span class="soft">${reason}</span></li>`);
  const body = markup`${head}
${refused === undefined ? '' : markup`<p class="note bad" role="alert">${refused}</p>`}
<div class="columns"><form method="post" action="${action}" aria-label="The checklist">
<ol class="plain">${items.map(itemHtml)}</ol>
<label class="card">Add, one on each line <textarea name="add" rows="3" placeholder="The response should …"></textarea></label>
<p class="row"><button>Save as a checklist</button></p></form>
<aside aria-label="History">${historyHtml(history)}${left.length === 0 ? '' : markup`<h2>Left out</h2><ul class="plain small">${left}</ul>`}</aside></div>`;
  return { title: `Checklist: ${shorten(checklist.task?.instruction ?? plural(items.length, 'item'), 90)}`, body };
}

function itemHtml({ id, text, weight, pinned, origin, evidence, formerText, from }: ChecklistItem): Html {
  const proof =
    from === null
      ? markup`${origin === 'user' ? 'a person’s own' : origin}`
      : markup`<a href="/sets/${from.set}/criteria/${from.criterion}">${plural(evidence.length, 'quote')}</a>`;
  return markup`<li class="card" id="${id}"><label><span class="strong">${id}</span> ${proof}${formerText === null ? '' : markup` · was “${formerText}”`} <textarea class="wording" name="text-${id}" rows="2" dir="auto">${text}</textarea></label>
<div class="row"><label class="inline"><input type="checkbox" name="pin" value="${id}"${flag('checked', pinned)}> Pin</label><label class="inline"><input type="checkbox" name="drop" value="${id}"> Drop</label><label class="inline">Weight <input type="number" name="weight-${id}" min="0" max="100" step="any" value="${weight}"></label></div></li>\n`;
}

function historyHtml(history: readonly Step[]): Html {
  if (history.length === 0) return markup`<h2>History</h2><p class="soft">As the set gives it; not saved yet.</p>`;
  const steps = history.map(
    ({ id, savedAt, changes }, at) =>
      markup`<li class="card small"><a href="/checklists/${id}"${at === 0 ? markup` aria-current="page"` : ''}>${savedAt.slice(0, 16).replace('T', ' ')} UTC</a><ul>${changes.length === 0 ? markup`<li>nothing changed</li>` : changes.map((change) => markup`<li>${change}</li>`)}</ul></li>`,
  );
  return markup`<h2>History</h2><ol class="plain">${steps}</ol>`;
}

const FURTHER = [2, 3, 4] as const;

export interface Judging {
  /** What stands above the form. */
  readonly head: Html;
  readonly action: string;
  readonly checklist: Checklist;
  readonly refused?: string | undefined;
}

export function judgePage({ head, action, checklist, refused }: Judging): Page {
  const pasted = (at: number) => markup`<label>Response ${at} <textarea name="response" rows="6"></textarea></label>`;
  const items = checklist.items.map(({ id, text }) => markup`<li><span class="soft">${id}</span> ${text}</li>`);
  const body = markup`${head}
${refused === undefined ? '' : markup`<p class="note bad" role="alert">${refused}</p>`}
<form method="post" action="${action}" enctype="multipart/form-data" class="card">${pasted(1)}
<details><summary>More responses</summary>${FURTHER.map(pasted)}</details>
<label>Or text files <input type="file" name="file" multiple accept=".txt,.md,text/plain,text/markdown"></label>
<p class="row"><button>Judge by ${plural(checklist.items.length, 'item')}</button></p></form>
<details class="card"><summary>The ${plural(checklist.items.length, 'item')}</summary><ol class="plain">${items}</ol></details>`;
  return { title: `Judge: ${shorten(checklist.task?.instruction ?? 'a checklist', 90)}`, body };
}
