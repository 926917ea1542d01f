/** Rates pages: how surely they are guides to writing, and whether to the kind of text that is asked for. */
import type { RateItem, Step } from '../../domain/engine.ts';
import { done, unscored } from '../../domain/outcome.ts';
import type { Rating } from '../../domain/source.ts';
import { isGeneralGuide } from './general-guide.ts';
import { rateGuide } from './guide-score.ts';
import { matchKind, type KindMatch } from './kind-match.ts';
import { signalsOf } from './page-signals.ts';
import { findTextKind } from './task-kind.ts';
import { likenessTo, vocabularyOf } from './topic-likeness.ts';
import { wholeTextTest } from './whole-text.ts';

/** Guides with this expertise that name the kind in the title with these log-odds show how its guides speak. */
const MODEL = { expertise: 3, logOdds: 2.5 };

/**
 * How much a page has to speak like those (cosine of tf-idf vectors) where its naming leaves doubt: one that does not
 * name the kind the more, the lower its log-odds. Another sort of the noun may serve at least as general advice does.
 */
const MIN_LIKENESS = { otherSort: 0.13, unsorted: 0.16, usefulSort: 0.1, unnamed: 0.17, perLogOdds: -0.012 };

export const ratePages: Step<RateItem, Rating> = (_run, task, items) => {
  const kind = findTextKind(task.instruction);
  if (kind === undefined) {
    const reason = 'The instruction names no kind of text to compare the page with.';
    return Promise.resolve(new Map(items.map((item) => [item.id, unscored(reason)])));
  }
  const isWhole = wholeTextTest(kind);
  const read = items.map(({ id, page }) => ({
    id,
    page,
    match: matchKind(page, kind),
    guide: rateGuide(signalsOf(page, isWhole)),
  }));
  const models = read.flatMap(({ match, guide }, index) =>
    match.inTitle && !match.unsorted && match.logOdds >= MODEL.logOdds && guide.expertise >= MODEL.expertise
      ? [index]
      : [],
  );
  // Where no guide names the sort that is asked for, the noun has to do: alone, or of another sort for the same occasion.
  const hasOwnGuide = read.some(
    ({ match, guide }) =>
      match.logOdds >= 0 && !match.unsorted && !match.otherSort && guide.expertise >= MODEL.expertise,
  );
  const vocabulary = vocabularyOf(
    items.map(({ page }) => page.text),
    new Set([kind.head, ...kind.modifiers]),
  );
  return Promise.resolve(
    new Map(
      read.map(({ id, page, match, guide }, index) => {
        const likeness = likenessTo(
          vocabulary,
          index,
          models.filter((model) => model !== index),
        );
        const { relevance, reason } = relevanceOf(
          hasOwnGuide
            ? match
            : { ...match, unsorted: false, otherSort: match.otherSort && !match.ofOccasion },
          likeness,
          isGeneralGuide(page),
          kind.phrase,
        );
        return [id, done({ expertise: guide.expertise, relevance, reasons: [reason, ...guide.reasons] })];
      }),
    ),
  );
};

function relevanceOf(
  { logOdds, otherSort, unsorted }: KindMatch,
  likeness: number,
  isGeneral: boolean,
  phrase: string,
): { readonly relevance: 0 | 1 | 2; readonly reason: string } {
  const isNamed = logOdds >= 0;
  if (isNamed && !otherSort && !unsorted) return { relevance: 2, reason: `It is about "${phrase}".` };
  const needed = isNamed
    ? unsorted
      ? MIN_LIKENESS.unsorted
      : MIN_LIKENESS.otherSort
    : MIN_LIKENESS.unnamed + MIN_LIKENESS.perLogOdds * logOdds;
  if (likeness >= needed)
    return { relevance: 2, reason: `It uses another name, but speaks as the guides to "${phrase}" do.` };
  if (isNamed && likeness >= MIN_LIKENESS.usefulSort)
    return { relevance: 1, reason: `It is about another sort of text than "${phrase}", yet a related one.` };
  if (isGeneral)
    return { relevance: 1, reason: 'It gives general writing advice, not advice on one kind of text.' };
  return { relevance: 0, reason: `It is not about writing "${phrase}".` };
}
