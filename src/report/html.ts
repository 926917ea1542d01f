/** Blocks as HTML, in files that load and run nothing and on the audit pages; the template escapes what it is given. */
import { createHash } from 'node:crypto';
import { raw } from 'hono/html';
import { barHtml } from './bar.ts';
import { STYLE } from './html-style.ts';
import { flag, markup, type Html } from './markup.ts';
import { isEmpty, spansOf } from './report.ts';
import type { Block, Button, Fact, Inline, ListItem, Quote, Report, Span, TextPiece, Tick } from './report.ts';
import { plotSvg } from './plot-svg.ts';
import { webAddress } from './words.ts';

/** What was judged is hostile until shown otherwise: only this very style counts. */
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;

export async function toHtml({ title, instruction, blocks }: Report): Promise<string> {
  const quoted = instruction === undefined ? '' : markup`<blockquote dir="auto">${instruction}</blockquote>\n`;
  return htmlDocument({
    title,
    head: markup`<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<style>${raw(STYLE)}</style>
`,
    body: markup`<main>
<h1 dir="auto">${title}</h1>
${quoted}${blocksHtml(blocks)}</main>`,
  });
}

export async function htmlDocument(parts: {
  readonly title: string;
  readonly head: Html;
  readonly body: Html;
}): Promise<string> {
  const page = await markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${parts.title}</title>
${parts.head}</head>
<body>
${parts.body}
</body>
</html>
`;
  return page.toString();
}

/** @param depth of the headings of sections: 2 or 3 */
export function blocksHtml(blocks: readonly Block[], depth = 2): readonly Html[] {
  return blocks.filter((block) => !isEmpty(block)).map((block) => blockHtml(block, depth));
}

function blockHtml(block: Block, depth: number): Html {
  switch (block.kind) {
    case 'section':
      return sectionHtml(block, depth);
    case 'beside':
      return markup`<div class="beside">${block.parts.map((part) => markup`<div>${blocksHtml([part], depth)}</div>`)}</div>\n`;
    case 'lines':
      return markup`${block.parts.map((line) => markup`<p dir="auto">${inlineHtml(line)}</p>\n`)}`;
    case 'note':
      return markup`${block.parts.map((line) => markup`<p class="note ${block.tone}" role="status">${inlineHtml(line)}</p>\n`)}`;
    case 'table':
      return tableHtml(block);
    case 'list':
      return listHtml(block, depth);
    case 'facts':
      return markup`<dl class="pairs">\n${block.parts.map(factHtml)}</dl>\n`;
    case 'quotes':
      return markup`${block.parts.map(quoteHtml)}`;
    case 'plot':
      return plotSvg({ ...block.plot, series: block.parts });
    case 'text':
      return markup`<div class="text" dir="auto">${block.parts.map(pieceHtml)}</div>\n`;
  }
}

function sectionHtml({ title, count, parts }: Extract<Block, { kind: 'section' }>, depth: number): Html {
  const counted = count === undefined ? '' : markup` <span class="badge">${count}</span>`;
  const heading =
    depth === 2 ? markup`<h2 dir="auto">${title}${counted}</h2>` : markup`<h3 dir="auto">${title}${counted}</h3>`;
  return markup`<section>\n${heading}\n${blocksHtml(parts, 3)}</section>\n`;
}

function tableHtml({ columns, parts, foot }: Extract<Block, { kind: 'table' }>): Html {
  const classes = columns.map(({ align, isMain }) => (isMain === true ? 'main' : (align ?? 'left')));
  const heads = columns.map(({ head }, index) =>
    head === '' ? markup`<td></td>` : markup`<th scope="col" class="${classes[index]}">${head}</th>`,
  );
  const hasHead = columns.some(({ head }) => head !== '');
  const main = columns.findIndex(({ isMain }) => isMain === true);
  const cellHtml = (cell: Inline, index: number) =>
    index === main
      ? markup`<th scope="row" dir="auto" class="main">${inlineHtml(cell)}</th>`
      : markup`<td dir="auto" class="${classes[index]}">${inlineHtml(cell)}</td>`;
  const rowsOf = (rows: typeof parts) => rows.map((cells) => markup`<tr>${cells.map(cellHtml)}</tr>\n`);
  const head = hasHead ? markup`<thead><tr>${heads}</tr></thead>` : '';
  const sums = foot.length === 0 ? '' : markup`<tfoot>${rowsOf(foot)}</tfoot>`;
  return markup`<div class="scroll" tabindex="0"><table>${head}<tbody>${rowsOf(parts)}</tbody>${sums}</table></div>\n`;
}

function listHtml({ look, parts }: Extract<Block, { kind: 'list' }>, depth: number): Html {
  const items = parts.map((item) => itemHtml(item, depth));
  return look === 'rows' ? markup`<ol class="rows">\n${items}</ol>\n` : markup`<ul class="${look}">\n${items}</ul>\n`;
}

function itemHtml({ head, note, blocks = [], id, isFolded, load, tick }: ListItem, depth: number): Html {
  const first = inlineHtml(head);
  const body = blocksHtml(blocks, depth);
  const anchor = id === undefined ? '' : markup` id="${id}"`;
  const second = note === undefined ? '' : markup`<span class="glance">${inlineHtml(note)}</span>`;
  if (isFolded !== undefined) {
    const source = load === undefined ? '' : markup` data-load="${load}"`;
    const fold = markup`<details${flag('open', !isFolded)}${source}><summary dir="auto">${note === undefined ? first : markup`<span class="what">${first}</span>`}${second}</summary><div class="more">${body}</div></details>`;
    return tick === undefined
      ? markup`<li${anchor} class="fold">${fold}</li>\n`
      : markup`<li${anchor} class="fold tick">${boxHtml(tick)}${fold}</li>\n`;
  }
  const shown = markup`<p dir="auto">${first}${second}</p>`;
  if (tick === undefined) return markup`<li${anchor}>${shown}${body}</li>\n`;
  return markup`<li${anchor} class="tick">${boxHtml(tick)}<div>${shown}${body}</div></li>\n`;
}

function boxHtml({ name, value, label, isOn }: Tick): Html {
  return markup`<input type="checkbox" name="${name}" value="${value}" aria-label="${label}"${flag('checked', isOn)}>`;
}

function factHtml({ name, value }: Fact): Html {
  return markup`<dt>${name}</dt><dd dir="auto">${inlineHtml(value)}</dd>\n`;
}

function quoteHtml({ text, before, after, title, labels, remark, about }: Quote): Html {
  const lines = about.map((line) => markup`<p class="where" dir="auto">${inlineHtml(line)}</p>\n`);
  return markup`<article class="evidence" aria-label="A quote from ${title}">
<blockquote dir="auto">${inlineHtml(labels)}${before}<mark>${text}</mark>${after}${inlineHtml(remark)}</blockquote>
${lines}</article>\n`;
}

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

function pieceHtml({ text, mark, id, by = '' }: TextPiece): Html {
  if (mark === undefined) return markup`${text}`;
  if (mark === 'removed') return markup`<del>${text}</del>`;
  if (mark === 'added') return markup`<ins>${text}</ins>`;
  const anchor = id === undefined ? '' : markup` id="${id}"`;
  return markup`<mark${anchor} class="${mark}" title="${by}">${text}</mark>`;
}
