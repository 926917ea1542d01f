/** Verdicts side by side: a row for each criterion, a column for each response; names and totals stay in view. */
import type { ChecklistItem } from '../domain/checklist.ts';
import type { Judgement } from '../domain/judgement.ts';
import { isMostlyUnscored } from '../judge/pass-rate.ts';
import { markup, type Html } from '../report/markup.ts';
import { signOf, wantedText } from '../report/verdict.ts';
import { demandOf, percent } from '../report/words.ts';
import { shortPaths } from '../text/short-paths.ts';
import { ANSWER_NAMES, ownLabel, type Cell, type Labelling } from './labelling.ts';

/** Which rows are shown: all, those on which the responses differ, those that one of them does not meet. */
export type Rows = 'all' | 'differs' | 'unmet';

/** So many responses fit beside the criteria on a desk. */
const MAX_FITTING = 8;

export interface Grid {
  /** By the same checklist, one at least. */
  readonly judgements: readonly Judgement[];
  readonly items: readonly ChecklistItem[];
  readonly open: Cell;
  readonly labelling: Labelling;
}

export function itemsIn(judgements: readonly Judgement[], rows: Rows): readonly ChecklistItem[] {
  const items = judgements[0]?.checklist.items ?? [];
  return items.filter((_, index) => {
    // What nobody decided, or is not to be seen yet, differs from nothing.
    const scored = judgements.flatMap(({ verdicts }) => {
      const verdict = verdicts[index]?.verdict;
      return verdict?.status === 'scored' ? [verdict.answer] : [];
    });
    if (rows === 'differs') return new Set(scored).size > 1;
    return rows === 'all' || scored.includes('no');
  });
}

export function verdictGrid({ judgements, items, open, labelling }: Grid): Html {
  const names = shortPaths(judgements.map(({ name }) => name)).map(
    (name) => markup`<th scope="col" dir="auto">${name}</th>`,
  );
  const rows = items.map(
    (item) =>
      markup`<tr><th scope="row" class="main" dir="auto"><span class="soft">${item.id}</span> ${demandOf(wantedText(item))}</th>${judgements.map((judgement, response) => cellHtml(judgement, { response, item: item.id }, open, labelling))}</tr>\n`,
  );
  const width = judgements.length <= MAX_FITTING ? 'fits' : '';
  return markup`<div class="scroll ${width}" tabindex="0"><table class="grid"><thead><tr><th scope="col" class="main">Criterion</th>${names}</tr>\n${labelling.isBlind ? '' : totals(judgements)}</thead><tbody>${rows}</tbody></table></div>\n`;
}

function totals(judgements: readonly Judgement[]): Html {
  const row = (name: string, cells: readonly string[]) =>
    markup`<tr class="totals"><th scope="row" class="main">${name}</th>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>\n`;
  const rates = judgements.map(({ passRate }) => passRate);
  const hasUnscored = rates.some(({ unscored }) => unscored > 0);
  const met = rates.map(({ yes, no }) => `${yes}/${yes + no}`);
  const shares = rates.map((rate) => percent(isMostlyUnscored(rate) ? null : rate.rate));
  const unscored = rates.map((rate) => String(rate.unscored));
  return markup`${row('met', met)}${row('rate', shares)}${hasUnscored ? row('unscored (–)', unscored) : ''}`;
}

function cellHtml({ name, verdicts, checklist }: Judgement, cell: Cell, open: Cell, labelling: Labelling): Html {
  const { item: id } = cell;
  const { text, tone } = signOf(verdicts[checklist.items.findIndex((item) => item.id === id)]?.verdict);
  const current = open.response === cell.response && open.item === id ? markup` aria-current="true"` : '';
  const label = ownLabel(labelling, cell);
  const own = label === null ? null : ANSWER_NAMES[label.answer];
  const sign = text === 'unscored' ? '–' : text;
  const shown = own === null ? sign : own === text ? `${sign} ✓` : `${sign} ≠ ${own}`;
  const said = own === null ? '' : `; you: ${own}`;
  return markup`<td><button class="${tone}" name="cell" value="${cell.response}.${id}" aria-label="${id} of ${name}: ${text}${said}"${current}>${shown}</button></td>`;
}
