/** Responses by criteria: what each meets, and behind each verdict its reason, its quotes, and its sources. */
import type { ChecklistItem } from '../domain/checklist.ts';
import type { Judgement, Verdict } from '../domain/judgement.ts';
import { isMostlyUnscored } from '../judge/pass-rate.ts';
import { bareQuote, linkedPlace } from '../report/quote.ts';
import { blocksHtml, inlineHtml } from '../report/html.ts';
import { groundsOf, signOf, wantedText } from '../report/verdict.ts';
import { markup, type Html } from '../report/markup.ts';
import { badge, lines, list, notes, paint, say, section, type Block, type Inline } from '../report/report.ts';
import { markedPieces } from '../report/text-pieces.ts';
import { sumOf, themeRates } from '../report/rates.ts';
import { amount, percent, plural } from '../report/words.ts';
import { shorten } from '../text/printable.ts';
import {
  agreementHtml,
  beginForm,
  labelForm,
  labelLines,
  labellingFields,
  nextCell,
  ownLabel,
  unmasked,
  type Cell,
  type Labelling,
} from './labelling.ts';
import { option, tabs, type Page } from './page.ts';
import { itemsIn, verdictGrid, type Rows } from './verdict-grid.ts';

/** Responses in one table. */
export const MAX_SIDE_BY_SIDE = 20;
/** Of a response: longer ones would make a page that nobody can load. */
const MAX_SHOWN_CHARS = 50_000;
const MAX_TITLE_CHARS = 240;

export interface KeptJudgement extends Judgement {
  readonly id: string;
}

/** @param judgements by the same checklist, one at least */
export function judgementsPage(
  all: readonly KeptJudgement[],
  chosen: Cell | null,
  rows: Rows,
  labelling: Labelling,
): Page {
  const judgements = all.map((judgement, place) => ({ ...unmasked(judgement, place, labelling), id: judgement.id }));
  const [first] = judgements;
  if (first === undefined) throw new Error('A page of judgements needs one.');
  const { items, task } = first.checklist;
  const { by, isBlind } = labelling;
  const next = by === '' ? null : nextCell(judgements, labelling);
  const cell = chosen ?? next ?? firstUnmet(judgements);
  const ids = idFields(judgements);
  const title = `${plural(judgements.length, 'response')} by ${plural(items.length, 'criterion', 'criteria')}`;
  const outcome = isBlind ? [paint.soft('The judge’s verdicts are shown as you label.')] : outcomeLines(judgements);
  const about = [lines(...outcome), notes('warn', ...judgements.flatMap(({ warnings }) => warnings))];
  const body = markup`<p class="kind">${title}</p>
<h1 class="verse" dir="auto">${shorten(task?.instruction ?? 'A checklist', MAX_TITLE_CHARS)}</h1>
${blocksHtml(about)}${isBlind ? '' : exportForm(judgements)}${beginForm(ids, labelling, `/judgements?${addressOf(all, { by: '', isBlind: false })}`)}
<div class="wide"><div>${rowChoice(judgements, rows, labelling)}${verdictForm(judgements, cell, rows, labelling)}</div>
<div class="docked">${cellHtml(judgements, cell, labelling)}</div></div>
${agreementHtml(all, ids, labelling)}${isBlind ? '' : blocksHtml([themeRates(judgements)])}`;
  return { title, body };
}

/** Where most is unscored, that comes first, and no rate. */
function outcomeLines(judgements: readonly Judgement[]): readonly Inline[] {
  const counts = sumOf(judgements.map(({ passRate }) => passRate));
  const { yes, no, unscored, rate } = counts;
  const judged = yes + no;
  const model = judgements[0]?.judge?.model;
  const by =
    model === undefined
      ? 'No model was there to judge: code alone decided what can be counted. Start the service with --model to have the rest judged.'
      : `Judged by ${model}.`;
  if (rate === null) return [paint.strong('Nothing could be judged.'), paint.soft(by)];
  if (!isMostlyUnscored(counts))
    return [paint.strong(`${percent(rate)} of all that was judged is met.`), paint.soft(by)];
  return [
    paint.strong(`${unscored} of ${judged + unscored} verdicts are open.`),
    `Of the ${judged} that could be decided ${yes} ${yes === 1 ? 'is' : 'are'} met: too few for a rate.`,
    paint.soft(by),
  ];
}

function firstUnmet(judgements: readonly KeptJudgement[]): Cell {
  const cells = judgements.flatMap(({ verdicts }, response) =>
    verdicts.map(({ itemId, verdict }) => ({ response, item: itemId, tone: signOf(verdict).tone })),
  );
  return cells.find(({ tone }) => tone === 'bad') ?? cells[0] ?? { response: 0, item: 'i1' };
}

const ROWS: Readonly<Record<Rows, string>> = {
  all: 'All',
  differs: 'Where they differ',
  unmet: 'Unmet by one or more',
};

function rowChoice(judgements: readonly KeptJudgement[], rows: Rows, labelling: Labelling): Html {
  const ids = addressOf(judgements, labelling);
  const names = Object.entries(ROWS) as [Rows, string][];
  const choices = names
    .filter(([name]) => name !== 'differs' || judgements.length > 1)
    .map(([name, label]) => ({
      name: `${label} (${itemsIn(judgements, name).length})`,
      path: `/judgements?${ids}${name === 'all' ? '' : `&rows=${name}`}`,
      isHere: name === rows,
    }));
  return tabs('Which criteria', choices, choices.find(({ isHere }) => isHere)?.name ?? '');
}

/** The query of the page. */
export function addressOf(
  judgements: readonly { readonly id: string }[],
  { by, isBlind }: Pick<Labelling, 'by' | 'isBlind'>,
): string {
  const query = new URLSearchParams(judgements.map(({ id }) => ['id', id]));
  if (by !== '') query.set('by', by);
  if (isBlind) query.set('blind', 'on');
  return query.toString();
}

const idFields = (judgements: readonly KeptJudgement[]) =>
  judgements.map(({ id }) => markup`<input type="hidden" name="id" value="${id}">`);

/** One form for all cells: a link in each would repeat the ids of all responses. */
function verdictForm(judgements: readonly KeptJudgement[], open: Cell, rows: Rows, labelling: Labelling): Html {
  const kept = rows === 'all' ? '' : markup`<input type="hidden" name="rows" value="${rows}">`;
  const grid = verdictGrid({ judgements, items: itemsIn(judgements, rows), open, labelling });
  return markup`<form method="get" action="/judgements#cell" data-swap="#cell" class="verdicts printed" aria-label="Verdicts">${idFields(judgements)}${labellingFields(labelling)}${kept}${grid}</form>`;
}

export const VERDICT_EXPORTS = {
  csv: { label: 'CSV', type: 'text/csv', file: 'csv' },
  html: { label: 'HTML', type: 'text/html', file: 'html' },
  markdown: { label: 'Markdown', type: 'text/markdown', file: 'md' },
  json: { label: 'JSON', type: 'application/json', file: 'json' },
} as const;

function exportForm(judgements: readonly KeptJudgement[]): Html {
  const formats = Object.entries(VERDICT_EXPORTS).map(([format, { label }]) => option(format, label, 'csv'));
  return markup`<form method="get" action="/judgements/export" class="no-print" aria-label="Export">${idFields(judgements)}<p class="row small"><label class="inline">As <select name="format">${formats}</select></label><button class="quiet">Export</button></p></form>`;
}

function cellHtml(judgements: readonly KeptJudgement[], cell: Cell, labelling: Labelling): Html {
  const { response, item: itemId } = cell;
  const judged = judgements[response];
  const index = judged?.checklist.items.findIndex(({ id }) => id === itemId) ?? -1;
  const item = judged?.checklist.items[index];
  const verdict = judged?.verdicts[index]?.verdict;
  if (judged === undefined || item === undefined || verdict === undefined)
    return markup`<section id="cell" class="card"><p>There is no such verdict.</p></section>`;
  const { text, tone } = signOf(verdict);
  const isHidden = labelling.isBlind && ownLabel(labelling, cell) === null;
  const wanted = wantedText(item);
  const head = isHidden ? wanted : say`${badge(text, tone)} ${wanted}`;
  return markup`<section id="cell" class="card" aria-live="polite"><p class="kind">${judged.name} · ${itemId}</p>
<h2 dir="auto">${inlineHtml(head)}</h2>
${blocksHtml([...verdictBlocks(item, verdict), lines(...labelLines(labelling, cell))], 3)}
${labelForm({ ids: idFields(judgements), judgement: judged, item, cell, labelling })}
${blocksHtml([responseBlock(judged, response, item, verdict)], 3)}
<form method="post" action="/judgements/${judged.id}/refine"><p class="row"><button class="quiet">Refine this response</button></p></form></section>`;
}

function verdictBlocks(item: ChecklistItem, verdict: Verdict): readonly Block[] {
  const { question, evidence, from, formerText } = item;
  const quotes = evidence.map((piece) => ({ ...bareQuote(piece), about: [linkedPlace(piece)] }));
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
