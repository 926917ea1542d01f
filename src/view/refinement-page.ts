/** How a response was refined: what changed, word by word, and which items it meets now. */
import type { Refinement } from '../domain/judged-work.ts';
import { blocksHtml } from '../report/html-blocks.ts';
import { markup } from '../report/markup.ts';
import { refinementReport } from '../report/refinement.ts';
import type { Page } from './page.ts';

export async function refinementPage(refinement: Refinement): Promise<Page> {
  const { title, instruction, blocks } = await refinementReport(refinement, true);
  const task = instruction === undefined ? '' : markup`<p class="verse soft" dir="auto">${instruction}</p>`;
  return { title, body: markup`<h1 dir="auto">${title}</h1>${task}\n${blocksHtml(blocks)}` };
}
