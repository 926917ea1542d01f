/** Rates pages: whether they guide to the kind of text that is asked for, and how surely they are guides at all. */
import type { RateItem, Step } from '../../domain/engine.ts';
import { done, unscored } from '../../domain/outcome.ts';
import type { Page } from '../../domain/page.ts';
import type { Rating } from '../../domain/source.ts';
import { contentStems, wordCount, words } from '../../text/words.ts';
import { adviceOfPage } from './advice-of-page.ts';
import type { Reader } from './demand-types.ts';
import { isReceiver, isTextPart } from './lexicon.ts';
import { FITS, fitOf, titleOf, type PageFit } from './page-fit.ts';
import { readerFor } from './reader.ts';
import { findTextKind } from './text-kind.ts';
import { likenessTo, vocabularyOf } from './vocabulary-likeness.ts';

/** Cosine of tf-idf vectors from which a page speaks as a guide to this kind does. */
const SIBLING_LIKENESS = 0.2;
const CRAFT = new Set(
  'sentenc paragraph word reader text write writer draft claus verb noun grammar punctuat prose style edit cut structur'.split(
    ' ',
  ),
);
const SUBJECT_STEMS = 3;

export const ratePages: Step<RateItem, Rating> = async (_run, task, items) => {
  const kind = findTextKind(task.instruction);
  if (kind === undefined) {
    const reason = 'The instruction names no kind of text to compare the page with.';
    return new Map(items.map((item) => [item.id, unscored(reason)]));
  }
  const reader = await readerFor(task);
  const fits = items.map(({ page, url }) => fitOf(page, url, kind));
  const vocabulary = vocabularyOf(
    items.map(({ page }) => page.text),
    new Set([kind.head, ...kind.modifiers]),
  );
  const models = fits.flatMap(({ score, ownName, otherSort }, index) =>
    score >= FITS.specific && ownName && !otherSort ? [index] : [],
  );
  return new Map(
    items.map(({ id, page, url }, index) => {
      const fit = fits[index] ?? { score: 0, named: false, ownName: false, otherSort: false };
      const isSibling =
        likenessTo(
          vocabulary,
          index,
          models.filter((model) => model !== index),
        ) >= SIBLING_LIKENESS;
      const { relevance, reason } = relevanceOf(
        fit,
        isSibling,
        models.length > 0,
        isGeneral(page, url),
        kind.phrase,
      );
      const { expertise, reasons } = expertiseOf(page, reader);
      return [id, done({ expertise, relevance, reasons: [reason, ...reasons] })];
    }),
  );
};

function relevanceOf(
  fit: PageFit,
  isSibling: boolean,
  hasOwnGuide: boolean,
  general: boolean,
  phrase: string,
): { readonly relevance: 0 | 1 | 2; readonly reason: string } {
  if (fit.score >= FITS.specific && fit.ownName && !fit.otherSort)
    return { relevance: 2, reason: `It is about "${phrase}".` };
  if (isSibling) return { relevance: 2, reason: `It speaks as the guides to "${phrase}" do.` };
  // Where no guide names the sort that is asked for, the noun has to do.
  if (!hasOwnGuide && fit.named)
    return { relevance: 2, reason: `It is the closest there is to "${phrase}".` };
  if (fit.score >= FITS.near) return { relevance: 1, reason: `It is about a text related to "${phrase}".` };
  if (general)
    return { relevance: 1, reason: 'It gives general writing advice, not advice on one kind of text.' };
  return { relevance: 0, reason: `It is not about writing "${phrase}".` };
}

/** What a page speaks of most is the craft of writing, and its title names nothing else that it keeps speaking of. */
function isGeneral(page: Page, url: string): boolean {
  const counts = new Map<string, number>();
  for (const stem of contentStems(page.text)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const subjects = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, SUBJECT_STEMS);
  const named = contentStems(titleOf(page, url)).some(
    (stem) => !CRAFT.has(stem) && (counts.get(stem) ?? 0) >= 3,
  );
  return !named && subjects.filter(([stem]) => CRAFT.has(stem)).length >= 2;
}

const HYPE =
  /\b(?:amazing|powerful|unique|perfect|ultimate|stunning|proven|boost|compelling|engaging|top|best|success(?:ful)?)\b/giu;
const PROMOTION =
  /\b\d+\s?(?:%|percent) off\b|\b(?:buy now|order (?:now|today)|add to (?:cart|basket)|enrol(?:l)? (?:now|today)|sign up|subscribe|join (?:now|today|us)|money[- ]back|our (?:course|courses|template|templates|masterclass|service|services|team of|experts?|clients|tool|app)|free (?:download|trial|consultation)|limited[- ](?:time|offer)|coupon|checkout|per month|lifetime access|act now|click (?:here|below))\b/giu;
const QUOTED = /[“"][^”"\n]{1,200}[”"]/gu;
const MIN_WORDS = 60;
const SOME_ADVICE = 4;
const MUCH_ADVICE = 12;
const MIN_CRAFT_SHARE = 0.012;
const MAX_HYPE_PER_MILLE = 25;
const MAX_PROMOTION_PER_MILLE = 4;
const VARIETY_STEMS = 250;
/** What is written to be found repeats itself. */
const MIN_VARIETY = 0.42;

/** 3 counts as a guide; below, something speaks against the page. */
function expertiseOf(page: Page, reader: Reader): Pick<Rating, 'expertise' | 'reasons'> {
  const count = wordCount(page.text);
  const advice = adviceOfPage(page, reader).length;
  const plain = page.text.replace(QUOTED, ' ');
  const perMille = (pattern: RegExp): number =>
    (1000 * (plain.match(pattern)?.length ?? 0)) / Math.max(1, count);
  const craft =
    words(page.text).filter((word) => isTextPart(word) || isReceiver(word) || /^(?:writ|read)/u.test(word))
      .length / Math.max(1, count);
  const first = contentStems(page.text).slice(0, VARIETY_STEMS);
  const faults = [
    ...(advice === 0 ? ['It gives no advice.'] : []),
    ...(count < MIN_WORDS ? ['It is thin.'] : []),
    ...(craft < MIN_CRAFT_SHARE ? ['It speaks of its subject and hardly of texts and readers.'] : []),
    ...(perMille(PROMOTION) > MAX_PROMOTION_PER_MILLE ? ['It sells something.'] : []),
    ...(perMille(HYPE) > MAX_HYPE_PER_MILLE ? ['It praises more than it says.'] : []),
    ...(first.length === VARIETY_STEMS && new Set(first).size / first.length < MIN_VARIETY
      ? ['It repeats itself.']
      : []),
  ];
  if (faults.length > 0) return { expertise: advice === 0 ? 1 : 2, reasons: faults };
  if (advice >= MUCH_ADVICE) return { expertise: 5, reasons: ['It gives much advice.'] };
  if (advice >= SOME_ADVICE) return { expertise: 4, reasons: ['It gives some advice.'] };
  return { expertise: 3, reasons: ['It gives little advice.'] };
}
