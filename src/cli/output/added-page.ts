/** One line about a page that was to be saved to a library. */
import type { AddedPage } from '../../search/library/add-to-library.ts';
import { printableLine } from '../../text/printable.ts';
import type { Output } from './open-output.ts';

export function renderAddedPage(page: AddedPage, { colors }: Pick<Output, 'colors'>): string {
  const url = printableLine(page.url);
  if (page.status === 'failed') return `${colors.red('failed')}  ${url}: ${printableLine(page.reason)}\n`;
  const paint = page.status === 'exists' ? colors.yellow : colors.green;
  const hint = page.status === 'exists' ? ' is there already and stays as it is; --replace replaces it' : '';
  return `${paint(page.status)}  ${url} → ${printableLine(page.file)}${hint}\n`;
}
