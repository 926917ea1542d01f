/** HTML to a draft page: bounded markup, a small tree, Readability's choice, structural clean, typed blocks, block filter. */
import type { load } from 'cheerio/slim';
import type { Readability } from '@mozilla/readability';
import { draftBlock, UnreadableError, type Draft } from '../draft.ts';
import { boundMarkup } from './bound-markup.ts';
import { chooseContent } from './choose-content.ts';
import { filterBlocks } from './filter-blocks.ts';
import { chooseByline, readMetadata } from './metadata.ts';
import { chooseByReadability, type ParseDom } from './readability.ts';
import { buildTree } from './tree.ts';
import { TimeLimitError, withTimeLimit } from '../with-time-limit.ts';

const MAX_ELEMENTS = 100_000;
/** Readability takes time that grows with the cube of the depth: beyond these, the densest block is taken. */
const MAX_READABILITY_ELEMENTS = 20_000;
const MAX_READABILITY_DEPTH = 80;

interface HtmlTools {
  readonly load: typeof load;
  readonly Reader: typeof Readability;
  readonly parseDom: ParseDom;
}

/** @throws UnreadableError where there are too many elements or no text at all; TimeLimitError. */
export async function extractHtml(source: string, timeoutMs: number): Promise<Draft> {
  const [{ load }, { Readability: Reader }, { parseHTML }] = await Promise.all([
    import('cheerio/slim'),
    import('@mozilla/readability'),
    import('linkedom'),
  ]);
  const parseDom: ParseDom = (html) => parseHTML(html).document;
  try {
    return withTimeLimit(timeoutMs, () => toDraft(source, { load, Reader, parseDom }));
  } catch (error) {
    if (error instanceof UnreadableError || error instanceof TimeLimitError) throw error;
    // linkedom has its gaps; jsdom is complete, and ten times slower.
    const { JSDOM } = await import('jsdom');
    return withTimeLimit(timeoutMs, () => {
      try {
        return toDraft(source, { load, Reader, parseDom: (html) => new JSDOM(html).window.document });
      } catch (second) {
        if (second instanceof UnreadableError) throw second;
        throw new UnreadableError(`the page cannot be parsed: ${String(second)}`, { cause: error });
      }
    });
  }
}

function toDraft(source: string, tools: HtmlTools): Draft {
  const bounded = boundMarkup(source);
  if (bounded.elements > MAX_ELEMENTS) {
    throw new UnreadableError(`the page has ${bounded.elements} elements; ${MAX_ELEMENTS} are read at most`);
  }
  const $ = tools.load(bounded.html);
  const metadata = readMetadata($, bounded.jsonLd);
  const tree = buildTree($);
  if (tree.body.textLength === 0) throw new UnreadableError('the page shows no text without scripts');
  const isReadable = bounded.elements <= MAX_READABILITY_ELEMENTS && bounded.depth <= MAX_READABILITY_DEPTH;
  const choice = isReadable
    ? chooseByReadability(tree, metadata.title ?? '', tools.parseDom, tools.Reader)
    : null;
  const blocks = filterBlocks(chooseContent(tree, choice), metadata.title);
  return {
    ...metadata,
    byline: chooseByline([metadata.byline, choice?.byline ?? null]),
    blocks: blocks.map(draftBlock),
  };
}
