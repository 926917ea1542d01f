/** Reads a guide: its advice, and how expert it is by that and by what speaks against it. */
import type { ClaimedAdvice } from '../../domain/advice.ts';
import type { ExtractItem, Step } from '../../domain/engine.ts';
import { done } from '../../domain/outcome.ts';
import type { Page } from '../../domain/page.ts';
import { sha256Hex } from '../../text/hash.ts';
import { contentStems, wordCount } from '../../text/words.ts';
import { adviceOfPage } from './advice-of-page.ts';
import type { Found, GuideReading, Reader } from './demand-types.ts';
import type { ReaderFor } from './text-kind.ts';
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

export const extractAdvice =
  (readerFor: ReaderFor): Step<ExtractItem, readonly ClaimedAdvice[]> =>
  async (_run, task, items) => {
    const reader = await readerFor(task);
    return new Map(
      items.map(({ id, page, queries }) => {
        const queryIds = queries.map((query) => query.id);
        const advice = knownReading(page, reader)?.advice ?? adviceOfPage(page, reader);
        return [id, done(advice.map((found) => ({ ...found, queryIds })))];
      }),
    );
  };

export function readGuide(page: Page, reader: Reader): GuideReading {
  const known = knownReading(page, reader);
  if (known !== undefined) return known;
  const advice = adviceOfPage(page, reader);
  return { advice, ...expertiseOf(page, advice, reader) };
}

function knownReading({ text }: Page, { prepared }: Reader): GuideReading | undefined {
  return prepared?.readings[sha256Hex(text)];
}

/** 3 and more counts as a guide; below, something speaks against the page. */
function expertiseOf({ text }: Page, found: readonly Found[], reader: Reader): Omit<GuideReading, 'advice'> {
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
