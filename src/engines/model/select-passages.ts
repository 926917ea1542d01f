/** Which passages of a page tell most about how such a text is written. */
import type { Block, Page, Span } from '../../domain/page.ts';
import type { PageView } from '../../llm/agent-kit/fenced-input.ts';
import { oncePer } from '../../pages/once-per.ts';
import { splitSentences } from '../../text/sentences.ts';
import { contentStems } from '../../text/words.ts';
import { adviceScore } from './advice-cues.ts';

/** English prose has four to five UTF-16 units per token; four errs on the side of fewer passages. */
export const CHARS_PER_TOKEN = 4;
/** Longer blocks are divided between sentences, so that one long paragraph does not stand or fall as a whole. */
const MAX_UNIT_CHARS = 400;
/** In a small room, too, there is place for the opening, the end and more. */
const MAX_UNIT_SHARE = 1 / 5;
/** What a unit costs beside its own text: the mark of a gap. */
const UNIT_COST_CHARS = 30;
/** The reader's effort of getting into it: without it, shreds of few characters would be worth most (docs/benchmarks.md). */
const EFFORT_CHARS = 270;
/** Some letters, of which scripts without capitals need fewer, or a sentence: "Tip 1" and "**" say nothing where they stand alone. */
const TELLING = /(?:\p{L}\P{L}*){8}|(?:\p{Lo}\P{L}*){3}|\p{L}.*\p{Sentence_Terminal}\P{L}*$/su;
/** A sentence with three of the queries' words is as near to them as it needs to be. */
const MAX_SHARED_WORDS = 3;
const SHARED_WORD_SCORE = 0.4;
/** Items of lists and rows of tables are advice more often than prose is. */
const LIST_SCORE = 0.5;
/** The cues of advice are English: in another language any sentence may be advice. */
const UNREAD_SCORE = 0.5;

/**
 * What a model is shown of a page: never its URL, and of its text the passages that tell most.
 * @param url only its host is taken, and only of web addresses; null where the host is not to be shown
 */
export function viewPage(page: Page, url: string | null, spans: readonly Span[]): PageView {
  const isWeb = url !== null && /^https?:/i.test(url) && URL.canParse(url);
  return {
    host: isWeb ? new URL(url).hostname : null,
    title: page.title,
    byline: page.byline,
    publishedOn: page.publishedOn,
    passages: spans.map(({ start, end }) => page.text.slice(start, end)),
  };
}

/** A short list may make a demand in every line. */
const MIN_ADVICE = 10;
const MAX_ADVICE = 12;
const SENTENCES_PER_ADVICE = 4;

/** The most pieces of advice that a page is asked for, by what is shown of it. */
export function adviceLimit({ passages }: PageView): number {
  const count = passages.flatMap((passage) => splitSentences(passage)).length;
  return Math.max(MIN_ADVICE, Math.min(MAX_ADVICE, Math.round(count / SENTENCES_PER_ADVICE)));
}

interface Unit extends Span {
  readonly score: number;
  /** Index of the heading that it stands under; null for none. */
  readonly heading: number | null;
  readonly isHeading: boolean;
  /** Not if it is a few letters alone. */
  readonly isTelling: boolean;
}

/**
 * Spans of the page's text, in order, together about `budgetTokens` long at most (the heading of the last passage may
 * go beyond). A page that fits is one span. The opening and the end of a page are always among them: they say what it
 * is and what it sells. The rest is chosen by how much it reads like advice and how near it is to the queries, for the
 * length and the effort of reading it, each passage with the heading that it stands under.
 */
export function selectPassages(page: Page, queries: readonly string[], budgetTokens: number): readonly Span[] {
  const budgetChars = budgetTokens * CHARS_PER_TOKEN;
  const first = page.blocks[0];
  const last = page.blocks.at(-1);
  if (first === undefined || last === undefined) return [];
  if (last.end - first.start <= budgetChars) return [{ start: first.start, end: last.end }];

  const unitChars = Math.min(MAX_UNIT_CHARS, budgetChars * MAX_UNIT_SHARE);
  // Two of them, the opening and the end, fit into any room.
  const sentenceChars = Math.max(UNIT_COST_CHARS, Math.min(MAX_UNIT_CHARS, budgetChars / 2 - UNIT_COST_CHARS));
  const units = unitsOf(page, new Set(contentStems(queries.join(' '))), unitChars, sentenceChars);
  const taken = new Set<number>();
  let leftChars = budgetChars;
  const take = (index: number): void => {
    const unit = units[index];
    if (unit === undefined || taken.has(index)) return;
    taken.add(index);
    leftChars -= costOf(unit);
    if (unit.heading !== null) take(unit.heading);
  };
  const prose = units.flatMap(({ isHeading }, index) => (isHeading ? [] : [index]));
  const telling = prose.filter((index) => units[index]?.isTelling === true);
  const [opening = prose[0], end = prose.at(-1)] = [telling[0], telling.at(-1)];
  for (const index of [opening, end, ...byWorth(units)]) {
    const unit = index === undefined ? undefined : units[index];
    if (index !== undefined && unit !== undefined && costOf(unit) <= leftChars) take(index);
  }
  return joined(
    units.filter((_, index) => taken.has(index)),
    page.text,
  );
}

function costOf(unit: Span): number {
  return unit.end - unit.start + UNIT_COST_CHARS;
}

/** Indices of the units that are worth anything, the most telling for its length and effort first. */
function byWorth(units: readonly Unit[]): number[] {
  return units
    .map((unit, index) => ({ index, worth: unit.isTelling ? unit.score / (unit.end - unit.start + EFFORT_CHARS) : 0 }))
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth || a.index - b.index)
    .map(({ index }) => index);
}

interface ScoredSentence extends Span {
  /** How much it reads like advice. */
  readonly advice: number;
}

/** By block of the page, which is read for its rating and again for its advice. */
export const scoredSentences = oncePer(({ text, blocks }: Page): readonly (readonly ScoredSentence[])[] =>
  blocks.map((block) =>
    splitSentences(text.slice(block.start, block.end)).map((sentence) => {
      const [start, end] = [block.start + sentence.start, block.start + sentence.end];
      return { start, end, advice: adviceScore(text.slice(start, end)) };
    }),
  ),
);

function unitsOf(page: Page, wanted: ReadonlySet<string>, maxChars: number, maxSentenceChars: number): Unit[] {
  const units: Unit[] = [];
  const unread = page.language === null || page.language === 'eng' ? 0 : UNREAD_SCORE;
  let heading: number | null = null;
  const sentences = scoredSentences(page);
  for (const [index, block] of page.blocks.entries()) {
    const isHeading = block.kind === 'heading';
    if (isHeading) heading = null;
    const cutSentences = (sentences[index] ?? []).flatMap((sentence) => cut(page.text, sentence, maxSentenceChars));
    for (const unit of divided(page.text, block, cutSentences, wanted, maxChars))
      units.push({
        ...unit,
        score: unit.score + unread,
        heading,
        isHeading,
        isTelling: TELLING.test(page.text.slice(unit.start, unit.end)),
      });
    if (isHeading) heading = units.length - 1;
  }
  return units;
}

/** Whole sentences, as many as fit. */
function divided(
  text: string,
  block: Block,
  sentences: readonly ScoredSentence[],
  wanted: ReadonlySet<string>,
  maxChars: number,
): Pick<Unit, 'start' | 'end' | 'score'>[] {
  const isListed = block.kind === 'list-item' || block.kind === 'table-row';
  const units: { start: number; end: number; score: number }[] = [];
  for (const { start, end, advice } of sentences) {
    const score = advice + nearness(text.slice(start, end), wanted);
    const open = units.at(-1);
    if (open !== undefined && end - open.start <= maxChars) {
      open.end = end;
      open.score += score;
    } else units.push({ start, end, score: score + (isListed ? LIST_SCORE : 0) });
  }
  return units;
}

/** A sentence without an end, at white space where there is some: as a whole it would fit into no room. */
function cut(text: string, sentence: ScoredSentence, maxChars: number): readonly ScoredSentence[] {
  if (sentence.end - sentence.start <= maxChars) return [sentence];
  const pieces: ScoredSentence[] = [];
  for (let start = sentence.start; start < sentence.end;) {
    const room = text.slice(start, Math.min(sentence.end, start + Math.ceil(maxChars)));
    const space = start + room.length < sentence.end ? room.search(/\s\S*$/u) : -1;
    let end = start + (space > 0 ? space : room.length);
    // Never half of a character.
    if (end < sentence.end && end - 1 > start && /[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end -= 1;
    pieces.push({ start, end, advice: adviceScore(text.slice(start, end)) });
    start = end + (/^\s+/u.exec(text.slice(end, sentence.end))?.[0].length ?? 0);
  }
  return pieces;
}

/** To the queries. */
function nearness(sentence: string, wanted: ReadonlySet<string>): number {
  const shared = new Set(contentStems(sentence).filter((stem) => wanted.has(stem))).size;
  return SHARED_WORD_SCORE * Math.min(shared, MAX_SHARED_WORDS);
}

/** Units with nothing but white space between them are one passage. */
function joined(units: readonly Span[], text: string): Span[] {
  const passages: { start: number; end: number }[] = [];
  for (const { start, end } of units) {
    const open = passages.at(-1);
    if (open !== undefined && text.slice(open.end, start).trim() === '') open.end = end;
    else passages.push({ start, end });
  }
  return passages;
}
