/** A report as one HTML page. */
import { escapeHtml } from '../escape-html.ts';
import { htmlPage } from '../judgement/html-page.ts';
import { responseSection } from '../judgement/html.ts';
import type { Block, Report, Span } from './report.ts';

export function reportToHtml({ title, heading, task, blocks }: Report): string {
  return htmlPage({
    title,
    heading,
    task,
    body: blocks.map((block, index) => blockHtml(block, `b${index + 1}`)),
  });
}

function blockHtml(block: Block, anchor: string): string {
  switch (block.kind) {
    case 'heading':
      return `<section class="part"><h2>${escapeHtml(block.text)}</h2></section>`;
    case 'line':
      return `<p dir="auto">${block.spans.map(spanHtml).join('')}</p>`;
    case 'rows': {
      const head = block.columns.map((column) => `<th scope="col">${escapeHtml(column.head)}</th>`).join('');
      const rows = block.rows.map(
        (cells) => `<tr>${cells.map((span) => `<td dir="auto">${spanHtml(span)}</td>`).join('')}</tr>`,
      );
      return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
    }
    case 'text':
      return `<div class="text" dir="auto">${escapeHtml(block.text)}</div>`;
    case 'diff':
      return `<div class="text" dir="auto">${block.pieces
        .map(({ change, text }) => {
          const escaped = escapeHtml(text);
          if (change === 'kept') return escaped;
          return change === 'removed' ? `<del>${escaped}</del>` : `<ins>${escaped}</ins>`;
        })
        .join('')}</div>`;
    case 'judgement':
      return responseSection(block.judgement, anchor);
  }
}

function spanHtml({ text, tone }: Span): string {
  return tone === 'plain' ? escapeHtml(text) : `<span class="${tone}">${escapeHtml(text)}</span>`;
}
