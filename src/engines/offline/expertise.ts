/** How expert a guide is: by its advice, and by what speaks against it. */
import type { Page } from '../../domain/page.ts';
import { contentStems, wordCount } from '../../text/words.ts';
import type { Reader } from './demand-types.ts';
import type { Expertise, FoundAdvice } from './guide-reading.ts';
import { isUsable } from './rewrite-criteria.ts';

const PRAISE =
  /\b(?:amazing|powerful|unique|essential|crucial|key|vital|important|great|best|perfect|success(?:ful)?|effective|professional|high[- ]quality|engaging|compelling|top|valuable|boost|ultimate|stunning|proven|expert|today)\b/giu;
const PROMOTION =
  /\b\d+\s?(?:%|percent) off\b|\b(?:buy now|order (?:now|today)|add to (?:cart|basket)|enrol(?:l)? (?:now|today)|sign up|subscribe|join (?:now|today|us)|money[- ]back|our (?:course|courses|template|templates|masterclass|service|services|team of|experts?|clients|tool|app)|free (?:download|trial|consultation)|limited[- ](?:time|offer)|coupon|checkout|per month|lifetime access|act now|click (?:here|below))\b/giu;
const QUOTED = /[“"][^”"\n]{1,200}[”"]/gu;
const MAX_PROMOTION_PER_MILLE = 4;
const MAX_PRAISE_PER_MILLE = 25;
const MIN_WORDS = 60;
const SOME_ADVICE = 3;
const MUCH_ADVICE = 8;
const VARIETY_STEMS = 250;
/** Search engine spam repeats itself. */
const MIN_VARIETY = 0.42;

/** 3 and more counts as a guide; below, something speaks against the page. */
export function expertiseOf({ text }: Page, found: readonly FoundAdvice[], reader: Reader): Expertise {
  const count = wordCount(text);
  const advice = found.filter((piece) => isUsable(piece.text, reader)).length;
  const plain = text.replace(QUOTED, ' ');
  const perMille = (pattern: RegExp): number => (1000 * (plain.match(pattern)?.length ?? 0)) / Math.max(1, count);
  const first = contentStems(text).slice(0, VARIETY_STEMS);
  const faults = [
    ...(advice === 0 ? ['It gives no advice that a text can be held against.'] : []),
    ...(count < MIN_WORDS ? ['It is thin.'] : []),
    ...(perMille(PROMOTION) > MAX_PROMOTION_PER_MILLE ? ['It sells something.'] : []),
    ...(perMille(PRAISE) > MAX_PRAISE_PER_MILLE ? ['It praises more than it says.'] : []),
    ...(first.length === VARIETY_STEMS && new Set(first).size / first.length < MIN_VARIETY
      ? ['It repeats itself.']
      : []),
  ];
  if (faults.length > 0) return { expertise: faults.length > 1 ? 1 : 2, reasons: faults };
  if (advice >= MUCH_ADVICE) return { expertise: 5, reasons: ['It gives much advice.'] };
  if (advice >= SOME_ADVICE) return { expertise: 4, reasons: ['It gives some advice.'] };
  return { expertise: 3, reasons: ['It gives little advice.'] };
}
