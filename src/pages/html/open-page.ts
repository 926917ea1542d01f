/** Opens an HTML page: its tree, all of its blocks, and the two readings that are compared: Readability's and the rules'. */
import { type Draft, UnreadableError } from '../draft.ts';
import type { Readings } from './block-features.ts';
import { boundMarkup } from './bound-markup.ts';
import { chooseContent } from './choose-content.ts';
import { collectBlocks, type HtmlBlock } from './collect-blocks.ts';
import { filterBlocks } from './filter-blocks.ts';
import { declaresArticle, readMetadata } from './metadata.ts';
import { chooseByReadability, type OpenArticle } from './readability.ts';
import { structuralClean } from './structural-clean.ts';
import { buildTree, type Tree } from './tree.ts';

const MAX_ELEMENTS = 100_000;
/** Readability takes cubic time in the depth. Beyond these limits the densest block is used. */
const MAX_READABILITY_ELEMENTS = 20_000;
const MAX_READABILITY_DEPTH = 80;

export interface OpenedPage {
  readonly tree: Tree;
  readonly metadata: Omit<Draft, 'blocks'>;
  readonly isDeclaredArticle: boolean;
  /** That Readability finds. */
  readonly byline: string | null;
  /** All blocks of the body. */
  readonly blocks: readonly HtmlBlock[];
  readonly readings: Readings;
}

/** @throws UnreadableError for too many elements, or without text */
export async function openPage(source: string): Promise<OpenedPage> {
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
  const everything = (): boolean => true;
  return {
    tree,
    metadata,
    isDeclaredArticle: declaresArticle($, bounded.jsonLd),
    byline: choice?.byline ?? null,
    blocks: collectBlocks(tree.body, { has: everything, hasText: everything }),
    readings: {
      readability: choice?.kept ?? new Set(),
      rules: filterBlocks(chooseContent(tree, choice), metadata.title),
      noise: structuralClean(tree.body, tree.body.textLength, everything),
    },
  };
}
