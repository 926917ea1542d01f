/** Opens an HTML page: its tree, all of its blocks, and the two readings that are compared: Readability's and the rules'. */
import { type Draft, UnreadableError } from '../draft.ts';
import type { Readings } from './block-features.ts';
import { boundMarkup } from './bound-markup.ts';
import { chooseContent } from './choose-content.ts';
import { collectBlocks, EVERYTHING, type HtmlBlock } from './collect-blocks.ts';
import { filterBlocks } from './filter-blocks.ts';
import { declaresArticle, readMetadata } from './metadata.ts';
import { jsdomDocument } from './jsdom-document.ts';
import { lightDocument } from './light-document.ts';
import { chooseByReadability } from './readability.ts';
import { structuralClean } from './structural-clean.ts';
import { buildTree, type Tree } from './tree.ts';

const MAX_ELEMENTS = 100_000;
/** Readability takes cubic time in the depth. Beyond these limits the densest block is used. */
const MAX_READABILITY_ELEMENTS = 20_000;
const MAX_READABILITY_DEPTH = 80;
/** jsdom would use up the time of a larger page, which is read without Readability as well. */
const MAX_JSDOM_ELEMENTS = 5_000;

/**
 * Some pages are filled by script and have their text for search engines in <noscript>. Most others have a notice there, which
 * names the script that it asks for in most of its paragraphs, in whatever language and however long it is.
 */
const MIN_NOSCRIPT_CHARS = 500;
const NAMES_SCRIPT = /java\W?script/i;

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
  const { load } = await import('cheerio/slim');
  const parse = (bounded: ReturnType<typeof boundMarkup>) => {
    if (bounded.elements > MAX_ELEMENTS)
      throw new UnreadableError(`the page has ${bounded.elements} elements; ${MAX_ELEMENTS} are read at most`);
    const $ = load(bounded.html);
    return { bounded, $, tree: buildTree($) };
  };
  const scripted = parse(boundMarkup(source));
  const isEmpty = scripted.tree.body.textLength === 0 && /<noscript/i.test(source);
  const plain = isEmpty ? parse(boundMarkup(source, true)) : scripted;
  const { bounded, $, tree } = isEmpty && isForSearchEngines(plain.tree) ? plain : scripted;
  const metadata = readMetadata($, tree, bounded.jsonLd);
  if (tree.body.textLength === 0) throw new UnreadableError('the page shows no text without scripts');
  const isReadable = bounded.elements <= MAX_READABILITY_ELEMENTS && bounded.depth <= MAX_READABILITY_DEPTH;
  const makers = tree.elements.length <= MAX_JSDOM_ELEMENTS ? [lightDocument, jsdomDocument] : [lightDocument];
  const choice = isReadable ? await chooseByReadability(tree, metadata.title ?? '', makers) : null;
  const blocks = collectBlocks(tree.body, EVERYTHING);
  return {
    tree,
    metadata,
    isDeclaredArticle: declaresArticle($, bounded.jsonLd),
    byline: choice?.byline ?? null,
    blocks,
    readings: {
      readability: choice?.kept ?? new Set(),
      rules: filterBlocks(chooseContent(tree, choice, blocks), metadata.title),
      noise: structuralClean(tree.body, tree.body.textLength, EVERYTHING.has),
    },
  };
}

function isForSearchEngines({ body }: Tree): boolean {
  const blocks = collectBlocks(body, EVERYTHING);
  const others = blocks.filter(({ text }) => !NAMES_SCRIPT.test(text));
  const length = others.reduce((sum, { text }) => sum + text.length, 0);
  return length >= MIN_NOSCRIPT_CHARS && others.length > blocks.length / 2;
}
