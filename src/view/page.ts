/** The frame of every audit page: head, navigation, main part. Nothing in a page runs or styles by itself. */
import { createHash } from 'node:crypto';
import { blocksHtml, htmlDocument } from '../report/html.ts';
import { flag, markup, type Html } from '../report/markup.ts';
import type { Report } from '../report/report.ts';
import { SCRIPT } from './script.ts';
import { PAGE_STYLE } from './style.ts';

export interface Page {
  readonly title: string;
  readonly body: Html;
  /** Of HTTP, where it is not 200: a form that was refused is shown again. */
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Without scripts the page is read again after so many seconds. */
  readonly refreshSeconds?: number | undefined;
}

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#1d5f8a" d="M1 2h14L10 8v6H6V8z"/></svg>`;

const hashed = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

export const ASSETS = {
  style: { path: `/assets/view.${hashed(PAGE_STYLE)}.css`, type: 'text/css; charset=utf-8', text: PAGE_STYLE },
  script: { path: `/assets/view.${hashed(SCRIPT)}.js`, type: 'text/javascript; charset=utf-8', text: SCRIPT },
  icon: { path: `/assets/icon.${hashed(ICON)}.svg`, type: 'image/svg+xml', text: ICON },
};

/** @param isSignedIn with a key that the browser keeps */
export async function servedPage({ title, body, refreshSeconds }: Page, isSignedIn: boolean): Promise<string> {
  const refresh =
    refreshSeconds === undefined
      ? ''
      : markup`<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>\n`;
  const head = markup`<link rel="icon" href="${ASSETS.icon.path}">
<link rel="stylesheet" href="${ASSETS.style.path}">
<script src="${ASSETS.script.path}" defer></script>
${refresh}`;
  const signOut = isSignedIn
    ? markup`<form method="post" action="/sign-out"><button class="quiet">Sign out</button></form>`
    : '';
  const navigation = markup`<a class="skip" href="#main">Skip to the content</a>
<header class="top"><a class="brand" href="/">Groundrule</a>
<nav aria-label="Pages"><a href="/">Home</a> · <a href="/compare">Compare sets</a></nav>${signOut}</header>\n`;
  return htmlDocument({
    title: `${title} · Groundrule`,
    head,
    body: markup`${navigation}<main id="main">${body}</main>`,
  });
}

export function reportPage({ title, instruction, blocks }: Report): Page {
  const task = instruction === undefined ? '' : markup`<p class="verse soft" dir="auto">${instruction}</p>`;
  return { title, body: markup`<h1 dir="auto">${title}</h1>${task}\n${blocksHtml(blocks)}` };
}

/** @param here the name of the current page */
export function tabs(
  label: string,
  all: readonly { readonly name: string; readonly path: string }[],
  here: string,
): Html {
  const current = (name: string) => (name === here ? markup` aria-current="page"` : '');
  return markup`<nav class="tabs" aria-label="${label}">${all.map(
    ({ name, path }) => markup`<a href="${path}"${current(name)}>${name}</a>`,
  )}</nav>`;
}

export function option(value: string, label: string, chosen: string | undefined): Html {
  return markup`<option value="${value}"${flag('selected', value === (chosen ?? ''))}>${label}</option>`;
}

/** Why a form was refused, beside the form. */
export function refusal(reason: string | undefined): Html | '' {
  return reason === undefined ? '' : markup`<p class="note bad" role="alert">${reason}</p>`;
}

export function hidden(name: string, value: string): Html {
  return markup`<input type="hidden" name="${name}" value="${value}">`;
}

export interface Part<Item> {
  readonly items: readonly Item[];
  /** Links to the parts before and after. */
  readonly links: Html | '';
}

/**
 * @param asked the index that the part begins at; beyond the end: that of the last part
 * @param addressOf the address of the part that begins at an index
 */
export function partOf<Item>(
  all: readonly Item[],
  asked: number,
  size: number,
  addressOf: (from: number) => string,
): Part<Item> {
  const from = asked < all.length ? asked : Math.max(0, Math.ceil(all.length / size) - 1) * size;
  const items = all.slice(from, from + size);
  if (items.length === all.length) return { items, links: '' };
  const step = (to: number, label: string) => markup` <a href="${addressOf(to)}">${label}</a>`;
  const links = markup`<p class="row"><span class="soft">${from + 1} to ${from + items.length} of ${all.length}</span>${from > 0 ? step(Math.max(0, from - size), 'before') : ''}${from + size < all.length ? step(from + size, 'next') : ''}</p>`;
  return { items, links };
}
