/** A checklist as a person keeps it: pin, drop, reword, weigh, add; and how it came to be. */
import type { PlannedJudgement } from '../groundrule.ts';
import type { Checklist, ChecklistItem } from '../domain/checklist.ts';
import { usdOf } from '../domain/usd-of.ts';
import { blocksHtml } from '../report/html.ts';
import { flag, type Html, markup } from '../report/markup.ts';
import { lines, list, paint, say, section, type Block } from '../report/report.ts';
import { minute, plural, usdText } from '../report/words.ts';
import { shorten } from '../text/printable.ts';
import type { Problem } from '../domain/job.ts';
import type { Form } from './answer.ts';
import { refusal, type Page } from './page.ts';

export interface Step {
  readonly id: string;
  readonly savedAt: string;
  readonly changes: readonly string[];
  /** The saved checklist that was changed; null: none. */
  readonly parent: string | null;
}

export interface Curating {
  /** What stands above the form. */
  readonly head: Html;
  readonly action: string;
  readonly checklist: Checklist;
  /** Newest first; none: it is not saved yet. */
  readonly history: readonly Step[];
  readonly refused?: RefusedForm | undefined;
}

/** What was sent, which the page shows again, and why it was refused. */
export interface RefusedForm {
  readonly form: Form;
  readonly problem: Problem;
}

export function checklistPage({ head, action, checklist, history, refused }: Curating): Page {
  const { items, leftOut } = checklist;
  const left = list(leftOut.map(({ text, reason }) => ({ head: say`${text} ${paint.soft(reason)}` })));
  const body = markup`${head}
${refusal(refused?.problem.detail)}
<div class="columns"><form method="post" class="printed" action="${action}" aria-label="The checklist" data-guard>
<ol class="plain">${items.map((item) => itemHtml(item, refused?.form ?? null))}</ol>
<label class="card">Add, one on each line <textarea name="add" rows="3" placeholder="The response should …">${refused?.form.one('add') ?? ''}</textarea></label>
<p class="row actions stays"><button>Save as a checklist</button>${undoLink(checklist, history)}<span class="soft small">Those ticked “Merge” become one, in the words of the one you reword; “Split at lines” makes each line an item.</span></p></form>
<aside aria-label="History">${blocksHtml([historySection(history), section('Left out', left)])}</aside></div>`;
  return { title: `Checklist: ${shorten(checklist.task?.instruction ?? plural(items.length, 'item'), 90)}`, body };
}

/** To the checklist before the last change, or to the set that it is of; nothing is lost: both stay. */
function undoLink({ items }: Checklist, history: readonly Step[]): Html | '' {
  const [last, before] = history;
  // The one before it may have been deleted: the set is not what stood there.
  if (last === undefined || (last.parent !== null && before === undefined)) return '';
  const set = items.find(({ from }) => from !== null)?.from?.set;
  const path = before !== undefined ? `/checklists/${before.id}` : set === undefined ? null : `/sets/${set}/curate`;
  return path === null ? '' : markup`<a href="${path}">Undo the last change</a>`;
}

/** @param sent null: nothing was sent yet */
function itemHtml(item: ChecklistItem, sent: Form | null): Html {
  const { id, origin, evidence, formerText, from } = item;
  const isTicked = (name: string) => sent?.all(name).includes(id);
  const text = sent?.all(`text-${id}`)[0] ?? item.text;
  const weight = sent?.all(`weight-${id}`)[0] ?? item.weight;
  const proof =
    from === null
      ? markup`${origin === 'user' ? 'a person’s own' : origin}`
      : markup`<a href="/sets/${from.set}/criteria/${from.criterion}">${plural(evidence.length, 'quote')}</a>`;
  return markup`<li class="card" id="${id}"><label><span class="strong">${id}</span> ${proof}${formerText === null ? '' : markup` · was “${formerText}”`} <textarea class="wording" name="text-${id}" rows="2" dir="auto">${text}</textarea></label>
<div class="row"><label class="inline"><input type="checkbox" name="pin" value="${id}"${flag('checked', isTicked('pin') ?? item.pinned)}> Pin</label><label class="inline"><input type="checkbox" name="drop" value="${id}"${flag('checked', isTicked('drop') ?? false)}> Drop</label><label class="inline"><input type="checkbox" name="merge" value="${id}"${flag('checked', isTicked('merge') ?? false)}> Merge</label><label class="inline"><input type="checkbox" name="split" value="${id}"${flag('checked', isTicked('split') ?? false)}> Split at lines</label><label class="inline">Weight <input type="number" name="weight-${id}" min="-100" max="100" step="any" value="${weight}"></label></div></li>\n`;
}

function historySection(history: readonly Step[]): Block {
  if (history.length === 0) return section('History', lines(paint.soft('As the set gives it; not saved yet.')));
  const steps = history.map(({ id, savedAt, changes }) => ({
    head: { text: `${minute(savedAt)} UTC`, path: `/checklists/${id}` },
    blocks: [list(changes.length === 0 ? ['nothing changed'] : changes)],
  }));
  return section('History', list(steps, 'cards'));
}

const FURTHER = [2, 3, 4] as const;

export interface Judging extends Omit<Curating, 'history'> {
  /** For one response of `SAMPLE_WORDS`. */
  readonly plan: PlannedJudgement;
  /** As in `Service`. */
  readonly command: string;
}

/** Of the response that is planned with. */
export const SAMPLE_WORDS = 400;

/** Who judges, what it takes, and what stays open. */
function planHtml({ checklist, model }: PlannedJudgement, command: string): Html {
  const { items, byCode } = checklist;
  const open = items - byCode;
  if (model === null)
    return markup`<p class="note warn" role="status">No model is set up: code alone can decide ${byCode} of ${plural(items, 'item')}, and ${open === 0 ? 'none stays' : `${open} ${open === 1 ? 'stays' : 'stay'}`} open. To have all judged, start with a model: <code>npx ${command} --model NAME</code>.</p>`;
  const calls = model.rows.reduce((sum, row) => sum + row.calls, 0);
  const usd = usdOf(model.rows);
  const names = [...new Set(model.rows.map((row) => row.model))].join(', ');
  const cost = usd === null ? 'its price is not known' : `${usdText(usd)} USD at most`;
  const byModel =
    calls === 0
      ? 'Code alone decides all of them'
      : `${names} judges ${open} of ${plural(items, 'item')}, code the others`;
  return markup`<p class="soft small">${byModel}: ${plural(calls, 'call')} for a response of ${SAMPLE_WORDS} words, ${cost}.</p>`;
}

export function judgePage({ head, action, checklist, plan, command, refused }: Judging): Page {
  const typed = refused?.form.all('response') ?? [];
  const field = (number: number) =>
    markup`<label>Response ${number} <textarea name="response" rows="6">${typed[number - 1] ?? ''}</textarea></label>`;
  const files = (refused?.form.files('file') ?? []).map(({ name }) => name);
  const chosen = files.length === 0 ? '' : markup` <span class="soft">Choose again: ${files.join(', ')}</span>`;
  const hasMore = typed.slice(1).some((text) => text.trim() !== '');
  const items = list(checklist.items.map(({ id, text }) => ({ head: say`${paint.soft(id)} ${text}` })));
  const count = plural(checklist.items.length, 'item');
  const form = markup`<form method="post" action="${action}" enctype="multipart/form-data" class="card">${field(1)}
<details${flag('open', hasMore)}><summary>More responses</summary>${FURTHER.map(field)}</details>
<label>Or text files <input type="file" name="file" multiple accept=".txt,.md,text/plain,text/markdown">${chosen}</label>
${planHtml(plan, command)}
<p class="row"><button>Judge by ${count}</button></p></form>`;
  const canJudge = plan.model !== null || plan.checklist.byCode > 0;
  const needsModel = markup`<p class="note warn" role="status">Judging by these items needs a model, and none is set up. Start with one: <code>npx ${command} --model NAME</code>.</p>`;
  const body = markup`${head}
${refusal(refused?.problem.detail)}
${canJudge ? form : needsModel}
<details class="card"><summary>The ${count}</summary>${blocksHtml([items])}</details>`;
  return { title: `Judge: ${shorten(checklist.task?.instruction ?? 'a checklist', 90)}`, body };
}
