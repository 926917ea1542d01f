/** Remarks in brackets that only show or name what was said: "(---)", "(# Title)", "(with double asterisks)". */
import type { Wording } from './normalize-wording.ts';

/** Words of which such a remark may be made; none of them limits anything. */
const GLOSS_WORDS =
  'markdown|md|p\\.s\\.?|question|exclamation|marks?|points?|hh|mm|ss|[ydmhs]{1,4}(?:[-/.:][ydmhs]{1,4})+|with|double|single|triple|square|round|curly|angle|angular|asterisks?|hyphens?|dashes|hash|hashes|backticks?|quotes|brackets?|stars?|underscores?|year|month|day|hours?|minutes?|title|heading|text|name|e\\.g|i\\.e|eg|ie|example|for|like|such|as|or|and|the|a|an|in|etc|so|on|starting|beginning|marked|by|symbols?|signs?|characters?|lines?|item|bullet|url|https?|www\\S*|format|syntax|style|using|link|word|emoji|emojis|section|scene|chapter|part|here|\\p{L}';
/** Digits that stand for the thing itself: "0-9", "1. 2. 3." */
const GLOSS = new RegExp(
  `^(?:(?:${GLOSS_WORDS})(?= |$)|⟦\\d+⟧|\\[[^\\]]*\\]|< ?<[^<>]*> ?>|[^\\p{L}\\p{N}%±~≥≤<>]+|0 - 9|\\d\\.|1(?= [.)]| -)|(?:2|3|4)(?= [.)]))(?: (?=\\S)|$)`,
  'u',
);

export function withoutGlosses({ text, quoted }: Wording): Wording {
  const plain = text.replace(/ \( ((?:[^()]|\( [^()]* \))*) \)/gu, (whole, remark: string) =>
    isGloss(remark) ? '' : whole,
  );
  return { text: plain, quoted };
}

function isGloss(remark: string): boolean {
  let rest = remark;
  while (rest !== '') {
    const next = GLOSS.exec(rest)?.[0] ?? '';
    if (next === '') return false;
    rest = rest.slice(next.length);
  }
  return true;
}
