/** Judgements as one HTML page: rates, each verdict with its analysis, and what it quotes marked in the response. */
import type { ChecklistItem } from '../../domain/checklist.ts';
import type { Judgement, Verdict } from '../../domain/judgement.ts';
import { passRatesByCategory } from '../../judge/pass-rate.ts';
import { escapeHtml } from '../escape-html.ts';
import { countsOf, groundsOf, hasOwnWeights, overallLine, percent, signOf } from './figures.ts';
import { piecesOf, type Piece } from './highlight.ts';
import { htmlPage } from './html-page.ts';

export function renderJudgementHtml(judgements: readonly Judgement[]): string {
  const task = judgements[0]?.checklist.task ?? null;
  const name = judgements.length === 1 ? (judgements[0]?.name ?? '') : `${judgements.length} responses`;
  const overall = judgements.length > 1 ? [`<p class="rate">${escapeHtml(overallLine(judgements))}</p>`] : [];
  const sections = judgements.map((judgement, index) => responseSection(judgement, `r${index + 1}`));
  return htmlPage({
    title: `Judgement: ${name}`,
    heading: `Judged by ${task === null ? 'a checklist' : 'the checklist of'}`,
    task,
    body: [...overall, ...sections],
  });
}

/** @param anchor an id of its own in the page */
export function responseSection(judgement: Judgement, anchor: string): string {
  const { name, passRate, checklist, verdicts, warnings, judge } = judgement;
  const weighted = hasOwnWeights(judgement) ? ` · weighted ${percent(passRate.weightedRate)}` : '';
  const by = judge === null ? 'checked by code alone' : `judged by ${judge.model}`;
  const items = checklist.items.map((item, index) => itemBlock(item, verdicts[index]?.verdict, anchor));
  const signs = new Map(verdicts.map(({ itemId, verdict }) => [String(itemId), signOf(verdict)]));
  return `<section class="response" id="${anchor}">
<div class="head"><h2>${escapeHtml(name)}</h2><span class="rate">${percent(passRate.rate)}</span></div>
${meter(judgement)}
<p class="note">${escapeHtml(`${countsOf(passRate)}${weighted} · ${by}`)}</p>
${warnings.length === 0 ? '' : `<ul class="warnings">${warnings.map((warning) => `<li>${escapeHtml(warning)}</li>`).join('')}</ul>`}
${categoryTable(judgement)}
<div class="columns">
<div>${items.join('\n')}</div>
<div class="text" dir="auto">${piecesOf(judgement)
    .map((piece) => pieceHtml(piece, signs, anchor))
    .join('')}</div>
</div>
</section>`;
}

function itemBlock(item: ChecklistItem, verdict: Verdict | undefined, anchor: string): string {
  if (verdict === undefined) return '';
  const sign = signOf(verdict);
  const quotes = verdict.status === 'scored' ? verdict.quotes : [];
  const grounds = [
    item.id,
    ...groundsOf(verdict),
    ...item.categories,
    ...(item.presumes === null ? [] : [`presumes ${item.presumes}: a yes is no proof`]),
  ];
  return `<details${sign === 'yes' ? '' : ' open'}>
<summary><span class="sign ${sign === 'yes' || sign === 'no' ? sign : 'open'}">${sign}</span>${escapeHtml(item.text)}</summary>
${verdict.reason === '' ? '' : `<p dir="auto">${escapeHtml(verdict.reason)}</p>`}
${quotes.map(({ quote, start }) => `<p dir="auto"><a href="#${anchor}-${start}"><q>${escapeHtml(quote)}</q></a></p>`).join('\n')}
<p class="grounds">${grounds.map(escapeHtml).join(' · ')}</p>
</details>`;
}

/** Green where all who quote it are met, red where none is. */
function pieceHtml(
  { text, start, itemIds }: Piece,
  signs: ReadonlyMap<string, string>,
  anchor: string,
): string {
  if (itemIds.length === 0) return escapeHtml(text);
  const [sign, ...others] = new Set(itemIds.map((id) => signs.get(id)));
  const colour = others.length === 0 && (sign === 'yes' || sign === 'no') ? sign : 'open';
  return `<mark id="${anchor}-${start}" class="${colour}" title="${escapeHtml(itemIds.join(', '))}">${escapeHtml(text)}</mark>`;
}

function meter({ passRate: { yes, no, notApplicable, unscored } }: Judgement): string {
  const all = Math.max(1, yes + no + notApplicable + unscored);
  const part = (kind: string, count: number) =>
    count === 0 ? '' : `<i class="${kind}" style="width:${((100 * count) / all).toFixed(2)}%"></i>`;
  return `<div class="meter" role="img" aria-label="${yes} met, ${no} not met, ${notApplicable + unscored} open">${part('yes', yes)}${part('no', no)}${part('open', notApplicable + unscored)}</div>`;
}

function categoryTable(judgement: Judgement): string {
  const rates = [...passRatesByCategory(judgement)];
  if (rates.length < 2) return '';
  const rows = rates.map(
    ([category, rate]) =>
      `<tr><th scope="row">${category}</th><td>${percent(rate.rate)}</td><td>${countsOf(rate)}</td></tr>`,
  );
  return `<details><summary>By category</summary><table>${rows.join('')}</table></details>`;
}
