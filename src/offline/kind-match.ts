/** What kind of text a page is about, measured against the kind that an instruction asks for. */
import type { Page } from '../domain/page.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import { stem, words } from '../text/words.ts';
import type { TextKind } from './task-kind.ts';
import { DETERMINERS, PLAIN_ADJECTIVES, PREPOSITIONS } from './vocabulary.ts';
import { baseOfGerund } from './verbs.ts';

/**
 * `exact`: about this very kind. `related`: about the noun that names the kind, but of another or an unknown sort.
 * `none`: about something else, or about texts in general.
 */
export type KindMatch = 'exact' | 'related' | 'none';

interface Mention {
  /** Stems of the content words right before the head, nearest first. */
  readonly before: readonly string[];
}

const MODIFIER_REACH = 3;
const MIN_BODY_MENTIONS = 4;

export function matchKind(page: Page, kind: TextKind): KindMatch {
  const title = titleOf(page);
  const inTitle = mentionsIn(title, kind.head);
  const inBody = mentionsIn(page.text, kind.head);
  const intro = mentionsIn(introOf(page), kind.head);
  const isSubject = inTitle.length > 0 || (intro.length > 0 && inBody.length >= 3) || inBody.length >= MIN_BODY_MENTIONS;
  if (!isSubject) return 'none';
  if (kind.modifiers.length > 0) return hasModifiers(kind, title, inTitle, inBody) ? 'exact' : 'related';
  return foreignModifier(kind, inTitle, inBody) ? 'related' : 'exact';
}

/** The kind's own words stand together: "cover letter", or "recommendation letter" for "letter of recommendation". */
function hasModifiers(kind: TextKind, title: string, inTitle: readonly Mention[], inBody: readonly Mention[]): boolean {
  const carries = (mention: Mention): boolean => kind.modifiers.every((modifier) => mention.before.includes(modifier));
  if (inTitle.some(carries)) return true;
  const titleStems = new Set(words(title).map(stem));
  const named = inBody.filter(carries).length;
  // Named once in passing is not enough, unless the title speaks of the noun alone ("how employers read your letter").
  return (inTitle.length > 0 && named >= 1) || named >= 2 || (named >= 1 && kind.modifiers.some((modifier) => titleStems.has(modifier)));
}

/** "cover" before "letter", where the instruction asks for a letter and never says "cover". */
function foreignModifier(kind: TextKind, inTitle: readonly Mention[], inBody: readonly Mention[]): boolean {
  const known = (modifier: string): boolean => kind.circumstances.has(modifier);
  const counts = new Map<string, number>();
  for (const mention of inBody) {
    const nearest = mention.before[0];
    if (nearest !== undefined) counts.set(nearest, (counts.get(nearest) ?? 0) + 1);
  }
  const named = inTitle.flatMap((mention) => mention.before.slice(0, 1));
  if (named.some(known) || [...counts].some(([modifier, count]) => known(modifier) && count >= 2)) return false;
  if (named.length > 0 && inTitle.every((mention) => mention.before.length > 0)) return true;
  return [...counts].some(([, count]) => count >= 2 && count >= inBody.length * 0.25) || (inBody.length > 0 && inBody.length <= 4 && counts.size > 0);
}

function mentionsIn(text: string, head: string): Mention[] {
  const all = words(text).flatMap((word) => (PLAIN_ADJECTIVES.has(word) ? [word] : word.split('-')));
  return all.flatMap((word, index) => (stem(word) === head && !isVerbUse(all, index) ? [{ before: modifiersBefore(all, index) }] : []));
}

/** "to report", "you review it": the noun is meant, not the verb. */
function isVerbUse(all: readonly string[], index: number): boolean {
  const word = all[index] ?? '';
  if (/ed$/u.test(word)) return true;
  return /^(?:to|you|we|they|i|not|don't|can|should|must|will|may|might|would|who|that)$/u.test(all[index - 1] ?? '') && !/ing$/u.test(word);
}

function modifiersBefore(all: readonly string[], index: number): string[] {
  const before: string[] = [];
  for (let at = index - 1; at >= Math.max(0, index - MODIFIER_REACH); at -= 1) {
    const word = (all[at] ?? '').replace(/'s$/u, '');
    if (word === '' || DETERMINERS.has(word) || PREPOSITIONS.has(word) || STOP_WORDS.has(word)) break;
    if (PLAIN_ADJECTIVES.has(word) || /^\d/u.test(word)) continue;
    // "writing a", "reads letters": a verb before the noun is no modifier.
    if (baseOfGerund(word) !== undefined || /(?:ly|ed)$/u.test(word)) break;
    before.push(stem(word));
  }
  return before;
}

export function titleOf(page: Page): string {
  const heading = page.blocks.find((block) => block.kind === 'heading');
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
