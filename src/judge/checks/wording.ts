/** A wording made ready for the patterns: small letters, numbers in digits, quoted words as `§0`, `§1`. */

const ONES = ' one two three four five six seven eight nine ten eleven twelve'.split(' ');
const TENS = '  twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const NUMBER = new RegExp(
  `\\b(?:(${TENS.slice(2).join('|')})(?:-(${ONES.slice(1, 10).join('|')}))?|(${ONES.slice(1).join('|')}))\\b`,
  'gu',
);
const QUOTED =
  /"([^"]+)"|`([^`]+)`|(<\/?\p{L}[\p{L}\p{N}]*>)|(?<![\p{L}\p{N}])'((?:[^']|(?<=\p{L})'(?=\p{L}))+)'(?![\p{L}\p{N}])/gu;

export function readWording(said: string): { readonly text: string; readonly quoted: readonly string[] } {
  const quoted: string[] = [];
  const text = said
    .normalize('NFC')
    .replace(/[“”„]/gu, '"')
    .replace(/[‘’]/gu, "'")
    .replace(QUOTED, (_all, ...found: (string | undefined)[]) => {
      quoted.push((found.slice(0, 4).find((each) => each !== undefined) ?? '').replace(/(?<=[\p{L}\p{N}]),$/u, ''));
      return ` §${quoted.length - 1}`;
    })
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .replace(/^ | ?[.?!]+ ?$/gu, '')
    .replace(NUMBER, (_all, tens?: string, ones?: string, one?: string) =>
      String(placeIn(TENS, tens) * 10 + placeIn(ONES, one ?? ones)),
    )
    .replace(/\b(?:a|(\d+)) hundred(?: and (\d+))?\b/gu, (_all, hundreds?: string, rest?: string) =>
      String(Number(hundreds ?? 1) * 100 + Number(rest ?? 0)),
    )
    .replace(/(?<=\d),(?=\d{3}\b)/gu, '')
    .replace(/(\d+) ?(?:-|–|to|and|or) ?(\d+)/gu, '$1..$2')
    .replace(/(?<=\d)[-+](?=\p{L})/gu, ' ')
    .replace(/\bonce\b/gu, '1 time')
    .replace(/\btwice\b/gu, '2 times');
  return { text, quoted };
}

const placeIn = (names: readonly string[], name: string | undefined): number =>
  name === undefined ? 0 : names.indexOf(name);
