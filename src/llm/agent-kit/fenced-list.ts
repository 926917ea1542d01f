/** Lists of untrusted items inside one fence: cheaper than a fence for each, and as hard to forge. */
import type { PromptText } from '../../domain/model.ts';
import { printableLine } from '../../text/printable.ts';
import { fence } from '../fence.ts';
import type { ShortIds } from './short-ids.ts';

/** One line per item, opened by its id: no item can begin a line, and none knows the ids (`shortIds`). */
export function fencedList(label: string, shown: ShortIds<{ readonly text: string }>['shown']): PromptText {
  return fence(label, shown.map(({ shortId, item }) => `${shortId}: ${printableLine(item.text)}`).join('\n'));
}

/** The same for items that nobody cites: one line each. */
export function fencedLines(label: string, texts: readonly string[]): PromptText {
  return fence(label, texts.map(printableLine).join('\n'));
}
