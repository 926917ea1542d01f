/** How surely a page is about the kind of text that an instruction asks for: where and how often it names that kind. */
import type { Page } from '../../domain/page.ts';
import { STOP_WORDS } from '../../text/stop-words.ts';
import { contentStems, stem, wordCount, words } from '../../text/words.ts';
import type { TextKind } from './task-kind.ts';
import { isPlural } from './tokens.ts';
import { baseOfGerund, baseOfParticiple } from './verbs.ts';
import { DETERMINERS, PLAIN_ADJECTIVES, PREPOSITIONS, TEXT_PARTS, WHOLE_TEXT } from './vocabulary.ts';

export interface KindMatch {
  /** Log-odds that the page is about this kind. */
  readonly logOdds: number;
  /** Its title names the kind, or the noun alone. */
  readonly inTitle: boolean;
  /** Its title names another sort of the noun ("conference talk" for "academic talk"), or none where no sort is asked for. */
  readonly otherSort: boolean;
  /** It never says any word of the sort that is asked for ("apology" of an "apology letter"), only the noun. */
  readonly unsorted: boolean;
  /** It says as much of the instruction's occasion and topic as chance does not explain. */
  readonly ofOccasion: boolean;
}

/**
 * Logistic regression (ridge; all guides to other kinds weigh three times as much as those to this one) on labelled guides, each
 * against its own instruction and those for other kinds.
 */
const WEIGHTS = {
  fullNameInTitle: 6.8,
  nounInTitle: 4.38,
  otherSortInTitle: 3.81,
  /** All the words before the noun ("grant application" for "grant proposal"), as a share. */
  modifiersInTitle: 7.53,
  /** By the logarithm of the mentions per thousand words. */
  fullName: 2.89,
  nounAlone: 1.82,
  /** More where the text never says of which sort, and no title names it. */
  nounEverAlone: 0.75,
};
const BIAS = -4.61;
/**
 * Not fitted: where the noun stands alone all through, and from the opening on, doubt is for the page. A good page that
 * is lost teaches nothing, and one on another text has little that passes for advice on this.
 */
const BENEFIT_OF_DOUBT = 0.7;
const OPENING_CHARS = 1_500;

const MODIFIER_REACH = 3;
/** Where no sort is asked for, "business email" and "awkward email" are emails. */
const ANY_SORT = new Set(
  'business work workplace office everyday awkward difficult common'.split(' ').map(stem),
);
/** "Page", "piece", "column" of a table: said of any text, so that alone they name no kind. */
const IN_ANY_TEXT = new Set([...TEXT_PARTS, ...WHOLE_TEXT, 'column', 'row', 'box'].map(stem));
/** Words of titles and of requests alike. */
const SAID_OF_ANY_TEXT = new Set(
  'write writer draft guid help make need good work reader peopl tip'.split(' '),
);

/** `full`: "cover letter", or the noun alone where no sort is asked for. `plain`: the noun alone. `other`: of another sort. */
type Mention = 'full' | 'plain' | 'other';

export function matchKind(page: Page, kind: TextKind): KindMatch {
  const title = titleOf(page);
  const inTitle = countsOf(mentionsIn(title, kind));
  const inText = countsOf(mentionsIn(page.text, kind));
  const titleStems = new Set(contentStems(title));
  const said = new Set([...titleStems, ...contentStems(page.text)]);
  const logPerMille = (count: number): number =>
    Math.log1p((1000 * count) / Math.max(1, wordCount(page.text)));
  const named = inTitle.full + inTitle.plain > 0;
  // "The advice memo a client can act on", where a memo to a client is asked for.
  const namesOccasion = [...titleStems].some(
    (word) => kind.circumstances.has(word) && !SAID_OF_ANY_TEXT.has(word),
  );
  const shared = kind.modifiers.filter((modifier) => titleStems.has(modifier)).length;
  const alone = IN_ANY_TEXT.has(kind.head) ? 0 : logPerMille(inText.plain);
  const everAlone = !named && inTitle.other + inText.other + inText.full === 0;
  return {
    logOdds:
      BIAS +
      (inTitle.full > 0 ? WEIGHTS.fullNameInTitle : 0) +
      (inTitle.plain > 0 ? WEIGHTS.nounInTitle : 0) +
      (inTitle.other > 0 && !named ? WEIGHTS.otherSortInTitle : 0) +
      WEIGHTS.modifiersInTitle * (shared / Math.max(1, kind.modifiers.length)) +
      WEIGHTS.fullName * logPerMille(inText.full) +
      (WEIGHTS.nounAlone + (everAlone ? WEIGHTS.nounEverAlone : 0)) * alone +
      (everAlone && alone > 0 && mentionsIn(page.text.slice(0, OPENING_CHARS), kind).length > 0
        ? BENEFIT_OF_DOUBT
        : 0),
    inTitle: named,
    unsorted: isUnsorted(said, kind),
    ofOccasion: occasionWords(said, kind) >= MIN_OCCASION_WORDS,
    otherSort:
      !named && !namesOccasion && (kind.modifiers.length === 0 || (inText.full === 0 && inTitle.other > 0)),
  };
}

/** "Academic", "personal": a field or a manner, which guides to such texts leave unsaid; "apology" is what the text does. */
const OF_A_FIELD = /(?:ic|ical|al|ive|ous|ary|ful|ly)$/u;

function isUnsorted(said: ReadonlySet<string>, kind: TextKind): boolean {
  const sorts = words(kind.phrase)
    .filter((word) => !OF_A_FIELD.test(word))
    .map(stem)
    .filter((word) => kind.modifiers.includes(word));
  return sorts.length > 0 && !sorts.some((sort) => said.has(sort));
}

const MIN_OCCASION_WORDS = 6;

function occasionWords(said: ReadonlySet<string>, kind: TextKind): number {
  return [...kind.circumstances].filter((word) => !SAID_OF_ANY_TEXT.has(word) && said.has(word)).length;
}

function countsOf(mentions: readonly Mention[]): Record<Mention, number> {
  const counts = { full: 0, plain: 0, other: 0 };
  for (const mention of mentions) counts[mention] += 1;
  return counts;
}

/** No word is of a noun that stands behind one of these ("From the mailroom: letters to lawmakers"). */
const BREAK = /[.:;!?()|\n–—]+/u;

function mentionsIn(text: string, kind: TextKind): Mention[] {
  return text.split(BREAK).flatMap((stretch) => mentionsInStretch(stretch, kind));
}

function mentionsInStretch(text: string, kind: TextKind): Mention[] {
  const all = words(text).flatMap((word) => {
    // "E-mail" is "email" written otherwise; other compounds are words of their own.
    const joined = word.replaceAll('-', '');
    if (joined !== word && stem(joined) === kind.head) return [joined];
    if (PLAIN_ADJECTIVES.has(word) || !word.includes('-')) return [word];
    // The "you" of "thank-you" would part it from its noun.
    return word.split('-').filter((part) => !STOP_WORDS.has(part));
  });
  return all.flatMap((word, index) =>
    stem(word) === kind.head && !isPerson(word, kind) && !isVerbUse(all, index) && !isQuantity(all, index)
      ? [sortOf(modifiersBefore(all, index, kind), kind)]
      : [],
  );
}

/**
 * Of several words that make the kind any one will do: guides to the "book proposal" serve a "nonfiction book proposal".
 * A word of the instruction's own ("wedding") makes no other sort.
 */
function sortOf(before: readonly string[], kind: TextKind): Mention {
  if (kind.modifiers.some((modifier) => before.includes(modifier))) return 'full';
  const [nearest] = before;
  const bare = kind.modifiers.length === 0;
  const ofOtherSort =
    nearest !== undefined && !kind.circumstances.has(nearest) && !(bare && ANY_SORT.has(nearest));
  if (ofOtherSort) return 'other';
  return bare ? 'full' : 'plain';
}

/** "A reviewer" writes reviews. */
function isPerson(word: string, kind: TextKind): boolean {
  return /(?:er|or)s?$/u.test(word) && !/(?:er|or)s?$/u.test(kind.phrase.split(' of ')[0] ?? '');
}

/** "Fifteen minutes", "two pages": so much of something, not the kind of text. */
function isQuantity(all: readonly string[], index: number): boolean {
  // "By the minute": of a unit of time only the plural can name a text.
  if (/^(?:second|minute|hour|day|week|month|year)$/u.test(all[index] ?? '')) return true;
  return /^(?:\d.*|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|few|several|many|half|per)$/u.test(
    all[index - 1] ?? '',
  );
}

/** "to report", "you review it", "Plan backwards": the noun is meant, not the verb. */
function isVerbUse(all: readonly string[], index: number): boolean {
  const word = all[index] ?? '';
  if (word.endsWith('ed')) return true;
  if (word.endsWith('ing')) return false;
  const after = all[index + 1] ?? '';
  // "Letters that work": an order has no plural.
  if (index === 0 && isPlural(word)) return false;
  if (index === 0) return DETERMINERS.has(after) || /(?:ly|wards?)$/u.test(after);
  return /^(?:to|you|we|they|i|not|don't|can|should|must|will|may|might|would|who|that)$/u.test(
    all[index - 1] ?? '',
  );
}

function modifiersBefore(all: readonly string[], index: number, kind: TextKind): string[] {
  const before: string[] = [];
  for (let at = index - 1; at >= Math.max(0, index - MODIFIER_REACH); at -= 1) {
    // "Other people's speeches" are of no sort; "bachelor's theses" are.
    if (
      /^(?:people|person|man|woman|other|anybody|somebody|everybody|someone|writer|author|reader)['’]s$/u.test(
        all[at] ?? '',
      )
    )
      break;
    const word = (all[at] ?? '').replace(/['’]s$/u, '');
    if (word === '' || DETERMINERS.has(word) || PREPOSITIONS.has(word) || STOP_WORDS.has(word)) break;
    if (PLAIN_ADJECTIVES.has(word) || /^\d/u.test(word)) continue;
    // "writing a", "reads letters": a verb before the noun is no modifier.
    if (kind.modifiers.includes(stem(word))) before.push(stem(word));
    else if (
      baseOfGerund(word) !== undefined ||
      baseOfParticiple(word) !== undefined ||
      /(?:ly|ed)$/u.test(word)
    )
      break;
    else before.push(stem(word));
  }
  return before;
}

export function titleOf(page: Page): string {
  // Only a heading before all text is the page's own; a later one may be of any section.
  const heading = page.blocks[0]?.kind === 'heading' ? page.blocks[0] : undefined;
  const first = heading === undefined ? '' : page.text.slice(heading.start, heading.end);
  return [page.title ?? '', first].join('\n');
}
