/** How well a page fits the kind of text that is asked for: where and how often it names that kind. */
import type { Page } from '../../domain/page.ts';
import { contentStems, stem, wordCount, words } from '../../text/words.ts';
import { PLAIN_ADJECTIVES, synonymsOf, WHOLE_TEXT } from './lexicon.ts';
import type { TextKind } from './text-kind.ts';

export interface PageFit {
  /** From 0; see `FITS`. */
  readonly score: number;
  /** It names the noun, or a synonym, in its title or again and again. */
  readonly named: boolean;
  /** It does so with the instruction's own noun. */
  readonly ownNoun: boolean;
  /** Its title is about another sort of the noun ("sales report" for "witness report"). */
  readonly otherSort: boolean;
}

export const FITS = { specific: 2.6, near: 1.8 };

const WEIGHTS = {
  nounInTitle: 3,
  synonymInTitle: 2,
  modifierInTitle: 2.5,
  fullName: 1.6,
  noun: 0.9,
  synonym: 0.4,
};
const OTHER_SORT = 3;
const NO_MODIFIER = 2;
const MODIFIER_REACH = 3;
const OFTEN = 4;

export function fitOf(page: Page, url: string, kind: TextKind): PageFit {
  const title = titleOf(page, url);
  const titleStems = new Set(contentStems(title));
  const synonyms = new Set(synonymsOf(kind.noun).map(stem));
  const text = words(page.text).flatMap((word) => (word.includes('-') ? word.split('-') : [word]));
  const stems = text.map(stem);
  // Words for any text ("piece", "page") name no kind by themselves.
  const isVague = WHOLE_TEXT.has(kind.noun);
  let full = 0;
  let noun = 0;
  let synonym = 0;
  for (const [index, word] of stems.entries()) {
    if (word !== kind.head && !synonyms.has(word)) continue;
    const near = [
      ...stems.slice(Math.max(0, index - MODIFIER_REACH), index),
      ...stems.slice(index + 1, index + MODIFIER_REACH),
    ];
    const isFull =
      kind.modifiers.length === 0
        ? word === kind.head
        : kind.modifiers.some((modifier) => near.includes(modifier));
    if (isFull) full += 1;
    else if (word === kind.head) noun += 1;
    else synonym += 1;
  }
  const perMille = (count: number): number => Math.log1p((1000 * count) / Math.max(1, wordCount(page.text)));
  const inTitle = titleStems.has(kind.head)
    ? WEIGHTS.nounInTitle
    : [...synonyms].some((word) => titleStems.has(word))
      ? WEIGHTS.synonymInTitle
      : 0;
  const modifiers =
    kind.modifiers.filter((modifier) => titleStems.has(modifier)).length / Math.max(1, kind.modifiers.length);
  const saysModifier =
    kind.modifiers.length === 0 || kind.modifiers.some((modifier) => stems.includes(modifier));
  const otherSort =
    inTitle > 0 &&
    modifiers === 0 &&
    sortInTitle(title, kind) &&
    (kind.modifiers.length === 0 || full < OFTEN);
  const score =
    (isVague && modifiers === 0 ? 0 : inTitle) +
    WEIGHTS.modifierInTitle * modifiers +
    WEIGHTS.fullName * perMille(full) +
    (isVague ? 0 : WEIGHTS.noun * perMille(noun) + WEIGHTS.synonym * perMille(synonym)) -
    (otherSort ? OTHER_SORT : 0) -
    (saysModifier ? 0 : NO_MODIFIER);
  return {
    score: Math.max(0, score),
    ownNoun: titleStems.has(kind.head) || full + noun >= OFTEN,
    named: !isVague && (inTitle > 0 || full + noun + synonym >= OFTEN),
    otherSort,
  };
}

/** Wherever it names the noun, a word of its own stands before it, and no adjective of quality: "sales report". */
function sortInTitle(title: string, kind: TextKind): boolean {
  const before = words(title).flatMap((word, index, all) =>
    stem(word) === kind.head ? [all[index - 1] ?? ''] : [],
  );
  const isSort = (word: string): boolean =>
    contentStems(word).length > 0 && !PLAIN_ADJECTIVES.has(word) && !/(?:ing|ed|ly|write|\d)$/u.test(word);
  return before.length > 0 && before.every(isSort);
}

/** The page's title, its opening heading and its file's name. */
export function titleOf(page: Page, url: string): string {
  const [opening] = page.blocks;
  const heading = opening?.kind === 'heading' ? page.text.slice(opening.start, opening.end) : '';
  return [
    page.title ?? '',
    heading,
    decodeURIComponent(url.split(/[?#]/u)[0] ?? '')
      .replace(/^[a-z]+:(?:\/\/[^/]*)?/iu, '')
      .replaceAll(/[-_/.]/gu, ' '),
  ].join('\n');
}
