/** HTML and Markdown to a draft page: the page opened, one of its readings chosen, typed blocks. */
import { type Draft, draftBlock, tidy } from '../draft.ts';
import { isLabel } from '../lines-to-blocks.ts';
import { boundMarkup } from './bound-markup.ts';
import { chooseReading } from './choose-reading.ts';
import { collectBlocks, EVERYTHING } from './collect-blocks.ts';
import { chooseByline, firstDate } from './metadata.ts';
import { openPage } from './open-page.ts';
import { buildTree } from './tree.ts';

/** @throws UnreadableError for too many elements, or without text */
export async function extractHtml(source: string): Promise<Draft> {
  const opened = await openPage(source);
  return {
    ...opened.metadata,
    byline: chooseByline([opened.metadata.byline, opened.byline]),
    blocks: chooseReading(opened).blocks.map(draftBlock),
  };
}

/** YAML front matter of site generators. */
const FRONT_MATTER = /^---[ \t]*\r?\n([^]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;

/** A first paragraph that is all bold: a title, where no heading is one. */
const ALL_BOLD = /^\s*<p><strong>[^<]*<\/strong><\/p>/u;

/** Via HTML, so that there is one block collector. */
export async function extractMarkdown(source: string): Promise<Draft> {
  const [{ load }, { Marked }] = await Promise.all([import('cheerio/slim'), import('marked')]);
  const marked = new Marked({ gfm: true });
  const front = FRONT_MATTER.exec(source);
  const fields = readFields(front?.[1] ?? '');
  const html = marked.parse(parted(source.slice(front?.[0].length ?? 0)), { async: false });
  const { body } = buildTree(load(boundMarkup(html).html));
  const blocks = collectBlocks(body, EVERYTHING).map(draftBlock);
  const heading = blocks.find((block) => block.kind === 'heading' && block.level === 1);
  return {
    title: fields.get('title') ?? heading?.text ?? (ALL_BOLD.test(html) ? (blocks[0]?.text ?? null) : null),
    byline: chooseByline([fields.get('author') ?? null, fields.get('authors') ?? null]),
    site: fields.get('site') ?? null,
    publishedOn: firstDate([fields.get('date') ?? null, fields.get('published') ?? null]),
    declaredLanguage: fields.get('lang') ?? fields.get('language') ?? null,
    blocks,
  };
}

const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/;

/** A label between two lists is a paragraph of its own, which Markdown would join to the item above. */
function parted(source: string): string {
  let indent = -1;
  const lines = source.split('\n').map((line) => {
    const at = line.search(/\S|$/u);
    const isItem = ITEM.test(line);
    const isLazy = !isItem && at <= indent && isLabel(line.trim());
    if (isItem || isLazy || at === line.length) indent = isItem ? at : -1;
    return isLazy ? `\n${line}` : line;
  });
  return lines.join('\n');
}

/** The `key: value` lines of a front matter, without nested values. */
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
