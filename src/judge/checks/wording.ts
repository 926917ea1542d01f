/** A wording made ready for the patterns: small letters, numbers in digits, quoted words set aside. */

export interface Wording {
  /** Quoted words are `§0`, `§1`. */
  readonly text: string;
  readonly quoted: readonly string[];
}

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const ONE = new RegExp(`\\b(?:${ONES.slice(1).join('|')})\\b`, 'gu');
const TEN = new RegExp(`\\b(${TENS.slice(2).join('|')})(?:[- ](${ONES.slice(1, 10).join('|')}))?\\b`, 'gu');
const QUOTED = /"([^"]+)"|`([^`]+)`|(?<![\p{L}\p{N}])'((?:[^']|(?<=\p{L})'(?=\p{L}))+)'(?![\p{L}\p{N}])/gu;

export function readWording(said: string): Wording {
  const quoted: string[] = [];
  const text = said
    .normalize('NFC')
    .replace(/[“”„]/gu, '"')
    .replace(/[‘’]/gu, "'")
    .replace(QUOTED, (_all, ...found: (string | undefined)[]) => {
      const words = found[0] ?? found[1] ?? found[2] ?? '';
      quoted.push(words.replace(/(?<=[\p{L}\p{N}]),$/u, ''));
      return ` §${quoted.length - 1}`;
    })
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/ ?[.?!]+$/u, '');
  return { text: inDigits(text), quoted };
}

function inDigits(text: string): string {
  return text
    .replace(TEN, (_all, ten: string, one = 'zero') => String(TENS.indexOf(ten) * 10 + ONES.indexOf(one)))
    .replace(ONE, (one) => String(ONES.indexOf(one)))
    .replace(/\b(?:a|(\d+)) hundred\b/gu, (_all, hundreds = '1') => String(Number(hundreds) * 100))
    .replace(/(?<=\d),(?=\d{3}\b)/gu, '')
    .replace(/(\d+) ?(?:-|–|to|and|or) ?(\d+)/gu, '$1..$2')
    .replace(/(?<=\d)[-+](?=\p{L})/gu, ' ')
    .replace(/(?<=\d)\+/gu, ' or more')
    .replace(/\bonce\b/gu, '1 time')
    .replace(/\btwice\b/gu, '2 times');
}
