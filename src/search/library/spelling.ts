/** Misspelt words of names: "cover leter", "obituery". */

/** Shorter ones have too many neighbours. */
const MIN_LETTERS = 5;

/**
 * @param names what may be meant
 * @param isWord it is spelled as it should be
 * @returns the text with each word that is none replaced by the one word of a name that is an edit away, if there is just one
 */
export function speller(names: Iterable<string>, isWord: (word: string) => boolean): (text: string) => string {
  let known: ReadonlySet<string> | undefined;
  const corrected = (word: string): string => {
    known ??= new Set([...names].flatMap((name) => name.split(' ')));
    if (word.length < MIN_LETTERS - 1 || known.has(word) || isWord(word)) return word;
    const [meant, another] = [...known].filter(
      (candidate) =>
        candidate.length >= MIN_LETTERS && candidate.startsWith(word.charAt(0)) && isOneEdit(candidate, word),
    );
    return meant === undefined || another !== undefined ? word : meant;
  };
  return (text) => text.split(' ').map(corrected).join(' ');
}

/** One letter more, less or another, or two neighbours in each other's place. */
function isOneEdit(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    restA === `${restB.charAt(1)}${restB.charAt(0)}${restB.slice(2)}`
  );
}
