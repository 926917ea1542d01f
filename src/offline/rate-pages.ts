/** Rates pages: how much expertise they show, and whether they are about the kind of text that is asked for. */
import type { RateItem, Step } from '../domain/engine.ts';
import { done, unscored } from '../domain/outcome.ts';
import type { Rating } from '../domain/source.ts';
import { contentStems } from '../text/words.ts';
import { matchKind, nameWordsPerMille, titleNamesKind, type KindMatch } from './kind-match.ts';
import { signalsOf, type PageSignals } from './page-signals.ts';
import { findTextKind, type TextKind } from './task-kind.ts';
import { likenessTo, vocabularyOf } from './topic-likeness.ts';
import { isGeneralGuide } from './general-guide.ts';
import { wholeTextTest } from './whole-text.ts';

/**
 * A page that does not name the very kind counts where it speaks much like the pages that do (cosine of tf-idf
 * vectors): the further its name, the more alike it must be. Guides to different kinds of text stay below 0.21.
 */
const MIN_LIKENESS: Readonly<Record<Exclude<KindMatch, 'exact'>, number>> = {
  unsorted: 0.08,
  'other-noun': 0.13,
  'other-sort': 0.2,
  'in-passing': 0.14,
  none: 0.225,
};

/** Where the task asks for a kind without saying of which sort, guides to one sort of it may serve ("business e-mail"). */
const MIN_SUBSORT_LIKENESS = 0.17;

/** Guides have 16 and more, pages about the subject of a task or about a service 14 and less. */
const MIN_CRAFT_WORDS_PER_MILLE = 15;
/** Of an essay that teaches by telling, whose advice a grammar finds but little of. */
const ESSAY = { words: 400, craftWordsPerMille: 20, examples: 3 };

/** Guides name their kind up to 10 times in 1,000 words, short ones up to 24; what is written for search engines, 40 to 80. */
const MAX_NAMES_PER_MILLE = 35;
const STUFFED = { score: 1, reasons: ['It repeats the name of the kind for search engines.'] } as const;

export const ratePages: Step<RateItem, Rating> = (_run, task, items) => {
  const kind = findTextKind(task.instruction);
  if (kind === undefined) {
    const reason = 'The instruction names no kind of text to compare the page with.';
    return Promise.resolve(new Map(items.map((item) => [item.id, unscored(reason)])));
  }
  const isWhole = wholeTextTest(kind);
  const read = items.map((item) => ({
    item,
    match: matchKind(item.page, kind),
    signals: signalsOf(item.page, isWhole),
  }));
  const vocabulary = vocabularyOf(
    items.map((item) => item.page.text),
    new Set([kind.head, ...kind.modifiers]),
  );
  const models = modelsAmong(read, kind);
  return Promise.resolve(
    new Map(
      read.map(({ item, match, signals }, index) => {
        const others = models.filter((model) => model !== index);
        const likeness =
          match === 'exact' || models.includes(index) ? 1 : likenessTo(vocabulary, index, others);
        const general = isGeneralGuide(item.page);
        const aboutWriting = signals.craftWordsPerMille >= MIN_CRAFT_WORDS_PER_MILLE;
        // The noun in its title, of no other sort and about writing throughout: its sort goes without saying.
        const isPlain =
          match === 'unsorted' &&
          signals.craftWordsPerMille >= ESSAY.craftWordsPerMille &&
          titleNamesKind(item.page, kind);
        const relevance = aboutWriting ? relevanceOf(isPlain ? 'exact' : match, likeness, general, kind) : 0;
        const expertise =
          nameWordsPerMille(item.page, kind) > MAX_NAMES_PER_MILLE ? STUFFED : expertiseOf(signals);
        return [
          item.id,
          done({
            expertise: expertise.score,
            relevance,
            reasons: [
              aboutWriting
                ? relevanceReason(relevance, match, kind.phrase)
                : 'It speaks of its subject and hardly of texts and readers.',
              ...expertise.reasons,
            ],
          }),
        ];
      }),
    ),
  );
};

/** The pages that show how guides to this kind speak; where none names it outright, those that have its words. */
function modelsAmong(read: readonly ReadPage[], kind: TextKind): readonly number[] {
  const expert = ({ signals }: ReadPage): boolean => expertiseOf(signals).score >= 3;
  const named = read.flatMap((page, index) => (page.match === 'exact' && expert(page) ? [index] : []));
  if (named.length > 0) return named;
  return read.flatMap((page, index) => {
    if (page.match !== 'unsorted' || !expert(page)) return [];
    const stems = new Set(contentStems(page.item.page.text));
    return kind.modifiers.every((modifier) => stems.has(modifier)) ? [index] : [];
  });
}

interface ReadPage {
  readonly item: RateItem;
  readonly match: KindMatch;
  readonly signals: PageSignals;
}

function relevanceOf(match: KindMatch, likeness: number, general: boolean, kind: TextKind): 0 | 1 | 2 {
  const isSubsort = match === 'other-sort' && kind.modifiers.length === 0;
  if (match === 'exact' || likeness >= (isSubsort ? MIN_SUBSORT_LIKENESS : MIN_LIKENESS[match])) return 2;
  return general ? 1 : 0;
}

function relevanceReason(relevance: 0 | 1 | 2, match: KindMatch, phrase: string): string {
  if (relevance === 1) return 'It gives general writing advice, not advice on one kind of text.';
  if (relevance === 0) return `It is not about writing "${phrase}".`;
  return match === 'exact'
    ? `It is about "${phrase}".`
    : `It uses another name, but speaks as the guides to "${phrase}" do.`;
}

const THIN_WORDS = 250;
const MANY_ADVICE = 15;

function expertiseOf(signals: PageSignals): {
  readonly score: 1 | 2 | 3 | 4 | 5;
  readonly reasons: readonly string[];
} {
  const reasons: string[] = [];
  let points = 1;
  const note = (gain: number, reason: string): void => {
    points += gain;
    reasons.push(reason);
  };
  if (signals.advice >= MANY_ADVICE) note(1.5, `It gives ${signals.advice} pieces of advice.`);
  else if (signals.advice >= 6) note(1, `It gives ${signals.advice} pieces of advice.`);
  else reasons.push(`It gives only ${signals.advice} pieces of advice.`);
  if (signals.adviceShare >= 0.2) note(0.5, 'Much of its text is advice.');
  if (signals.specificAdvice >= 5) note(1, 'Its advice is specific: numbers, limits, wording.');
  else if (signals.specificAdvice >= 2) note(0.5, 'Some of its advice is specific.');
  if (signals.examples >= 3) note(0.5, 'It shows examples.');
  if (signals.structured) note(0.25, 'It is well structured.');
  if (signals.references) note(0.25, 'It points to references.');
  if (signals.signed) note(0.25, 'It names its author and date.');
  if (
    signals.words >= ESSAY.words &&
    signals.craftWordsPerMille >= ESSAY.craftWordsPerMille &&
    signals.examples >= ESSAY.examples
  )
    note(1, 'It speaks of texts and readers throughout, with examples.');
  if (signals.clickbait) note(-2, 'Its title is made for clicks.');
  let cap = 5;
  if (signals.specificAdvice === 0) {
    reasons.push('None of its advice is specific.');
    cap = 2;
  }
  if (signals.promotion >= 3) {
    note(-1.5, 'It sells something.');
    cap = Math.min(cap, 2);
  } else if (signals.promotion > 0 && signals.advice < 10) note(-0.5, 'It promotes something.');
  if (signals.words < THIN_WORDS) {
    reasons.push('It is thin.');
    cap = Math.min(cap, 2);
  }
  if (signals.advice < 4) cap = Math.min(cap, 2);
  return { score: scoreOf(Math.min(cap, Math.round(points))), reasons };
}

function scoreOf(points: number): 1 | 2 | 3 | 4 | 5 {
  if (points >= 5) return 5;
  if (points >= 4) return 4;
  if (points >= 3) return 3;
  return points >= 2 ? 2 : 1;
}
