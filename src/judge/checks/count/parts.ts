/** The parts of a response that `each` goes through. */
import type { CheckedPart } from '../../../domain/check.ts';
import { linesOf, paragraphsOf, sentencesOf } from './lines.ts';
import { listItemsOf } from './list-items.ts';

export function partsOf(part: CheckedPart, text: string, reading: 'fewest' | 'most'): string[] {
  switch (part) {
    case 'sentence':
      return sentencesOf(text, reading);
    case 'paragraph':
      return paragraphsOf(text, reading);
    case 'line':
      return linesOf(text).flatMap((line) => (line.kind === 'blank' ? [] : [line.text.trim()]));
    case 'list item':
      return listItemsOf(text, reading);
    case 'heading':
      return linesOf(text).flatMap((line) =>
        line.kind === 'heading' && (reading === 'most' || line.mayBeText !== true) ? [line.content] : [],
      );
  }
}
