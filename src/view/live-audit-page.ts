/** The quotes of a set as they are on the live pages today. */
import type { LiveAudit } from '../audit/audit-live.ts';
import type { CriteriaSet } from '../domain/criteria-set.ts';
import { blocksHtml } from '../report/html.ts';
import { liveAuditBlocks } from '../report/live-audit.ts';
import { markup } from '../report/markup.ts';
import { setTitle } from '../report/whole-set.ts';
import { refusal, type Page } from './page.ts';
import { setHead } from './set-head.ts';

/** @param live null: nobody looked yet; or why nobody could */
export function liveAuditPage(set: CriteriaSet, live: LiveAudit | { readonly refused: string } | null): Page {
  const found =
    live === null
      ? ''
      : 'refused' in live
        ? refusal(live.refused)
        : markup`<section aria-live="polite">${blocksHtml(liveAuditBlocks(live, true))}</section>`;
  const body = markup`${setHead(set, 'Live audit')}
<form method="post" action="/sets/${set.id}/live"><p>Every cited page is read again, and each quote looked for in it. <button>${live === null ? 'Read the pages now' : 'Read them again'}</button></p></form>
${found}`;
  return { title: `Live audit: ${setTitle(set)}`, body };
}
