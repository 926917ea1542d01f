/** Spans and marked pieces of a text as HTML. */
import { markup, type Html } from './markup.ts';
import { spansOf } from './report.ts';
import type { Bar, Button, Inline, Span, TextPiece } from './report.ts';
import { webAddress } from './words.ts';

export function inlineHtml(inline: Inline): readonly Html[] {
  return spansOf(inline).map(spanHtml);
}

function spanHtml(span: Span): Html {
  const { text, tone, href, path, bar, button } = span;
  if (bar !== undefined) return barHtml(bar);
  if (button !== undefined) return buttonHtml(button, span);
  const classes = [span.isBadge === true ? 'badge' : '', tone ?? ''].filter(Boolean).join(' ');
  const shown = classes === '' ? markup`${text}` : markup`<span class="${classes}">${text}</span>`;
  if (path !== undefined) return markup`<a href="${path}">${shown}</a>`;
  if (href === undefined) return shown;
  const address = href.startsWith('#') ? href : webAddress(href);
  if (address !== null) return markup`<a href="${address}" rel="noreferrer">${shown}</a>`;
  return text === href ? markup`<code>${text}</code>` : markup`${shown} <code>${href}</code>`;
}

function buttonHtml({ name, value, label, isCurrent }: Button, { text, tone }: Span): Html {
  const current = isCurrent ? markup` aria-current="true"` : '';
  return markup`<button class="${tone ?? ''}" name="${name}" value="${value}" aria-label="${label}"${current}>${text}</button>`;
}

/** The text beside it says the same. */
function barHtml({ share, openShare = 0 }: Bar): Html {
  const met = (100 * share).toFixed(1);
  const open = (100 * openShare).toFixed(1);
  const known = (100 - 100 * openShare).toFixed(1);
  return markup`<svg class="bar" viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true"><rect class="good" width="${met}" height="14"/><rect class="open" x="${known}" width="${open}" height="14"/></svg>`;
}

export function piecesHtml(pieces: readonly TextPiece[]): readonly Html[] {
  return pieces.map(pieceHtml);
}

function pieceHtml({ text, mark, id, by = '' }: TextPiece): Html {
  if (mark === undefined) return markup`${text}`;
  if (mark === 'removed') return markup`<del>${text}</del>`;
  if (mark === 'added') return markup`<ins>${text}</ins>`;
  const anchor = id === undefined ? '' : markup` id="${id}"`;
  return markup`<mark${anchor} class="${mark}" title="${by}">${text}</mark>`;
}
