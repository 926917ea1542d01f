/** Title, byline, site, date and language from a page's head, structured data and markup. */
import type { CheerioAPI } from 'cheerio/slim';
import { z } from 'zod';
import { jsonIn } from '../../text/parse-json.ts';
import { tidy, type Draft } from '../draft.ts';
import { isElement, type Tree, type TreeElement } from './tree.ts';

const Named = z.union([z.string(), z.looseObject({ name: z.string() }).transform((named) => named.name)]);
const Names = z.union([Named.transform((name) => [name]), z.array(Named)]).catch([]);
const LinkedData = z.looseObject({
  headline: z.string().optional().catch(undefined),
  datePublished: z.string().optional().catch(undefined),
  author: Names,
  publisher: Named.optional().catch(undefined),
});
const Nested = z.looseObject({ '@graph': z.array(z.unknown()).optional().catch(undefined) });
const MAX_BYLINE_CHARS = 120;

/** True for a page that says of itself that it is an article, as news and blogs do. */
export function declaresArticle($: CheerioAPI, jsonLd: readonly string[]): boolean {
  const declared = headOf($).children('meta[property="og:type"]').first().attr('content')?.trim().toLowerCase();
  return declared === 'article' || jsonLd.some((text) => ARTICLE_TYPE.test(text));
}
const ARTICLE_TYPE = /"@type"\s*:\s*(?:\[\s*)?"(?:\w*Article|BlogPosting)"/;

export function readMetadata($: CheerioAPI, { elements }: Tree, jsonLd: readonly string[]): Omit<Draft, 'blocks'> {
  const head = headOf($);
  const metas = new Map<string, string>();
  head.children('meta').each((_, element) => {
    const key = (element.attribs['property'] ?? element.attribs['name'] ?? element.attribs['itemprop'])
      ?.trim()
      .toLowerCase();
    const value = tidy(element.attribs['content'] ?? '');
    if (key !== undefined && value !== '' && !metas.has(key)) metas.set(key, value);
  });
  const meta = (...keys: readonly string[]): string | null =>
    keys.map((key) => metas.get(key)).find((value) => value !== undefined) ?? null;
  const linked = jsonLd.flatMap(readLinkedData);
  const publisher = linked.map((item) => item.publisher).find((name) => name !== undefined);
  const site = meta('og:site_name', 'application-name') ?? publisher ?? canonicalHost($);
  const headings = elements.filter(({ tag }) => tag === 'h1');
  const heading = headings.length === 1 ? tidy(headings.map(textOf).join('')) : '';
  const author = elements.find(namesAuthor);
  const time = elements.find(({ tag, attributes }) => tag === 'time' && attributes['datetime'] !== undefined);
  return {
    title: chooseTitle(meta('og:title', 'twitter:title'), tidy(head.children('title').first().text()), heading, site),
    byline: chooseByline([
      meta('author', 'article:author', 'parsely-author', 'dc.creator', 'dcterms.creator', 'citation_author'),
      linked.map((item) => item.author.join(', ')).find((author) => author !== '') ?? null,
      author === undefined ? null : tidy(textOf(author)),
    ]),
    site,
    publishedOn: firstDate([
      meta(
        'article:published_time',
        'og:published_time',
        'datepublished',
        'date',
        'dc.date',
        'dcterms.date',
        'citation_date',
        'parsely-pub-date',
      ),
      ...linked.map((item) => item.datePublished ?? null),
      time?.attributes['datetime'] ?? null,
    ]),
    declaredLanguage: $.root().children('html').attr('lang')?.trim() ?? null,
  };
}

function namesAuthor({ attributes: { rel = '', itemprop = '' } }: TreeElement): boolean {
  return `${rel} ${itemprop}`.split(/\s+/).includes('author');
}

function textOf(element: TreeElement): string {
  return element.children.map((child) => (isElement(child) ? textOf(child) : child)).join('');
}

function readLinkedData(json: string): z.infer<typeof LinkedData>[] {
  const parsed = jsonIn(json.replace(/^\s*(?:<!\[CDATA\[|<!--)|(?:\]\]>|-->)\s*$/g, ''));
  return (Array.isArray(parsed) ? parsed : [parsed])
    .flatMap((item: unknown) => [item, ...(Nested.safeParse(item).data?.['@graph'] ?? [])])
    .filter((item) => typeof item === 'object' && item !== null && ('headline' in item || 'datePublished' in item))
    .flatMap((item) => LinkedData.safeParse(item).data ?? [])
    .filter((item) => item.headline !== undefined || item.datePublished !== undefined);
}

function canonicalHost($: CheerioAPI): string | null {
  const head = headOf($);
  const href =
    head.children('link[rel~=canonical]').attr('href') ?? head.children('meta[property="og:url"]').attr('content');
  return hostOf(href ?? '');
}

/** After `boundMarkup`, metas and links are its children, so that no body is searched for them. */
function headOf($: CheerioAPI) {
  return $.root().children('html').children('head');
}

/** Without `www.`; null if the address has none. */
function hostOf(address: string): string | null {
  const whole = address.startsWith('//') ? `https:${address}` : address;
  if (!URL.canParse(whole)) return null;
  const { host } = new URL(whole);
  return host === '' ? null : host.replace(/^www\./, '');
}

/** The declared title, else `<title>` without the site's name, which the only h1 or the declared site reveals. */
function chooseTitle(declared: string | null, title: string, heading: string, site: string | null): string | null {
  if (declared !== null) return withoutSite(declared, site);
  if (title === '') return heading === '' ? null : heading;
  const rest = title.toLowerCase().startsWith(heading.toLowerCase()) ? title.slice(heading.length) : '';
  // The site's name follows a bar or a dash, not a colon.
  if (heading !== '' && /^\s+[|\-–—·»]\s/.test(rest)) return heading;
  return withoutSite(title, site);
}

function withoutSite(title: string, site: string | null): string {
  const parts = /^(.{5,}?)\s+[|\-–—·»:]\s+(.+)$/.exec(title);
  return parts?.[1] !== undefined && site !== null && parts[2]?.toLowerCase() === site.toLowerCase() ? parts[1] : title;
}

/** The first candidate that looks like names: not a URL, not a sentence. */
export function chooseByline(candidates: readonly (string | null)[]): string | null {
  for (const candidate of candidates) {
    const byline = tidy(candidate ?? '').replace(/^(?:by|written by)[:\s]+/i, '');
    if (byline !== '' && byline.length <= MAX_BYLINE_CHARS && !/^https?:\/\//.test(byline)) return byline;
  }
  return null;
}

/** The day of an ISO 8601 date or date-time, without time zone conversion. */
export function firstDate(candidates: readonly (string | null)[]): string | null {
  for (const candidate of candidates) {
    const match = /^\s*(\d{4})-?(\d{2})-?(\d{2})(?!\d)/.exec(candidate ?? '');
    const day = match === null ? '' : `${match[1] ?? ''}-${match[2] ?? ''}-${match[3] ?? ''}`;
    if (z.iso.date().safeParse(day).success) return day;
  }
  return null;
}
