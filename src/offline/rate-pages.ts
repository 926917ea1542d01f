/** Rates pages: how surely they are guides to writing, and whether to the kind of text that is asked for. */
import type { RateItem, Step } from '../domain/engine.ts';
import { done, unscored } from '../domain/outcome.ts';
import type { Rating } from '../domain/source.ts';
import { isGeneralGuide } from './general-guide.ts';
import { rateGuide } from './guide-score.ts';
import { matchKind, type KindMatch } from './kind-match.ts';
import { signalsOf } from './page-signals.ts';
import { findTextKind, type TextKind } from './task-kind.ts';
import { likenessTo, vocabularyOf } from './topic-likeness.ts';
import { wholeTextTest } from './whole-text.ts';

/** Guides with this expertise that name the kind in the title with these log-odds show how its guides speak. */
const MODEL = { expertise: 3, logOdds: 2.5 };

/**
 * How much a page has to speak like those (cosine of tf-idf vectors) where its naming leaves doubt: the more, the lower
 * its log-odds. Without any such guide, what names another sort is about that.
 */
const MIN_LIKENESS = { otherSort: 0.15, sortOfAny: 0.1, unnamed: 0.16, perLogOdds: -0.012 };

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
    match.inTitle && match.logOdds >= MODEL.logOdds && guide.expertise >= MODEL.expertise ? [index] : [],
  );
  const vocabulary = vocabularyOf(
    items.map(({ page }) => page.text),
    new Set([kind.head, ...kind.modifiers]),
  );
  return Promise.resolve(
    new Map(
      read.map(({ id, page, match, guide }, index) => {
        const others = models.filter((model) => model !== index);
        const needed = neededLikeness(match, kind);
        const specific = needed === 0 || likenessTo(vocabulary, index, others) >= needed;
        const relevance = specific ? 2 : isGeneralGuide(page) ? 1 : 0;
        const reasons = [relevanceReason(relevance, needed === 0, kind.phrase), ...guide.reasons];
        return [id, done({ expertise: guide.expertise, relevance, reasons })];
      }),
    ),
  );
};

function neededLikeness({ logOdds, otherSort }: KindMatch, kind: TextKind): number {
  if (logOdds < 0) return MIN_LIKENESS.unnamed + MIN_LIKENESS.perLogOdds * logOdds;
  if (!otherSort) return 0;
  return kind.modifiers.length === 0 ? MIN_LIKENESS.sortOfAny : MIN_LIKENESS.otherSort;
}

function relevanceReason(relevance: number, isNamed: boolean, phrase: string): string {
  if (relevance === 1) return 'It gives general writing advice, not advice on one kind of text.';
  if (relevance === 0) return `It is not about writing "${phrase}".`;
  return isNamed
    ? `It is about "${phrase}".`
    : `It uses another name, but speaks as the guides to "${phrase}" do.`;
}
