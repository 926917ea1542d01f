/** List items with all their lines. */
import type { SentenceReading } from '../../../text/sentences.ts';
import { indentOf, isCode, isItem, type Line, linesOf } from './lines.ts';

/** `perhaps`: right behind an item, but not set in as it is; or set in, but not further than its item, or code. */
export type PlaceInList = 'item' | 'inner' | 'perhaps' | 'outside';

/** What each line is of a list; one that is set in behind an item belongs to it, also behind blank lines. */
export function placesInList(lines: readonly Line[]): PlaceInList[] {
  let item: Line | null = null;
  let isDirect = false;
  return lines.map((line) => {
    if (line.kind === 'blank') {
      isDirect = false;
      return 'outside';
    }
    if (isItem(line)) {
      [item, isDirect] = [line, true];
      return 'item';
    }
    const indent = indentOf(line.text);
    if (item !== null && indent >= 2) return indent > indentOf(item.text) && !isCode(line) ? 'inner' : 'perhaps';
    if (item !== null && isDirect && line.kind === 'text') return 'perhaps';
    item = null;
    return 'outside';
  });
}

/** What each item says: all its lines, and in the reading with fewest parts those that are perhaps its own, too. */
export function listItemsOf(text: string, reading: SentenceReading): string[] {
  const lines = linesOf(text);
  const items: string[] = [];
  for (const [at, place] of placesInList(lines).entries()) {
    const line = lines[at];
    if (line === undefined) continue;
    if (place === 'item' && (reading !== 'fewest' || line.mayBeText !== true)) items.push(line.content);
    else if (items.length > 0 && (place === 'inner' || (place !== 'outside' && reading === 'fewest'))) {
      const isWrapped = line.kind === 'text' && lines[at - 1]?.kind !== 'blank';
      items.push(`${items.pop() ?? ''}${isWrapped ? ' ' : '\n'}${line.text.trim()}`);
    }
  }
  return items;
}
