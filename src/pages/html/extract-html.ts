/** HTML to a draft page: bounded markup, a small tree, Readability's choice, structural clean, typed blocks, block filter. */
import type { load } from 'cheerio/slim';
import { draftBlock, UnreadableError, type Draft } from '../draft.ts';
import { boundMarkup } from './bound-markup.ts';
import { chooseContent } from './choose-content.ts';
import { filterBlocks } from './filter-blocks.ts';
import { chooseByline, readMetadata } from './metadata.ts';
import { chooseByReadability, type ReadArticle } from './readability.ts';
import { buildTree } from './tree.ts';
import { withTimeLimit } from '../with-time-limit.ts';

const MAX_ELEMENTS = 100_000;
/** Readability takes time that grows with the cube of the depth: beyond these, the densest block is taken. */
const MAX_READABILITY_ELEMENTS = 20_000;
const MAX_READABILITY_DEPTH = 80;

/** @throws UnreadableError where there are too many elements or no text at all; TimeLimitError. */
export async function extractHtml(source: string, timeoutMs: number): Promise<Draft> {
  const [{ load }, { Readability }, { parseHTML }] = await Promise.all([
    import('cheerio/slim'),
    import('@mozilla/readability'),
    import('linkedom'),
  ]);
  const readArticle: ReadArticle = (html) =>
    new Readability(parseHTML(html).document, { keepClasses: true }).parse();
  return withTimeLimit(timeoutMs, () => toDraft(source, load, readArticle));
}

function toDraft(source: string, parse: typeof load, readArticle: ReadArticle): Draft {
  const bounded = boundMarkup(source);
  if (bounded.elements > MAX_ELEMENTS) {
    throw new UnreadableError(`the page has ${bounded.elements} elements; ${MAX_ELEMENTS} are read at most`);
  }
  const $ = parse(bounded.html);
  const metadata = readMetadata($, bounded.jsonLd);
  const tree = buildTree($);
  if (tree.body.textLength === 0) throw new UnreadableError('the page shows no text without scripts');
  const isReadable = bounded.elements <= MAX_READABILITY_ELEMENTS && bounded.depth <= MAX_READABILITY_DEPTH;
  const choice = isReadable ? chooseByReadability(tree, metadata.title ?? '', readArticle) : null;
  return {
    ...metadata,
    byline: chooseByline([metadata.byline, choice?.byline ?? null]),
    blocks: filterBlocks(chooseContent(tree, choice), metadata.title).map(draftBlock),
  };
}
