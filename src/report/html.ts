/** A report as one HTML file that fetches nothing and runs nothing; the template escapes what it is given. */
import { html, raw } from 'hono/html';
import { printable } from '../text/printable.ts';
import { REPORT_STYLE } from './html-style.ts';
import {
  isEmpty,
  spansOf,
  type Block,
  type Inline,
  type ListItem,
  type Report,
  type Span,
  type TextPiece,
} from './report.ts';
import { webAddress } from './words.ts';

/** What was judged is hostile until shown otherwise. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

type Html = ReturnType<typeof html>;

export async function toHtml({ title, instruction, blocks }: Report): Promise<string> {
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${printable(title)}</title>
        <style>
          ${raw(REPORT_STYLE)}
        </style>
      </head>
      <body>
        <main>
          <h1 dir="auto">${printable(title)}</h1>
          ${instruction === undefined ? '' : html`<blockquote dir="auto">${printable(instruction)}</blockquote>`}
          ${blocks.map(blockHtml)}
        </main>
      </body>
    </html> `;
  return page.toString();
}

function blockHtml(block: Block): Html {
  if (isEmpty(block)) return html``;
  switch (block.kind) {
    case 'section':
      return html`<section>
        <h2 dir="auto">${printable(block.title)}</h2>
        ${block.blocks.map(blockHtml)}
      </section> `;
    case 'beside':
      return html`<div class="beside">
        ${block.blocks.map((each) => html`<div>${blockHtml(each)}</div>`)}
      </div> `;
    case 'lines':
      return html`${block.lines.map((line) => html`<p dir="auto">${inlineHtml(line)}</p> `)}`;
    case 'table': {
      const heads = block.columns.map(({ head }) => html`<th scope="col">${head}</th>`);
      const hasHead = block.columns.some(({ head }) => head !== '');
      const rows = block.rows.map(
        (cells) =>
          html`<tr>
            ${cells.map((cell) => html`<td dir="auto">${inlineHtml(cell)}</td>`)}
          </tr> `,
      );
      return html`<table>
        ${
          hasHead
            ? html`<thead>
                <tr>
                  ${heads}
                </tr>
              </thead>`
            : ''
        }
        <tbody>
          ${rows}
        </tbody>
      </table> `;
    }
    case 'list':
      return html`<ul>
        ${block.items.map(itemHtml)}
      </ul> `;
    case 'text':
      return html`<div class="text" dir="auto">${block.pieces.map(pieceHtml)}</div> `;
  }
}

function itemHtml({ head, blocks, id, isFolded }: ListItem): Html {
  const [first, body] = [inlineHtml(head), blocks.map(blockHtml)];
  if (isFolded === undefined) return html`<li${idOf(id)}><p dir="auto">${first}</p>${body}</li>\n`;
  const open = raw(isFolded ? '' : ' open');
  return html`<li class="fold"><details${open}><summary dir="auto">${first}</summary>${body}</details></li>\n`;
}

function idOf(id: string | undefined): Html {
  return id === undefined ? html`` : html` id="${id}"`;
}

function inlineHtml(inline: Inline): readonly Html[] {
  return spansOf(inline).map(spanHtml);
}

function spanHtml({ text, tone, href, bar }: Span): Html {
  const words = printable(text);
  if (bar !== undefined) return html`<meter value="${bar.share.toFixed(3)}"></meter>${words}`;
  const shown = tone === undefined ? html`${words}` : html`<span class="${tone}">${words}</span>`;
  if (href === undefined) return shown;
  const address = href.startsWith('#') ? href : webAddress(href);
  if (address !== null) return html`<a href="${address}" rel="noreferrer">${shown}</a>`;
  return text === href ? html`<code>${words}</code>` : html`${shown} <code>${printable(href)}</code>`;
}

function pieceHtml({ text, mark, id, by = '' }: TextPiece): Html {
  const words = printable(text);
  if (mark === undefined) return html`${words}`;
  if (mark === 'removed') return html`<del>${words}</del>`;
  if (mark === 'added') return html`<ins>${words}</ins>`;
  return html`<mark${idOf(id)} class="${mark}" title="${by}">${words}</mark>`;
}
