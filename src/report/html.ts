/** A report as one HTML file that loads nothing and runs nothing. */
import { createHash } from 'node:crypto';
import { raw } from 'hono/html';
import { blocksHtml } from './html-blocks.ts';
import { STYLE } from './html-style.ts';
import { markup, type Html } from './markup.ts';
import type { Report } from './report.ts';

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
