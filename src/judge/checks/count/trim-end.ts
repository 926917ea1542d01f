/** From the end, one character after the other: a pattern that ends in `+$` tries each run in the middle again and again. */
export function trimEndWhere(text: string, isOff: RegExp): string {
  let end = text.length;
  while (end > 0) {
    const isPair =
      end > 1 && /[\uDC00-\uDFFF]/.test(text.charAt(end - 1)) && /[\uD800-\uDBFF]/.test(text.charAt(end - 2));
    const start = isPair ? end - 2 : end - 1;
    if (!isOff.test(text.slice(start, end))) break;
    end = start;
  }
  return text.slice(0, end);
}
