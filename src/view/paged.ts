/** Pagination: no page is larger than a phone can load. */
import { markup, type Html } from '../report/markup.ts';

export interface Part<Item> {
  readonly items: readonly Item[];
  /** Links to the parts before and after. */
  readonly links: Html | '';
}

/**
 * @param asked the index that the part begins at; beyond the end: that of the last part
 * @param addressOf the address of the part that begins at an index
 */
export function partOf<Item>(
  all: readonly Item[],
  asked: number,
  size: number,
  addressOf: (from: number) => string,
): Part<Item> {
  const from = asked < all.length ? asked : Math.max(0, Math.ceil(all.length / size) - 1) * size;
  const items = all.slice(from, from + size);
  if (items.length === all.length) return { items, links: '' };
  const step = (to: number, label: string) => markup` <a href="${addressOf(to)}">${label}</a>`;
  const links = markup`<p class="row"><span class="soft">${from + 1} to ${from + items.length} of ${all.length}</span>${from > 0 ? step(Math.max(0, from - size), 'before') : ''}${from + size < all.length ? step(from + size, 'next') : ''}</p>`;
  return { items, links };
}
