/** How well a page fits the requested kind of text: where and how often it names that kind. */
import type { GuideKind } from '../../domain/guide-kind.ts';
import type { Page } from '../../domain/page.ts';
import { decoded } from '../../text/secret-forms.ts';
import { contentStems, stem, wordCount, words } from '../../text/words.ts';
import { PLAIN_ADJECTIVES, singular, WHOLE_TEXT } from './lexicon.ts';
import type { TextKind } from './noun-phrase.ts';

export interface PageFit {
  /** From 0. */
  readonly score: number;
  /** It is named as the instruction names it: "cover letter", not "letter". */
  readonly ownName: boolean;
  /** The noun alone, or a synonym, is in its title, or again and again in its text. */
  readonly named: boolean;
  /** Its title is about another sort of the noun ("sales report" for "witness report"). */
  readonly otherSort: boolean;
}

/** Minimum score of a page about the kind. */
export const MIN_FIT = 2.6;

const IN_TITLE = { noun: 3, synonym: 2, modifiers: 2.5 };
/** By the logarithm of the mentions per thousand words. */
const IN_TEXT = { full: 1.6, noun: 0.9, synonym: 0.4 };
const OTHER_SORT = -3;
const NO_MODIFIER = -2;
const MODIFIER_REACH = 3;
const OFTEN = 4;
const OFTEN_ON_TOPIC = 2;
const OUTNAMED = 2;
/** Minimum mentions per thousand words, besides, for a page whose title does not name it. */
const THROUGHOUT = 8;

/**
 * @param instruction what is asked for, which also says what the text is to be about
 * @param all known kinds
 */
export function fitOf(
  page: Page,
  url: string,
  kind: TextKind,
  instruction: string,
  all: readonly GuideKind[],
): PageFit {
  const counts = mentionsIn(page.text, kind);
  const isMentioned = counts.full + counts.noun + counts.synonym > 0;
  const title = titleOf(page, url, isMentioned);
  const titleNouns = new Set(words(title).map(singular));
  const isPlain = kind.modifiers.length === 0;
  const perMille = (count: number): number => (1000 * count) / Math.max(1, wordCount(page.text));
  const synonymInTitle = kind.synonyms.some((noun) => titleNouns.has(noun));
  const nounInTitle = titleNouns.has(kind.noun);
  const titleStems = new Set(contentStems(title));
  const modifiers =
    kind.modifiers.filter((modifier) => titleStems.has(modifier)).length / Math.max(1, kind.modifiers.length);
  const isInTitle = isPlain ? nounInTitle || synonymInTitle : modifiers > 0;
  const isOfOther = !isInTitle && isAboutOther(page, kind, counts.full + counts.noun + counts.synonym, all);
  const otherSort =
    nounInTitle &&
    modifiers === 0 &&
    sortInTitle(title, kind) &&
    !speaksOfTopic(page.text, instruction, kind) &&
    (isPlain || counts.full < OFTEN);
  // Words for any text ("piece") name no kind by themselves.
  const isVague = WHOLE_TEXT.has(kind.noun);
  const alone =
    (nounInTitle ? IN_TITLE.noun : synonymInTitle ? IN_TITLE.synonym : 0) +
    IN_TEXT.noun * Math.log1p(perMille(counts.noun)) +
    IN_TEXT.synonym * Math.log1p(perMille(counts.synonym));
  const score =
    (isVague && modifiers === 0 ? 0 : alone) +
    IN_TITLE.modifiers * modifiers +
    IN_TEXT.full * Math.log1p(perMille(counts.full)) +
    (otherSort ? OTHER_SORT : 0) +
    (isPlain || counts.modifier > 0 ? 0 : NO_MODIFIER);
  return {
    score: Math.max(0, score),
    ownName: isPlain
      ? nounInTitle || (!isOfOther && counts.full >= OFTEN && perMille(counts.full) >= THROUGHOUT)
      : (!isOfOther && counts.full >= OFTEN) || (modifiers > 0 && (nounInTitle || synonymInTitle || counts.full > 0)),
    named:
      !isVague && !isOfOther && (nounInTitle || synonymInTitle || (isPlain && counts.full + counts.synonym >= OFTEN)),
    otherSort,
  };
}

/** `full`: with a word that makes it this kind near by, or the noun where the kind has none. */
function mentionsIn(text: string, kind: TextKind) {
  const all = words(text).flatMap((word) => word.split('-'));
  const stems = all.map(stem);
  const synonyms = new Set(kind.synonyms);
  const counts = {
    full: 0,
    noun: 0,
    synonym: 0,
    modifier: stems.filter((word) => kind.modifiers.includes(word)).length,
  };
  for (const [index, word] of all.entries()) {
    // By the noun, not by its stem: "a reviewer" is no review.
    const isNoun = singular(word) === kind.noun;
    if (!isNoun && !synonyms.has(singular(word))) continue;
    const near = stems.slice(Math.max(0, index - MODIFIER_REACH), index + MODIFIER_REACH);
    const isFull = kind.modifiers.length === 0 ? isNoun : kind.modifiers.some((modifier) => near.includes(modifier));
    counts[isFull ? 'full' : isNoun ? 'noun' : 'synonym'] += 1;
  }
  return counts;
}

/**
 * Wherever its title names the noun, a word of its own stands before it, and no adjective of quality: "sales report".
 * The address, whose folders name what their pages have in common, counts only where the title does not name it.
 */
function sortInTitle(title: string, kind: TextKind): boolean {
  const before = title
    .split('\n')
    .map((line) =>
      words(line).flatMap((word, index, all) => (singular(word) === kind.noun ? [all[index - 1] ?? ''] : [])),
    );
  const named = before.slice(0, -1).flat();
  const sorts = named.length > 0 ? named : before.flat();
  return sorts.length > 0 && sorts.every(isSort);
}

/** Before a noun: it says which sort of it, unlike a function word, an adjective of quality or a verb. */
export function isSort(word: string): boolean {
  return contentStems(word).length > 0 && !PLAIN_ADJECTIVES.has(word) && !/(?:ing|ed|ly|write|\d)$/u.test(word);
}

/** Its title names another kind, or a word that comes up far more often: "Eulogies: a guide" is no guide to guides. */
function isAboutOther(page: Page, kind: TextKind, mentions: number, all: readonly GuideKind[]): boolean {
  const title = ownTitleOf(page).join('\n');
  const isIn = (text: string, name: string) => namesIn(text).includes(namesIn(name));
  // "Reports that managers act on" may be about business reports.
  if (all.some(({ name }) => isIn(title, name) && !isIn(kind.phrase, name))) return true;
  const own = new Set([kind.head, ...kind.modifiers, ...kind.synonyms.map(stem)]);
  const stems = contentStems(page.text);
  return contentStems(title).some(
    (other) => !own.has(other) && stems.filter((word) => word === other).length > OUTNAMED * mentions,
  );
}

const namesIn = (text: string): string => ` ${words(text).map(singular).join(' ')} `;

/** "Book review" for a review of a novel: what follows the kind in the instruction comes up on the page again and again. */
function speaksOfTopic(text: string, instruction: string, { noun }: TextKind): boolean {
  const topic = new Set(contentStems(instruction.toLowerCase().split(noun).slice(1).join(' ')));
  return words(text).filter((word) => topic.has(stem(word))).length >= OFTEN_ON_TOPIC;
}

/**
 * The page's title, its opening heading and the path of its address, which does not count if the page has a title and
 * never mentions the kind: the name of a file proves less than its text.
 */
function titleOf(page: Page, url: string, isMentioned: boolean): string {
  const own = ownTitleOf(page);
  if (!isMentioned && own.some((line) => line.trim() !== '')) return [...own, ''].join('\n');
  const path = decoded(url.split(/[?#]/u)[0] ?? '').replace(/^[a-z]+:(?:\/\/[^/]*)?/iu, '');
  return [...own, path.replaceAll(/[-_/.]/gu, ' ')].join('\n');
}

function ownTitleOf({ title, text, blocks: [opening] }: Page): readonly string[] {
  return [title ?? '', opening?.kind === 'heading' ? text.slice(opening.start, opening.end) : ''];
}
