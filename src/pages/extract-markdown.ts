/** Markdown to a draft page: front matter for the metadata; the rest by way of HTML, so that blocks are made in one place. */
import type { load } from 'cheerio/slim';
import { draftBlock, tidy, type Draft } from './draft.ts';
import { boundMarkup } from './html/bound-markup.ts';
import { collectBlocks } from './html/collect-blocks.ts';
import { chooseByline, firstDate } from './html/metadata.ts';
import { buildTree } from './html/tree.ts';
import { withTimeLimit } from './with-time-limit.ts';

/** A fence of three dashes at the very start (YAML, as site generators write it). */
const FRONT_MATTER = /^---[ \t]*\r?\n([^]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;

/** @throws TimeLimitError */
export async function extractMarkdown(source: string, timeoutMs: number): Promise<Draft> {
  const [{ load }, { Marked }] = await Promise.all([import('cheerio/slim'), import('marked')]);
  const marked = new Marked({ gfm: true });
  return withTimeLimit(timeoutMs, () =>
    toDraft(source, load, (markdown) => marked.parse(markdown, { async: false })),
  );
}

function toDraft(source: string, parse: typeof load, toHtml: (markdown: string) => string): Draft {
  const front = FRONT_MATTER.exec(source);
  const fields = readFields(front?.[1] ?? '');
  const html = toHtml(source.slice(front?.[0].length ?? 0));
  const all = (): boolean => true;
  const { body } = buildTree(parse(boundMarkup(html).html));
  const blocks = collectBlocks(body, { has: all, hasText: all }).map(draftBlock);
  const heading = blocks.find((block) => block.kind === 'heading' && block.level === 1);
  return {
    title: fields.get('title') ?? heading?.text ?? null,
    byline: chooseByline([fields.get('author') ?? null, fields.get('authors') ?? null]),
    site: fields.get('site') ?? null,
    publishedOn: firstDate([fields.get('date') ?? null, fields.get('published') ?? null]),
    declaredLanguage: fields.get('lang') ?? fields.get('language') ?? null,
    blocks,
  };
}

/** The `key: value` lines of a front matter; nested values are left alone. */
function readFields(front: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const line of front.split('\n')) {
    const match = /^([A-Za-z_-]+)\s*:\s*(.+)$/.exec(line.trimEnd());
    const value = tidy(match?.[2] ?? '')
      .replace(/^\[(.*)\]$/, '$1')
      .replace(/^(["'])(.*)\1$/, '$2');
    if (match?.[1] !== undefined && value !== '') fields.set(match[1].toLowerCase(), value);
  }
  return fields;
}
