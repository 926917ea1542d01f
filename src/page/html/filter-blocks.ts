/** Blocks that are no content by what they say and where they stand: labels, datelines, trailing links. */
import type { HtmlBlock } from './collect-blocks.ts';

export function filterBlocks(blocks: readonly HtmlBlock[]): readonly HtmlBlock[] {
  return blocks;
}
