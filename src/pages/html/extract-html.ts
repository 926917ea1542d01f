/** HTML and Markdown to a draft page: bounded markup, tree, Readability's choice, structural clean, typed blocks, block filter. */
import { type Draft, draftBlock, tidy, UnreadableError } from '../draft.ts';
import { boundMarkup } from './bound-markup.ts';
import { chooseContent } from './choose-content.ts';
import { collectBlocks } from './collect-blocks.ts';
import { filterBlocks } from './filter-blocks.ts';
import { chooseByline, firstDate, readMetadata } from './metadata.ts';
import { chooseByReadability, type OpenArticle } from './readability.ts';
import { buildTree } from './tree.ts';

const MAX_ELEMENTS = 100_000;
/** Readability takes cubic time in the depth. Beyond these limits the densest block is used. */
const MAX_READABILITY_ELEMENTS = 20_000;
const MAX_READABILITY_DEPTH = 80;

/** @throws UnreadableError for too many elements, or without text */
export async function extractHtml(source: string): Promise<Draft> {
  // Import the default of a CommonJS package: loaders and bundlers treat its names differently.
  const [{ load }, { default: readability }, { parseHTML }] = await Promise.all([
    import('cheerio/slim'),
    import('@mozilla/readability'),
    import('linkedom'),
  ]);
  const openArticle: OpenArticle = (html) =>
    new readability.Readability(parseHTML(html).document, { keepClasses: true });
  const bounded = boundMarkup(source);
  if (bounded.elements > MAX_ELEMENTS)
    throw new UnreadableError(`the page has ${bounded.elements} elements; ${MAX_ELEMENTS} are read at most`);
  const $ = load(bounded.html);
  const metadata = readMetadata($, bounded.jsonLd);
  const tree = buildTree($);
  if (tree.body.textLength === 0) throw new UnreadableError('the page shows no text without scripts');
  const isReadable = bounded.elements <= MAX_READABILITY_ELEMENTS && bounded.depth <= MAX_READABILITY_DEPTH;
  const choice = isReadable ? chooseByReadability(tree, metadata.title ?? '', openArticle) : null;
  return {
    ...metadata,
    byline: chooseByline([metadata.byline, choice?.byline ?? null]),
    blocks: filterBlocks(chooseContent(tree, choice), metadata.title).map(draftBlock),
  };
}

/** YAML front matter of site generators. */
const FRONT_MATTER = /^---[ \t]*\r?\n([^]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;

/** Via HTML, so that there is one block collector. */
export async function extractMarkdown(source: string): Promise<Draft> {
  const [{ load }, { Marked }] = await Promise.all([import('cheerio/slim'), import('marked')]);
  const marked = new Marked({ gfm: true });
  const front = FRONT_MATTER.exec(source);
  const fields = readFields(front?.[1] ?? '');
  const html = marked.parse(source.slice(front?.[0].length ?? 0), { async: false });
  const everything = (): boolean => true;
  const { body } = buildTree(load(boundMarkup(html).html));
  const blocks = collectBlocks(body, { has: everything, hasText: everything }).map(draftBlock);
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
