/** How a set was found: kept with it for as long as it is in the store. */
import type { CriteriaSet } from '../domain/criteria-set.ts';
import { runBlocks } from '../report/discovery-run.ts';
import { blocksHtml } from '../report/html.ts';
import { markup } from '../report/markup.ts';
import { lines, section } from '../report/report.ts';
import { funnelTable } from '../report/set-charts.ts';
import { setTitle } from '../report/whole-set.ts';
import { minute, seconds } from '../report/words.ts';
import type { Page } from './page.ts';
import { setHead } from './set-head.ts';

export function runPage(set: CriteriaSet): Page {
  const { id, content, run } = set;
  const gathered = run.gatheredAt === undefined ? null : `Its advice was gathered at ${minute(run.gatheredAt)} UTC.`;
  const about = lines(`It began at ${minute(run.startedAt)} UTC and took ${seconds(run.elapsedMs)}.`, gathered);
  const body = markup`${setHead(set, 'Run')}
<div class="columns"><div>${blocksHtml([about, ...runBlocks(set, `/sets/${id}/sources`)])}</div>
<aside aria-label="Funnel">${blocksHtml([section('From documents to criteria', funnelTable(content.funnel))])}</aside></div>`;
  return { title: `Run: ${setTitle(set)}`, body };
}
