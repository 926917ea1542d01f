/** Numbers in words as digits: "two hundred and fifty" is 250. */

const UNITS: Readonly<Record<string, number>> = {
  zero: 0, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10,
  eleven: 11, twelve: 12, thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16, seventeen: 17,
  eighteen: 18, nineteen: 19,
}; // prettier-ignore
const TENS: Readonly<Record<string, number>> = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};

const SMALL = `(?:${[...Object.keys(UNITS), ...Object.keys(TENS)].join('|')})`;
const ANY = `(?:${SMALL}|hundred|thousand|dozen)`;
/** "a hundred" opens a number, "a" alone does not; "and" joins only after a hundred or a thousand. */
const NUMBER = new RegExp(
  `\\b(?:(?:half )?an? (?=hundred|thousand|dozen))?${ANY}(?:(?:[ -]|(?<=hundred|thousand) and )${ANY})*\\b`,
  'gu',
);

/** `text` in lower case. */
export function digitsForNumberWords(text: string): string {
  // "one hundred and two hundred" are two numbers, "one hundred and two" is one.
  return text.replace(NUMBER, (phrase) => numbersIn(phrase).join(phrase.includes(' and ') ? ' and ' : ' '));
}

function numbersIn(phrase: string): number[] {
  const found: number[] = [];
  let thousands = 0;
  let current = 0;
  /** What was read last below a hundred: it may turn out to count hundreds of the next number. */
  let small = 0;
  let open = false;
  const close = (): void => {
    if (open) found.push(thousands + current);
    [thousands, current, small, open] = [0, 0, 0, false];
  };
  for (const word of phrase.split(/[ -]/u)) {
    const value = UNITS[word] ?? TENS[word];
    if (value !== undefined) {
      const fits = small === 0 ? !open || current % 100 === 0 : small >= 20 && small % 10 === 0 && value < 10;
      if (!fits) close();
      current += value;
      small += value;
      open = true;
    } else if (word in SCALES) {
      const scale = SCALES[word] ?? 1;
      if (current > small && small > 0) {
        const next = small;
        current -= small;
        close();
        small = next;
      }
      if (scale === 1000) [thousands, current] = [(current === 0 ? Math.max(small, 1) : current) * 1000, 0];
      else current = Math.max(small, 1) * scale * (phrase.startsWith('half a') ? 0.5 : 1);
      small = 0;
      open = true;
    }
  }
  close();
  return found;
}

const SCALES: Readonly<Record<string, number>> = { dozen: 12, hundred: 100, thousand: 1000 };
