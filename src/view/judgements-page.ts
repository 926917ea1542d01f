/** Responses by criteria: what each meets, and of one verdict why, by which words, and what the criterion rests on. */
import type { ChecklistItem } from '../domain/checklist.ts';
import type { Judgement, Verdict } from '../domain/judgement.ts';
import { overallRate, passRateOf, passRatesByCategory } from '../judge/pass-rate.ts';
import { pieceHtml } from '../report/html.ts';
import { countsOf, groundsOf, signOf } from '../report/judgement.ts';
import { markup, type Html } from '../report/markup.ts';
import { siteNameOf, titleOf } from '../report/source.ts';
import { markedPieces } from '../report/text-pieces.ts';
import { amount, percent, plural, webAddress } from '../report/words.ts';
import type { Page } from './page.ts';
import { ratesPicture, type RatedGroup } from './pictures.ts';

/** Responses in one table. */
export const MAX_SIDE_BY_SIDE = 20;
/** Of a response: longer ones would make a page that nobody can load. */
const MAX_SHOWN_CHARS = 50_000;

export interface KeptJudgement extends Judgement {
  readonly id: string;
}

/** Which verdict is open: a response by its place, an item by its id. */
export interface Cell {
  readonly response: number;
  readonly item: string;
}

/** @param judgements by the same checklist, one at least */
export function judgementsPage(judgements: readonly KeptJudgement[], asked: Cell | null): Page {
  const [first] = judgements;
  if (first === undefined) throw new Error('A page of judgements needs one.');
  const { items, task } = first.checklist;
  const cell = asked ?? firstUnmet(judgements);
  const all = plural(judgements.length, 'response');
  const rate = overallRate(judgements.map(({ passRate }) => passRate));
  const title = `${all} by ${plural(items.length, 'criterion', 'criteria')}`;
  const body = markup`<p class="kind">${title}</p>
<h1 class="verse" dir="auto">${task?.instruction ?? 'A checklist'}</h1>
<p>${rate === null ? 'Nothing could be judged.' : `${percent(rate)} of all that was judged is met.`} ${by(first)}</p>
${judgements.flatMap(({ warnings }) => warnings).map((warning) => markup`<p class="note warn">${warning}</p>`)}
<div class="columns even"><div>${verdictTable(judgements, items, cell)}${ratesPicture('Pass rates by theme', groupsOf(judgements))}</div>
<div class="sticky">${cellHtml(judgements, items, cell)}</div></div>`;
  return { title, body };
}

function by({ judge }: Judgement): Html {
  return markup`<span class="soft">${judge === null ? 'Checked by code alone: without a model the rest stays unscored.' : `Judged by ${judge.model}.`}</span>`;
}

function firstUnmet(judgements: readonly KeptJudgement[]): Cell {
  const cells = judgements.flatMap(({ verdicts }, response) =>
    verdicts.map(({ itemId, verdict }) => ({ response, item: itemId, tone: signOf(verdict).tone })),
  );
  return cells.find(({ tone }) => tone === 'bad') ?? cells[0] ?? { response: 0, item: 'i1' };
}

function verdictTable(judgements: readonly KeptJudgement[], items: readonly ChecklistItem[], open: Cell): Html {
  const heads = judgements.map(({ name }) => markup`<th scope="col">${name}</th>`);
  const rows = items.map(({ id, text }, at) => {
    const cells = judgements.map(({ name, verdicts }, response) => {
      const sign = signOf(verdicts[at]?.verdict);
      const current = open.response === response && open.item === id ? markup` aria-current="true"` : '';
      return markup`<td><button class="${sign.tone}" name="cell" value="${response}.${id}" aria-label="${id} of ${name}: ${sign.text}"${current}>${sign.text === 'unscored' ? '–' : sign.text}</button></td>`;
    });
    return markup`<tr><th scope="row" dir="auto"><span class="soft">${id}</span> ${text}</th>${cells}</tr>\n`;
  });
  const rates = judgements.map(({ passRate }) => markup`<td><strong>${percent(passRate.rate)}</strong></td>`);
  // One form for all cells: a link in each would repeat the ids of all responses.
  const ids = judgements.map(({ id }) => markup`<input type="hidden" name="id" value="${id}">`);
  return markup`<form method="get" action="/judgements#cell" data-swap="#cell" class="scroll printed" tabindex="0" aria-label="Verdicts">${ids}<table class="verdicts"><caption class="visually-hidden">Each response by each criterion</caption><thead><tr><th scope="col">Criterion</th>${heads}</tr></thead><tbody>${rows}</tbody><tfoot><tr><th scope="row">Pass rate</th>${rates}</tr></tfoot></table></form>`;
}

function cellHtml(
  judgements: readonly KeptJudgement[],
  items: readonly ChecklistItem[],
  { response, item }: Cell,
): Html {
  const judged = judgements[response];
  const at = items.findIndex(({ id }) => id === item);
  const [asked, verdict] = [items[at], judged?.verdicts[at]?.verdict];
  if (judged === undefined || asked === undefined || verdict === undefined)
    return markup`<section id="cell" class="card"><p>There is no such verdict.</p></section>`;
  const sign = signOf(verdict);
  const grounds = groundsOf(verdict).join(', ');
  const shown = judged.response.slice(0, MAX_SHOWN_CHARS);
  const marked = markedPieces(
    { response: shown, verdicts: [{ itemId: asked.id, verdict: within(verdict, shown.length) }] },
    (of) => signOf(of).tone,
    `words-${response}-`,
  );
  return markup`<section id="cell" class="card" aria-live="polite"><p class="kind">${judged.name} · ${item}</p>
<h2 dir="auto"><span class="badge ${sign.tone}">${sign.text}</span> ${asked.text}</h2>
<p class="soft">${asked.question}</p>
${verdict.reason === '' ? '' : markup`<p class="verse">${verdict.reason}</p>`}${grounds === '' ? '' : markup`<p class="soft small">${grounds}</p>`}
${evidenceOf(asked)}
<h3>The response${quotesOf(verdict)}</h3><div class="text" dir="auto">${marked.map(pieceHtml)}</div>
${shown.length < judged.response.length ? markup`<p class="soft">These are the first ${amount(shown.length)} of ${amount(judged.response.length)} characters.</p>` : ''}
<form method="post" action="/judgements/${judged.id}/refine"><p class="row"><button class="quiet">Refine this response</button></p></form></section>`;
}

function within(verdict: Verdict, length: number): Verdict {
  if (verdict.status !== 'scored') return verdict;
  return { ...verdict, quotes: verdict.quotes.filter(({ end }) => end <= length) };
}

function quotesOf(verdict: Verdict): string {
  return verdict.status === 'scored' && verdict.quotes.length > 0 ? ', the words it rests on marked' : '';
}

/** What the criterion rests on, whichever the verdict. */
function evidenceOf({ evidence, from, formerText }: ChecklistItem): Html {
  if (evidence.length === 0) return markup`<p class="soft small">No source stands behind it.</p>`;
  const quotes = evidence.map((piece) => {
    const address = webAddress(piece.link ?? piece.finalUrl);
    const title = titleOf(piece);
    const site = siteNameOf(piece);
    return markup`<div class="evidence"><blockquote dir="auto"><mark>${piece.quote}</mark></blockquote><p class="where small">${address === null ? title : markup`<a href="${address}" rel="noreferrer">${title}</a>`}${site === null ? '' : ` · ${site}`}</p></div>`;
  });
  const proof =
    from === null
      ? ''
      : markup`<p class="small"><a href="/sets/${from.set}/criteria/${from.criterion}">All of its proof</a></p>`;
  const reworded =
    formerText === null
      ? ''
      : markup`<p class="small soft">A person reworded it from “${formerText}”, which is what these quotes say.</p>`;
  return markup`<details><summary>Rests on ${plural(evidence.length, 'quote')}</summary>${reworded}${quotes}${proof}</details>`;
}

/** By category, where the checklist has some; by what is stated and implied otherwise. Of all responses together. */
function groupsOf(judgements: readonly KeptJudgement[]): readonly RatedGroup[] {
  const groups = new Map<string, { yes: number; no: number; notApplicable: number; unscored: number }>();
  for (const { checklist, verdicts } of judgements) {
    const [stated, implied] = [true, false].map((isStated) =>
      checklist.items.filter(({ origin }) => (origin === 'instruction') === isStated),
    );
    const categories = [...passRatesByCategory({ checklist, verdicts })];
    const parts = [
      ['stated', stated],
      ['implied', implied],
    ] as const;
    const own = parts.flatMap(([name, items]) =>
      items === undefined || items.length === 0 ? [] : [[`What is ${name}`, passRateOf(items, verdicts)] as const],
    );
    for (const [name, { yes, no, notApplicable, unscored }] of [...own, ...categories]) {
      const sum = groups.get(name) ?? { yes: 0, no: 0, notApplicable: 0, unscored: 0 };
      groups.set(name, {
        yes: sum.yes + yes,
        no: sum.no + no,
        notApplicable: sum.notApplicable + notApplicable,
        unscored: sum.unscored + unscored,
      });
    }
  }
  return [...groups].map(([name, counts]) => {
    const scored = counts.yes + counts.no;
    const rate = scored === 0 ? null : counts.yes / scored;
    return { name, rate, counts: countsOf({ ...counts, rate, weightedRate: null }) };
  });
}
