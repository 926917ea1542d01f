/** Whether a noun phrase names the whole text that is to be written. */
import { stem } from '../../text/words.ts';
import { clean } from './tokens.ts';
import type { TextKind } from './task-kind.ts';
import { PREPOSITIONS, WHOLE_TEXT } from './vocabulary.ts';

const MAX_NAME_WORDS = 5;

/** A test for "a good cover letter", "your draft" and the like; without a kind, only general names count. */
export function wholeTextTest(kind: TextKind | undefined): (nounPhrase: string) => boolean {
  return (nounPhrase) => {
    const tokens = nounPhrase.split(' ').map(clean);
    if (tokens.length > MAX_NAME_WORDS || tokens.some((token) => PREPOSITIONS.has(token))) return false;
    if (/^(?:no|some|both)$/u.test(tokens[0] ?? '')) return false;
    const head = tokens.at(-1) ?? '';
    return WHOLE_TEXT.has(head) || WHOLE_TEXT.has(head.replace(/s$/u, '')) || kind?.head === stem(head);
  };
}
