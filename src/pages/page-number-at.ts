/** The page of a PDF that an offset stands on. */
import type { Page } from '../domain/page.ts';

/** @returns 1-based; null where the page is of no PDF */
export function pageNumberAt(page: Page, offset: number): number | null {
  const block = page.blocks.findLast(({ start }) => start <= offset);
  if (block?.pageNumber === undefined) return null;
  return block.pageNumber + (block.breaks ?? []).filter((turn) => turn <= offset).length;
}
