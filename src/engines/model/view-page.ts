/** What a model is shown of a page: never its URL, and of its text the passages that were chosen. */
import type { Page, Span } from '../../domain/page.ts';
import type { PageView } from '../../llm/agent-kit/fence-page.ts';

/** @param url only its host is taken, and only of web addresses; null where the host is not to be shown */
export function viewPage(page: Page, url: string | null, passages: readonly Span[]): PageView {
  return {
    host: url === null ? null : hostOf(url),
    title: page.title,
    byline: page.byline,
    publishedOn: page.publishedOn,
    passages: passages.map(({ start, end }) => page.text.slice(start, end)),
  };
}

function hostOf(url: string): string | null {
  return /^https?:/i.test(url) && URL.canParse(url) ? new URL(url).hostname : null;
}
