/** The HTML of an article as content management systems send it: four fifths of it are not the article. */
import type { Draw } from '../draw.ts';
import { fillerSentence } from './filler.ts';

export interface Article {
  readonly title: string;
  readonly site: string;
  /** Each paragraph is a list of sentences; a list of one that opens with "- " is an item of a list. */
  readonly sections: readonly { readonly heading: string; readonly paragraphs: readonly string[][] }[];
}

/** @param draw what the frame is made of; null: no frame */
export function pageHtml({ title, site, sections }: Article, draw: Draw | null): string {
  const body = sections
    .map(
      ({ heading, paragraphs }, index) =>
        `<h2 id="section-${index}" class="wp-block-heading has-large-font-size">${escapeHtml(heading)}</h2>\n${paragraphs.map(paragraphHtml).join('\n')}`,
    )
    .join('\n');
  const article = `<main><article class="post"><header><h1>${escapeHtml(title)}</h1></header>
${body}
</article></main>`;
  if (draw === null)
    return `<!doctype html><html lang="en"><head><title>${escapeHtml(title)}</title></head><body>${article}</body></html>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)} | ${escapeHtml(site)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta property="og:site_name" content="${escapeHtml(site)}">
<style>${styles(draw)}</style><script type="application/json" id="state">${state(draw)}</script></head>
<body class="single single-post">${navigation(draw)}
${article}
${teasers(draw)}${footer(draw)}<script>window.dataLayer=window.dataLayer||[];${scriptOf(draw)}</script></body></html>`;
}

function paragraphHtml(sentences: readonly string[]): string {
  const text = sentences.join(' ');
  if (!text.startsWith('- ')) return `<p class="has-medium-font-size">${escapeHtml(text)}</p>`;
  return `<ul class="wp-block-list"><li>${escapeHtml(text.slice(2))}</li></ul>`;
}

const repeat = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join('');

function styles(draw: Draw): string {
  return repeat(
    360,
    (index) =>
      `.c-${index}__${draw.index(9999)}{margin:${draw.index(40)}px ${draw.index(40)}px;color:#${(0x100000 + draw.index(0xefffff)).toString(16)}}`,
  );
}

function state(draw: Draw): string {
  return JSON.stringify(
    Array.from({ length: 430 }, (_, index) => ({
      id: index,
      key: `w${draw.index(1e9)}`,
      at: draw.index(1e6),
    })),
  );
}

function scriptOf(draw: Draw): string {
  return repeat(240, (index) => `dataLayer.push({event:"view${index}",slot:${draw.index(1e6)},on:true});`);
}

function navigation(draw: Draw): string {
  const items = repeat(
    60,
    (index) =>
      `<li class="menu-item menu-item-type-custom menu-item-${draw.index(9999)}"><a class="menu-link" href="/topic-${index}">Topic ${index}</a></li>`,
  );
  return `<nav class="primary" aria-label="Main"><ul>${items}</ul></nav>`;
}

function teasers(draw: Draw): string {
  const cards = repeat(
    20,
    (index) =>
      `<div class="card"><a href="/story-${index}"><img src="/i/${draw.index(1e6)}.jpg" alt=""><h4>Story ${index}</h4></a><span class="excerpt">${escapeHtml(fillerSentence(draw).slice(0, 60))}…</span></div>`,
  );
  return `<aside class="related"><h3>Related stories</h3>${cards}</aside>`;
}

function footer(draw: Draw): string {
  const links = repeat(40, (index) => `<a class="footer-link-${draw.index(999)}" href="/f${index}">Link ${index}</a> `);
  return `<footer class="site-footer">${links}<p>All rights reserved.</p></footer>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
