/** The check that a plain wording asks for; whatever is not plain is left to a model. */
import type { Check } from '../../domain/check.ts';
import { PATTERNS } from './patterns.ts';
import { readWording } from './wording.ts';

/** A countable demand is short; longer texts say more than that. */
const MAX_WORDING_CHARS = 300;

/** Signs of a demand that counting over the whole response misses: parts, exceptions, conditions, likeness. */
const REFUSED =
  /\b(?:each|every|per|respective(?:ly)?|first|second|third|last|final|opening|closing|same|different|distinct|unique|separate|except|excluding|including|besides|unless|if|when|while|instead|rather|such as|e\.g|like|introduction|conclusion|abstract|title|headline|body|stanzas?|verses?|chorus|footer|signature)\b/u;

/** What is spoken of: an article, plain words, and perhaps what it stands in. */
const NAMED =
  '(?:it|(?:the|your|this|its)(?: (?!of|in|to|and|or|not|no|than|with|that)[\\p{L}-]+){0,5}(?: of the(?: (?!of|in)[\\p{L}-]+){1,4})?(?: in the(?: generated)? [\\p{L}]+)?)';
const SUBJECT = new RegExp(`^(?:(?<aux>is|are|does|do|has|have|should|must) )?${NAMED}$`, 'u');
/** What may follow a subject; after "is" nearly anything may. */
const STARTS =
  /^(?:(?:exactly|only|strictly) )?(?:should|must|is|are|has|have|contains?|includes?|consists?|comprises?|uses?|utilizes?|features?|mentions?|stays?|falls?|span|keep|runs?|fits?|adheres?|takes?|avoids?|incorporates?|employs?|names?|starts?|begins?|ends?|concludes?|opens?|closes?|not|never|appears?|refrains?|remains?|limit)\b/u;
const PLACE = / (?:in|of|within) the (?:generated )?(?:text|response|reply|answer|output)$/u;

/** @param wording a statement, a question or an order: "The response should have at most 200 words", "No emojis" */
export function recognizeCheck(wording: string): Check | null {
  if (wording.length > MAX_WORDING_CHARS) return null;
  const { text, quoted } = readWording(wording);
  if (REFUSED.test(text)) return null;
  const said = text.replace(/^in (?:the|your) (?:generated )?[\p{L}]+, /u, '').replace(PLACE, '');
  const words = said.split(' ');
  for (let at = 0; at < words.length; at += 1) {
    const subject = words.slice(0, at).join(' ');
    const predicate = words.slice(at).join(' ');
    const aux = at === 0 ? 'is' : SUBJECT.exec(subject)?.groups?.['aux'];
    const fits =
      at === 0 || (SUBJECT.test(subject) && (aux === 'is' || aux === 'are' || STARTS.test(predicate)));
    if (!fits) continue;
    for (const read of PATTERNS) {
      const check = read({ text: predicate, quoted, subject });
      if (check !== null) return check;
    }
  }
  return null;
}
