/** Elements that are no content wherever they stand: captions, asides, share bars, related links, author boxes, adverts. */
import type { TreeElement } from './tree.ts';

export function structuralClean(
  _root: TreeElement,
  _contentLength: number,
  _within: (element: TreeElement) => boolean = () => true,
): ReadonlySet<TreeElement> {
  return new Set();
}
