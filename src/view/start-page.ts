/** The start: a form that asks for criteria, and the stored sets. */
import { SETTINGS } from '../config/settings.ts';
import type { SetSummary } from '../domain/ports.ts';
import { blocksHtml } from '../report/html-blocks.ts';
import { markup } from '../report/markup.ts';
import { lines, list, paint, type Block } from '../report/report.ts';
import { plural } from '../report/words.ts';
import { option, refusal, type Page } from './page.ts';

export interface Start {
  readonly sets: readonly SetSummary[];
  /** The listed sets have these in their instructions. */
  readonly words: string;
  /** The request that was refused, and why. */
  readonly refused?: { readonly instruction: string; readonly reason: string };
}

export function startPage({ sets, words, refused }: Start): Page {
  const modes = [option('', 'as set up', ''), ...SETTINGS.mode.choices.map((mode) => option(mode, mode, ''))];
  const body = markup`<h1>What makes a good answer to …?</h1>
<p class="soft">Groundrule reads what experts advise on this kind of text, and keeps the proof for every criterion.</p>
${refusal(refused?.reason)}<form method="post" action="/ask" class="card">
<label for="instruction">The writing task</label>
<textarea id="instruction" name="instruction" required maxlength="20000" rows="4" placeholder="Write a cover letter for a first job in nursing">${refused?.instruction ?? ''}</textarea>
<details><summary class="soft">Circumstances and limits</summary>
<label>Audience, source text or other circumstances <textarea name="context"></textarea></label>
<div class="fields"><label>How <select name="mode">${modes}</select></label>
<label>Kind of text, without a model <input name="kind" maxlength="100" placeholder="as the instruction says"></label>
<label>Searches <input type="number" name="queries" min="1" max="10"></label>
<label>No page older than <input type="text" name="since" placeholder="2020-01-31" pattern="\\d{4}-\\d\\d-\\d\\d"></label>
<label>Only these domains <input type="text" name="allowDomains" placeholder="edu, gov.uk"></label></div></details>
<p class="row"><button>Find the criteria</button></p></form>
<section aria-labelledby="recent"><h2 id="recent">Recent sets</h2>
<form method="get" action="/" data-swap="#sets" role="search" class="no-print"><label>Find by a word of the task <input type="search" name="words" value="${words}"></label><p class="row without-js"><button class="quiet">Find</button></p></form>
<div id="sets">${blocksHtml([setList(sets)])}</div></section>`;
  return { title: 'Ask for criteria', body };
}

function setList(sets: readonly SetSummary[]): Block {
  if (sets.length === 0) return lines(paint.soft('None yet.'));
  const items = sets.map(({ id, instruction, criteria, mode, models, engine, sources, startedAt }) => {
    const kept = Object.values(sources).reduce((sum, count) => sum + count, 0);
    const facts = [
      plural(criteria, 'criterion', 'criteria'),
      plural(kept, 'source'),
      mode,
      models.join(', ') || engine,
      `${startedAt.slice(0, 16).replace('T', ' ')} UTC`,
    ];
    return { head: { ...paint.strong(instruction), path: `/sets/${id}` }, note: paint.soft(facts.join(' · ')) };
  });
  return list(items, 'cards');
}
