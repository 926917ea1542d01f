/** Links that open a document at a quote: text fragments for HTML, page numbers for PDFs. */
import type { Page, Span, Via } from '../domain/page.ts';
import { pageNumberAt } from './page-number-at.ts';
import { textDirective } from './text-directive.ts';

/**
 * @returns a link, or null where no link can open the document at the quote: another scheme, another media type, a
 * quote without words, a text that repeats with the same words around it.
 */
export function quoteLink(
  source: { readonly url: string; readonly via: Via },
  page: Page,
  span: Span,
): string | null {
  if (source.url.startsWith('library:')) return source.url;
  if (!/^https?:/i.test(source.url) || !URL.canParse(source.url)) return null;
  const url = new URL(source.url);
  if (page.mediaKind === 'pdf') {
    const pageNumber = pageNumberAt(page, span.start);
    if (pageNumber === null) return null;
    url.hash = `page=${pageNumber}`;
    return url.href;
  }
  const directive = page.mediaKind === 'html' ? textDirective(page, span) : null;
  if (directive === null) return null;
  // Search engines link to passages, too: their directive makes room for ours.
  const [fragment = ''] = url.hash.slice(1).split(':~:');
  url.hash = '';
  return `${url.href.replace(/#$/, '')}#${fragment}:~:text=${directive}`;
}
