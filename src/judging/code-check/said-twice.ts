/** Wordings that say one demand twice: "Plain text: no Markdown such as headings", "a hashtag (like #travel)". */
import type { CodeCheck } from './code-check.ts';
import { isOwnWords, isSampleOf } from './own-words.ts';
import type { Wording } from './wording/normalize-wording.ts';

type Read = (wording: Wording) => CodeCheck | null;

/** How deep a remark may stand in a remark. */
const MAX_DEPTH = 2;
const BRACKETED = /^(.*?)(?: ,)? \( ([^()]+) \)(.*)$/u;
const EXAMPLE = '(?:such as|like|e\\.g(?: \\.)?|for example|for instance|as in)(?: ,)?';
const SAMPLES = new RegExp(`^${EXAMPLE} (.+?)$`, 'u');
/** Where a second part may begin; what introduces it is no part of it. */
const SEAMS = new RegExp(` (?:[:;.,–—-](?: (?:i\\.e(?: \\.)?|that is)(?: ,)?)?|(?=${EXAMPLE} )) ?`, 'gu');

/** @param read the check of a wording that says it once; null where it says none, or can be read in two ways. */
export function saidTwice(wording: Wording, read: Read, depth = 0): CodeCheck | null {
  if (depth === MAX_DEPTH) return null;
  const readDeeper: Read = (part) => read(part) ?? saidTwice(part, read, depth + 1);
  for (const [demand, remark] of halves(wording.text)) {
    const checks = [demand, remark].map((text) => readDeeper({ ...wording, text }));
    const [first, second] = checks;
    if (first && second) {
      if (JSON.stringify(first) === JSON.stringify(second)) return first;
    } else if (first && explains(remark, first, wording)) return first;
    else if (second && explains(demand, second, wording)) return second;
  }
  return null;
}

/** Each way to take a wording apart: the demand and the remark on it. */
function halves(text: string): (readonly [string, string])[] {
  const [, before, inner, after] = BRACKETED.exec(text) ?? [];
  if (before !== undefined && inner !== undefined && after !== undefined)
    return [[trimmed(`${before}${after}`), trimmed(inner)]];
  return [...text.matchAll(SEAMS)]
    .map(
      (seam) =>
        [trimmed(text.slice(0, seam.index)), trimmed(text.slice(seam.index + seam[0].length))] as const,
    )
    .filter(([first, second]) => first !== '' && second !== '');
}

const trimmed = (text: string): string =>
  text
    .replace(/ ,? ?please$/u, '')
    .replace(/(?: [.,;:?!])+$/u, '')
    .trim();

function explains(remark: string, check: CodeCheck, { quoted }: Wording): boolean {
  const samples = SAMPLES.exec(remark)?.[1];
  const said = (part: string): string =>
    part.replace(/⟦(\d+)⟧/gu, (_all, k: string) => quoted[Number(k)] ?? '');
  if (
    samples !== undefined &&
    isSampleOf(
      samples.split(/ ?, ?(?:and |or )?| (?:and|or) /u).map((one) => said(one).replace(/ (?=%)/gu, '')),
      check,
    )
  )
    return true;
  return isOwnWords(samples ?? remark, check);
}
