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

/** What is forbidden before a remark is forbidden in it. */
const DENIES = /(?:^| )(?:no|not|never|without|none|free)(?= |$)/u;

/** @param read the check of a wording that says it once; null where it says none, or can be read in two ways. */
export function saidTwice(wording: Wording, read: Read, depth = 0): CodeCheck | null {
  if (depth === MAX_DEPTH) return null;
  const readDeeper: Read = (part) => read(part) ?? saidTwice(part, read, depth + 1);
  for (const { demand, remark, isApposed } of halves(wording.text)) {
    const checks = [demand, remark].map((text) => readDeeper({ ...wording, text }));
    const [first, second] = checks;
    if (first && second) {
      const isSame = JSON.stringify(first) === JSON.stringify(second);
      if (isSame || (isApposed && explains(remark, first, wording, DENIES.test(demand)))) return first;
    } else if (first && explains(remark, first, wording, isApposed)) return first;
    else if (second && explains(demand, second, wording, false)) return second;
  }
  return null;
}

interface Halves {
  readonly demand: string;
  readonly remark: string;
  /** The remark stands in brackets or is an example. */
  readonly isApposed: boolean;
}

/** Each way to take a wording apart: the demand and the remark on it. */
function halves(text: string): Halves[] {
  const [, before, inner, after] = BRACKETED.exec(text) ?? [];
  if (before !== undefined && inner !== undefined && after !== undefined)
    return [{ demand: trimmed(`${before}${after}`), remark: trimmed(inner), isApposed: true }];
  return [...text.matchAll(SEAMS)]
    .map((seam) => {
      const remark = trimmed(text.slice(seam.index + seam[0].length));
      return { demand: trimmed(text.slice(0, seam.index)), remark, isApposed: SAMPLES.test(remark) };
    })
    .filter(({ demand, remark }) => demand !== '' && remark !== '');
}

const trimmed = (text: string): string =>
  text
    .replace(/ ,? ?please$/u, '')
    .replace(/(?: [.,;:?!])+$/u, '')
    .trim();

function explains(remark: string, check: CodeCheck, { quoted }: Wording, isApposed: boolean): boolean {
  const examples = SAMPLES.exec(remark)?.[1];
  if (examples === undefined) return isOwnWords(remark, check, isApposed);
  const samples = examples
    .split(/ ?, ?(?:and |or )?| (?:and|or) /u)
    .map((sample) =>
      sample.replace(/⟦(\d+)⟧/gu, (_all, k: string) => quoted[Number(k)] ?? '').replace(/ (?=%)/gu, ''),
    );
  return isSampleOf(samples, check) || isOwnWords(examples, check, isApposed);
}
