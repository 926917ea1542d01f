/** What kind of text a page is about, measured against the kind that an instruction asks for. */
import type { Page } from '../domain/page.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import { stem, wordCount, words } from '../text/words.ts';
import type { TextKind } from './task-kind.ts';
import { DETERMINERS, PLAIN_ADJECTIVES, PREPOSITIONS, WHOLE_TEXT } from './vocabulary.ts';
import { baseOfGerund, baseOfParticiple } from './verbs.ts';

/**
 * `exact`: about this very kind. `unsorted`: about the same noun, and never says of which sort ("your letter" for
 * "cover letter"). `other-sort`: of another sort ("conference talk" for "academic talk"). `other-noun`: has the words
 * that make the kind, but not its noun ("grant application" for "grant proposal"). `in-passing`: uses the noun now and
 * then. `none`: about something else, or about texts in general.
 */
export type KindMatch = 'exact' | 'unsorted' | 'other-sort' | 'other-noun' | 'in-passing' | 'none';

interface Mention {
  /** Stems of the content words right before the head, nearest first. */
  readonly before: readonly string[];
}

const MODIFIER_REACH = 3;
const MIN_BODY_MENTIONS = 3;
/** Where no sort is asked for, "business email" and "awkward email" are emails. */
const ANY_SORT = new Set(
  'business work workplace office everyday awkward difficult common'.split(' ').map(stem),
);
const MIN_LATE_MENTIONS = 5;
/** As many of the task's own words in a guide to one sort of the kind make it a guide for the task. */
const MIN_CIRCUMSTANCES = 2;
const GENERAL_NOUNS = new Set([...WHOLE_TEXT, 'article', 'content', 'feature', 'prose'].map(stem));
/** Words of titles and of requests alike. */
const SAID_OF_ANY_TEXT = new Set(
  'write writing writer draft drafting guide guides help make making need use good work reader readers people tips advice want keep give read'.split(
    ' ',
  ),
);
const MIN_BODY_DENSITY = 0.009;

export function matchKind(page: Page, kind: TextKind): KindMatch {
  const mentions: Mentions = {
    title: mentionsIn(titleOf(page), kind),
    intro: mentionsIn(introOf(page), kind),
    body: mentionsIn(page.text, kind),
  };
  if (!isSubject(mentions, page, kind)) {
    if (!sharesModifiers(page, kind))
      return mentions.body.length >= MIN_BODY_MENTIONS ? 'in-passing' : 'none';
    // "travel article" and "travel piece" differ in a noun that names no kind.
    return GENERAL_NOUNS.has(kind.head) ? 'exact' : 'other-noun';
  }
  if (kind.modifiers.length > 0) {
    if (namesKind(kind, mentions, page)) return 'exact';
    return foreignModifier(kind, mentions) ? 'other-sort' : 'unsorted';
  }
  return foreignModifier(kind, mentions) && !namesCircumstance(page, kind) ? 'other-sort' : 'exact';
}

/** "The advice memo a client can act on", where a memo to a client is asked for; of a "book review", that it speaks of novels. */
function namesCircumstance(page: Page, kind: TextKind): boolean {
  const told = (word: string): boolean =>
    !SAID_OF_ANY_TEXT.has(word) && !STOP_WORDS.has(word) && kind.circumstances.has(stem(word));
  return words(titleOf(page)).some(told) || words(page.text).filter(told).length >= MIN_CIRCUMSTANCES;
}

/** How often the page says the kind's name in full ("cover letter"), per thousand words; 0 for kinds of one word. */
export function nameWordsPerMille(page: Page, kind: TextKind): number {
  const named = mentionsIn(page.text, kind).filter(
    ({ before }) => before[0] !== undefined && kind.modifiers.includes(before[0]),
  );
  return (1000 * named.length) / Math.max(1, wordCount(page.text));
}

/** Whether the page's own title has the noun. */
export function titleNamesKind(page: Page, kind: TextKind): boolean {
  return mentionsIn(titleOf(page), kind).length > 0;
}

interface Mentions {
  readonly title: readonly Mention[];
  readonly intro: readonly Mention[];
  readonly body: readonly Mention[];
}

/** A page names what it is about in its title, or at once, or again and again. */
function isSubject({ title, intro, body }: Mentions, page: Page, kind: TextKind): boolean {
  if (title.length > 0) return true;
  if (intro.some((mention) => carriesModifiers(mention, kind))) return body.length >= 2;
  const often = wordCount(page.text) * MIN_BODY_DENSITY;
  if (intro.length > 0) return body.length >= Math.max(MIN_BODY_MENTIONS, often);
  // Essays come to their subject late, and then stay with it.
  const carried = body.filter((mention) => carriesModifiers(mention, kind)).length;
  return kind.modifiers.length > 0
    ? carried >= 2 && body.length >= MIN_LATE_MENTIONS
    : body.length >= Math.max(MIN_LATE_MENTIONS, often);
}

/**
 * "cover letter", or "recommendation letter" for "letter of recommendation"; false where the kind has no such words. Of
 * several any one will do: guides to the "book proposal" and to the "nonfiction proposal" serve a "nonfiction book proposal".
 */
function carriesModifiers(mention: Mention, kind: TextKind): boolean {
  return kind.modifiers.some((modifier) => mention.before.includes(modifier));
}

function sharesModifiers(page: Page, kind: TextKind): boolean {
  if (kind.modifiers.length === 0) return false;
  const title = new Set(words(titleOf(page)).map(stem));
  const body = words(page.text).map(stem);
  return kind.modifiers.every(
    (modifier) => title.has(modifier) || body.filter((word) => word === modifier).length >= MIN_BODY_MENTIONS,
  );
}

/** The kind's own words stand together, or both so often that the page must be about it ("plan a lesson", "the plan"). */
function namesKind(kind: TextKind, { title, intro, body }: Mentions, page: Page): boolean {
  const carries = (mention: Mention): boolean => carriesModifiers(mention, kind);
  if (title.some(carries) || intro.some(carries)) return true;
  // Named once in passing is not enough, unless the title speaks of the noun alone ("how employers read your letter").
  if (body.filter(carries).length >= (title.length > 0 ? 1 : 2)) return true;
  const all = words(page.text).map(stem);
  return (
    title.length > 0 &&
    kind.modifiers.every(
      (modifier) => all.filter((word) => word === modifier).length >= 2 * MIN_BODY_MENTIONS - 1,
    )
  );
}

/** "cover" before "letter", where the instruction asks for a letter and never says "cover". */
function foreignModifier(kind: TextKind, { title: inTitle, intro, body: inBody }: Mentions): boolean {
  const known = (modifier: string): boolean =>
    kind.circumstances.has(modifier) || kind.modifiers.includes(modifier);
  const counts = new Map<string, number>();
  for (const mention of inBody) {
    const nearest = mention.before[0];
    if (nearest !== undefined && !ANY_SORT.has(nearest)) counts.set(nearest, (counts.get(nearest) ?? 0) + 1);
  }
  const named = inTitle.flatMap((mention) => mention.before.slice(0, 1));
  if (kind.modifiers.length === 0 && named.some((modifier) => ANY_SORT.has(modifier))) return false;
  if (named.some(known) || [...counts].some(([modifier, count]) => known(modifier) && count >= 2))
    return false;
  if (named.length > 0 && inTitle.every((mention) => mention.before.length > 0)) return true;
  // "Writing a poem about a place": the title names the noun alone.
  if (inTitle.some((mention) => mention.before.length === 0) && kind.modifiers.length === 0) return false;
  if (inTitle.length === 0 && intro.some((mention) => mention.before.length > 0)) return true;
  return (
    [...counts].some(
      ([, count]) => count >= 2 && count >= inBody.length * (inTitle.length > 0 ? 0.25 : 0.15),
    ) ||
    (inBody.length > 0 && inBody.length <= 4 && counts.size > 0)
  );
}

function mentionsIn(text: string, kind: TextKind): Mention[] {
  const all = words(text).flatMap((word) => {
    // "E-mail" is "email" written otherwise; other compounds are words of their own.
    const joined = word.replaceAll('-', '');
    if (joined !== word && stem(joined) === kind.head) return [joined];
    return PLAIN_ADJECTIVES.has(word) ? [word] : word.split('-');
  });
  return all.flatMap((word, index) =>
    stem(word) === kind.head && !isMaker(word) && !isVerbUse(all, index) && !isQuantity(all, index)
      ? [{ before: modifiersBefore(all, index, kind) }]
      : [],
  );
}

/** "Fifteen minutes", "two pages": so much of something, not the kind of text. */
function isQuantity(all: readonly string[], index: number): boolean {
  // "By the minute": of a unit of time only the plural can name a text.
  if (/^(?:second|minute|hour|day|week|month|year)$/u.test(all[index] ?? '')) return true;
  return /^(?:\d.*|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|few|several|many|half|per)$/u.test(
    all[index - 1] ?? '',
  );
}

/** "Reviewers" are people: an ending of agents that the stem has lost ("letter" keeps its own). */
function isMaker(word: string): boolean {
  return /(?:er|or)s?$/u.test(word) && !/(?:er|or)$/u.test(stem(word));
}

/** "to report", "you review it": the noun is meant, not the verb. */
function isVerbUse(all: readonly string[], index: number): boolean {
  const word = all[index] ?? '';
  if (word.endsWith('ed')) return true;
  return (
    /^(?:to|you|we|they|i|not|don't|can|should|must|will|may|might|would|who|that)$/u.test(
      all[index - 1] ?? '',
    ) && !word.endsWith('ing')
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

function introOf(page: Page): string {
  return page.blocks
    .filter((block) => block.kind === 'paragraph')
    .slice(0, 2)
    .map((block) => page.text.slice(block.start, block.end))
    .join('\n');
}
