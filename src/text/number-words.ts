/** English number words. */

const SPELLED = new Map(
  `one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
  twenty`
    .split(/\s+/u)
    .map((word, index) => [word, index + 1] as const),
);
for (const [index, word] of 'thirty forty fifty sixty seventy eighty ninety hundred'.split(' ').entries())
  SPELLED.set(word, 10 * (index + 3));

/** @param word lower-cased; of one with several (“two-to-three”) each, while “twenty-five” is one number */
export function spelledNumbers(word: string): number[] {
  const parts = word.split('-');
  const values = parts.flatMap((part) => SPELLED.get(part) ?? []);
  const [tens = 0, unit = 0] = values;
  return values.length === 2 && parts.length === 2 && tens >= 20 && unit < 10 ? [tens + unit] : values;
}
