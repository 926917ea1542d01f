/** What looks like an item of a list, but has no other beside it: a date, “12. Mai 2024”, and a name below a letter, “- Tom”. */

interface Line {
  readonly kind: string;
  readonly text: string;
}

const DATE = /^\s*[0-9]{1,2}\.\s.*\b[0-9]{4}\b/u;
/** As a day has; with "1." a list may begin. */
const DAY = /^\s*([0-9]{1,2})\.\s/u;
const ENDS = /[.!?…,]["'\p{Pe}\p{Pf}]*$/u;

export function withLoneItems<Item extends Line>(lines: readonly Item[]): (Item & { readonly mayBeText?: true })[] {
  const numbered = lines.flatMap((line, at) => (line.kind === 'numbered' ? [{ line, at, day: dayOf(line) }] : []));
  const lone = new Set(
    numbered.flatMap(({ line, at, day }, index) => {
      const beside = [numbered[index - 1], numbered[index + 1]];
      const isInList = (one: (typeof beside)[number]) =>
        one !== undefined && (Math.abs(one.at - at) === 1 || Math.abs((one.day ?? 0) - (day ?? 0)) <= 1);
      const isBelowText = (lines[at - 1]?.kind ?? 'blank') !== 'blank';
      const isSet = ((day ?? 0) <= 1 || isBelowText) && !DATE.test(line.text);
      return isSet || beside.some(isInList) ? [] : [line];
    }),
  );
  const [above, last] = lines.slice(-2);
  const isSignature = last?.kind === 'bullet' && last.text.startsWith('-') && above?.kind === 'text';
  if (
    isSignature &&
    /^\S/u.test(above.text) &&
    ENDS.test(above.text) &&
    lines.every((line) => line === last || line.kind !== 'bullet')
  )
    lone.add(last);
  return lines.map((line) => (lone.has(line) ? { ...line, mayBeText: true } : line));
}

function dayOf({ text }: Line): number | null {
  const day = DAY.exec(text)?.[1];
  return day === undefined ? null : Number(day);
}
