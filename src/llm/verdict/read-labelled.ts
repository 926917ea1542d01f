/** Reads verdicts that stand after a label: "Answer: no". */
import { ONLY_ANSWER } from './answer-words.ts';
import { claim, MAX_ROW_WORDS, type Claim } from './claim.ts';
import { readLabel, type Label } from './labels.ts';
import { readValue, type ReadValue } from './read-value.ts';
import { readWording } from './read-wording.ts';
import { SO, isAttribution } from './turns.ts';

/** "Answer: no", "Verdict → yes | Confidence: high", "ANSWER NO". */
export function readLabelled(sentence: string): Claim[] {
  const found: Claim[] = [];
  for (const match of sentence.matchAll(/[:;=|→⇒]>?|\s?[–—-]+>?\s|\.{3}|…/gu)) {
    const named = labelBefore(sentence.slice(0, match.index));
    if (named === null || isAttribution(named.before)) continue;
    const { label, before } = named;
    const value = sentence.slice(match.index + match[0].length);
    const read = readValue(value, 'written') ?? readPoint(value) ?? readWordedValue(value) ?? readSign(value);
    // "Is it short? A: yes" is on the question before it.
    const isPart = label.numbered || /\?[\s"”]*$/u.test(before);
    if (read !== null) found.push(claim(isPart ? 'item' : 'label', read, label));
    else if (/^[\s.…"'“([{<*_]*$/u.test(value))
      found.push(claim('label', { reading: 'undecided', rest: '' }, label));
  }
  return found.length > 0 ? found : readUnmarked(sentence);
}

const CLAUSE_START =
  /[.;,!?|–—:(%]\s*|\b(?:that|and|but|means|sure|certain|confident|convinced|think|believe|yet)\s+/u;

/** The label in which a text ends, with or without what it says in brackets: "Final answer (corrected)". */
export function labelBefore(text: string): { label: Label; before: string } | null {
  const inBrackets = /\s*\(([^()]{1,40})\)\s*$/u.exec(text);
  const plain = inBrackets === null ? text : text.slice(0, inBrackets.index);
  const name = plain.split(CLAUSE_START).at(-1) ?? '';
  const words = name.trim().replace(SO, '');
  // What concludes begins anew.
  const isNew = words !== name.trim();
  const label =
    (inBrackets === null ? null : readLabel(`${words} ${inBrackets[1] ?? ''}`)) ?? readLabel(words);
  return label === null ? null : { label, before: isNew ? '' : plain.slice(0, plain.length - name.length) };
}

/** "Score: 1", unless it is one of more. */
export function readPoint(value: string): ReadValue | null {
  const point = /^[\s"'*]*([01])(?:\.0+)?["'*]*(?=\s*(?:$|[.,;(]\s*(?!\d)|[–—-]\s))/u.exec(value);
  if (point === null) return null;
  const rest = value.slice(point[0].length);
  const isOfMore = /\d/u.test(rest.replace(/\b0 ?(?:-|–|to|or|\/) ?1\b/gu, '').slice(0, 20));
  return { reading: isOfMore ? 'undecided' : point[1] === '1' ? 'yes' : 'no', rest };
}

/** "ANSWER NO": nothing but a label and a verdict. */
function readUnmarked(sentence: string): Claim[] {
  const plain = sentence.replace(/^[("'\s]+|[)"'\s]+$/gu, '');
  for (const [index] of [...plain.matchAll(/[\s,]+/gu)]
    .slice(0, MAX_ROW_WORDS + 1)
    .map((match) => [match.index])) {
    const label = readLabel(plain.slice(0, index));
    const value = plain.slice(index);
    const read = label !== null && ONLY_ANSWER.test(value) ? readValue(value, 'written') : null;
    if (label !== null && read !== null) return [claim(label.numbered ? 'item' : 'label', read, label)];
  }
  return [];
}

function readWordedValue(value: string): ReadValue | null {
  const worded = readWording(value.trim());
  return worded?.isFirm === true ? { reading: worded.reading, rest: '' } : null;
}

/** "✅ It has one." */
function readSign(value: string): ReadValue | null {
  const sign = /^\s*([✅❌])\s+\p{Lu}\p{Ll}*\s/u.exec(value)?.[1];
  return sign === undefined ? null : readValue(sign, 'written');
}
