/** Responses by criteria: what each meets, and behind each verdict its reason, its quotes, and its sources. */
import type { ChecklistItem } from '../domain/checklist.ts';
import type { Judgement, Verdict } from '../domain/judgement.ts';
import { overallRate } from '../judge/pass-rate.ts';
import { bareQuote } from '../report/quote.ts';
import { blocksHtml } from '../report/html-blocks.ts';
import { inlineHtml } from '../report/html-inline.ts';
import { verdictTable } from '../report/judgement.ts';
import { groundsOf, signOf } from '../report/verdict.ts';
import { markup, type Html } from '../report/markup.ts';
import { badge, lines, list, notes, paint, say, section, type Block } from '../report/report.ts';
import { siteNameOf, titleOf } from '../report/source.ts';
import { markedPieces } from '../report/text-pieces.ts';
import { themeRates } from '../report/theme-rates.ts';
import { amount, percent, plural } from '../report/words.ts';
import type { Page } from './page.ts';

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
export function judgementsPage(judgements: readonly KeptJudgement[], chosen: Cell | null): Page {
  const [first] = judgements;
  if (first === undefined) throw new Error('A page of judgements needs one.');
  const { items, task } = first.checklist;
  const cell = chosen ?? firstUnmet(judgements);
  const rate = overallRate(judgements.map(({ passRate }) => passRate));
  const title = `${plural(judgements.length, 'response')} by ${plural(items.length, 'criterion', 'criteria')}`;
  const about = [
    lines(
      rate === null ? 'Nothing could be judged.' : `${percent(rate)} of all that was judged is met.`,
      paint.soft(
        first.judge === null
          ? 'Checked by code alone: without a model the rest stays unscored.'
          : `Judged by ${first.judge.model}.`,
      ),
    ),
    notes('warn', ...judgements.flatMap(({ warnings }) => warnings)),
  ];
  const body = markup`<p class="kind">${title}</p>
<h1 class="verse" dir="auto">${task?.instruction ?? 'A checklist'}</h1>
${blocksHtml(about)}
<div class="columns even"><div>${verdictForm(judgements, cell)}${blocksHtml([themeRates(judgements)])}</div>
<div class="sticky">${cellHtml(judgements, cell)}</div></div>`;
  return { title, body };
}

function firstUnmet(judgements: readonly KeptJudgement[]): Cell {
  const cells = judgements.flatMap(({ verdicts }, response) =>
    verdicts.map(({ itemId, verdict }) => ({ response, item: itemId, tone: signOf(verdict).tone })),
  );
  return cells.find(({ tone }) => tone === 'bad') ?? cells[0] ?? { response: 0, item: 'i1' };
}

/** One form for all cells: a link in each would repeat the ids of all responses. */
function verdictForm(judgements: readonly KeptJudgement[], open: Cell): Html {
  const [first] = judgements;
  if (first === undefined) return markup``;
  const table = verdictTable(judgements, first.checklist, ({ text, tone }, response, { id }) => {
    const label = `${id} of ${judgements[response]?.name ?? ''}: ${text}`;
    const isCurrent = open.response === response && open.item === id;
    const button = { name: 'cell', value: `${response}.${id}`, label, isCurrent };
    return { text: text === 'unscored' ? '–' : text, tone, button };
  });
  const ids = judgements.map(({ id }) => markup`<input type="hidden" name="id" value="${id}">`);
  return markup`<form method="get" action="/judgements#cell" data-swap="#cell" class="verdicts printed" aria-label="Verdicts">${ids}${blocksHtml([table])}</form>`;
}

function cellHtml(judgements: readonly KeptJudgement[], { response, item: itemId }: Cell): Html {
  const judged = judgements[response];
  const index = judged?.checklist.items.findIndex(({ id }) => id === itemId) ?? -1;
  const item = judged?.checklist.items[index];
  const verdict = judged?.verdicts[index]?.verdict;
  if (judged === undefined || item === undefined || verdict === undefined)
    return markup`<section id="cell" class="card"><p>There is no such verdict.</p></section>`;
  const { text, tone } = signOf(verdict);
  return markup`<section id="cell" class="card" aria-live="polite"><p class="kind">${judged.name} · ${itemId}</p>
<h2 dir="auto">${inlineHtml(say`${badge(text, tone)} ${item.text}`)}</h2>
${blocksHtml([...verdictBlocks(item, verdict), responseBlock(judged, response, item, verdict)], 3)}
<form method="post" action="/judgements/${judged.id}/refine"><p class="row"><button class="quiet">Refine this response</button></p></form></section>`;
}

function verdictBlocks(item: ChecklistItem, verdict: Verdict): readonly Block[] {
  const { question, evidence, from, formerText } = item;
  const quotes = evidence.map((piece) => {
    const site = siteNameOf(piece);
    const link = { text: titleOf(piece), href: piece.link ?? piece.finalUrl };
    return { ...bareQuote(piece), about: [say`${link}${site === null ? '' : ` · ${site}`}`] };
  });
  const proof =
    from === null ? null : { text: 'All of its proof', path: `/sets/${from.set}/criteria/${from.criterion}` };
  const reworded =
    formerText === null ? null : `A person reworded it from “${formerText}”, which is what these quotes say.`;
  const grounds = { head: `Rests on ${plural(evidence.length, 'quote')}`, isFolded: true };
  return [
    lines(paint.soft(question), verdict.reason, paint.soft(groundsOf(verdict).join(', '))),
    evidence.length === 0
      ? lines(paint.soft('It has no source.'))
      : list([{ ...grounds, blocks: [lines(reworded), { kind: 'quotes', parts: quotes }, lines(proof)] }]),
  ];
}

function responseBlock(judged: Judgement, place: number, { id }: ChecklistItem, verdict: Verdict): Block {
  const shown = judged.response.slice(0, MAX_SHOWN_CHARS);
  const isCut = shown.length < judged.response.length;
  const quotes = verdict.status === 'scored' ? verdict.quotes.filter(({ end }) => end <= shown.length) : [];
  const pieces = markedPieces(
    {
      response: shown,
      verdicts: [{ itemId: id, verdict: { ...verdict, ...(verdict.status === 'scored' && { quotes }) } }],
    },
    (marked) => signOf(marked).tone,
    `words-${place}-`,
  );
  return section(
    quotes.length === 0 ? 'The response' : 'The response, the words it rests on marked',
    { kind: 'text', parts: pieces },
    lines(
      isCut
        ? paint.soft(`These are the first ${amount(shown.length)} of ${amount(judged.response.length)} characters.`)
        : null,
    ),
  );
}
