/** Wordings that two careful readers may judge differently: an item like that cannot be enforced as it stands. Pure. */

const VAGUE =
  /\b(?:appropriate(?:ly)?|suitabl[ey]|proper(?:ly)?|adequate(?:ly)?|reasonabl[ey]|sufficient(?:ly)?|good|nice(?:ly)?|great|high[- ]quality|quality|well[- ]written|effective(?:ly)?|interesting|engaging|compelling|attractive|as needed|if necessary|where possible|and so on|etc|somewhat|fairly|relevant)\b/giu;

/** The words themselves, lower-cased, each once; none where the wording is plain. */
export function vagueWordsIn(text: string): string[] {
  return [...new Set((text.match(VAGUE) ?? []).map((word) => word.toLowerCase()))];
}
