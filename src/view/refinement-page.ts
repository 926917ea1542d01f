/** How a response was refined: what changed, word by word, and which items it meets now. */
import type { Refinement } from '../domain/judged-work.ts';
import { pieceHtml } from '../report/html.ts';
import { signOf } from '../report/judgement.ts';
import { markup, type Html } from '../report/markup.ts';
import { percent } from '../report/words.ts';
import { wordDiff } from '../text/word-diff.ts';
import type { Page } from './page.ts';

const STOPS: Readonly<Record<Exclude<Refinement['stop']['why'], 'no-revision'>, string>> = {
  'nothing-to-mend': 'Nothing was left to mend.',
  'nothing-scored': 'Nothing of the last round could be judged.',
  'rounds-done': 'All rounds are done.',
};

export async function refinementPage({ rounds, kept, stop, checklist, method }: Refinement): Promise<Page> {
  // Where no round was better, the last one shows what was tried.
  const isBetter = kept > 0 || rounds.length === 1;
  const [start, best] = [rounds[0], isBetter ? rounds[kept] : rounds.at(-1)];
  if (start === undefined || best === undefined)
    throw new Error('A refinement has a start, and the round that is kept.');
  const pieces = await wordDiff(start.judged.response, best.judged.response);
  const shown = pieces.map(({ change, text }) => pieceHtml(change === 'kept' ? { text } : { text, mark: change }));
  const items = checklist.items.map(({ id, text }, at): Html => {
    const signs = [start, best].map(({ judged }) => signOf(judged.verdicts[at]?.verdict));
    const cells = signs.map(({ text, tone }) => markup`<td><span class="badge ${tone}">${text}</span></td>`);
    return markup`<tr><th scope="row" dir="auto"><span class="soft">${id}</span> ${text}</th>${cells}</tr>\n`;
  });
  const steps = rounds.map(({ judged, plan }, at) => {
    const name = at === 0 ? 'Start' : `Round ${at}`;
    return markup`<li class="card"><strong>${name}</strong> ${percent(judged.passRate.rate)}${at === kept ? markup` <span class="badge good">kept</span>` : ''}${plan === null ? '' : markup`<details><summary class="soft">What was to be mended</summary><p class="verse">${plan}</p></details>`}</li>`;
  });
  const body = markup`<p class="kind">Refined by ${method}</p><h1 dir="auto">${start.judged.name}: ${percent(start.judged.passRate.rate)} → ${percent(best.judged.passRate.rate)}</h1>
<p class="soft">${stop.why === 'no-revision' ? stop.reason : STOPS[stop.why]}${isBetter ? '' : ' No round was better than the start, which stays; the last try is shown.'}</p>
<div class="columns even"><section aria-label="What changed"><h2>What changed</h2><div class="text" dir="auto">${shown}</div></section>
<div><h2>Rounds</h2><ul class="plain">${steps}</ul><h2>Items</h2><div class="scroll" tabindex="0" role="region" aria-label="Items before and after"><table class="verdicts"><thead><tr><th scope="col">Item</th><th scope="col">Start</th><th scope="col">${isBetter ? 'Kept' : 'Last try'}</th></tr></thead><tbody>${items}</tbody></table></div></div></div>`;
  return { title: `Refined: ${start.judged.name}`, body };
}
