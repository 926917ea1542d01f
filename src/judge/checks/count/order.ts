/** How the parts of a text follow each other: in the order of the alphabet, with the letters of a word, all alike. */
import type { CheckResult, Part, SimpleCheck } from '../code-check.ts';
import { partsOf, wordsOf } from './parts.ts';

type OrderCheck = Extract<SimpleCheck, { kind: 'sorted' | 'acrostic' | 'openings' }>;

const bare = (text: string): string => text.replace(/^[^\p{L}\p{N}]+/u, '').toLowerCase();
const named = (part: Part, n: number): string => `${part.replaceAll('-', ' ')}${n === 1 ? '' : 's'}`;
/** Unicode's order after marks are taken off: the same on every machine. */
const plain = (text: string): string => bare(text).normalize('NFD').replace(/\p{M}/gu, '');

export function runOrder(check: OrderCheck, response: string): CheckResult {
  const parts = partsOf(check.part, response).map(plain);
  const found = `${parts.length} ${named(check.part, parts.length)}`;
  switch (check.kind) {
    case 'sorted': {
      const texts = check.descending ? parts.toReversed() : parts;
      const met = texts.length > 1 && texts.every((text, at) => at === 0 || (texts[at - 1] ?? '') <= text);
      return {
        met,
        counted: `${found}, ${met ? '' : 'not '}in ${check.descending ? 'reverse ' : ''}alphabetical order`,
      };
    }
    case 'acrostic': {
      const letters = parts.map((text) => Array.from(text)[0] ?? '').join('');
      return {
        met: letters === plain(check.letters),
        counted: `first letters “${letters}”; “${check.letters}” wanted`,
      };
    }
    case 'openings': {
      const openings = parts.map((text) =>
        check.of === 'letter'
          ? (Array.from(text)[0] ?? '')
          : (wordsOf(text)[0] ?? '').replace(/[^\p{L}\p{N}]+$/u, ''),
      );
      const different = new Set(openings).size;
      const met = parts.length > 0 && (check.alike ? different === 1 : different === parts.length);
      return { met, counted: `${found} with ${different} different first ${check.of}s` };
    }
  }
}
