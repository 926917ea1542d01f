/** What a page shows of its author's expertise, and of other motives. */
import type { Page } from '../domain/page.ts';
import { splitSentences } from '../text/sentences.ts';
import { contentStems, wordCount } from '../text/words.ts';
import { adviceOfPage } from './extract-advice.ts';
import { titleOf } from './kind-match.ts';

export interface PageSignals {
  readonly words: number;
  readonly advice: number;
  /** Pieces of advice per sentence, 0–1. */
  readonly adviceShare: number;
  /** Pieces of advice with a number, a limit or quoted wording. */
  readonly specificAdvice: number;
  readonly examples: number;
  readonly structured: boolean;
  readonly signed: boolean;
  readonly references: boolean;
  /** Passages that sell. */
  readonly promotion: number;
  readonly clickbait: boolean;
  /** Words of the craft ("reader", "sentence", "draft") per thousand. */
  readonly craftWordsPerMille: number;
}

const SPECIFIC =
  /\d|[“"]|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|hundred|half|at most|no more than|at least|under|within)\b/iu;
const BOX = /^(?:[☐☑☒✓✔□]|\[[ xX]?\])\s/u;
const CRAFT_WORDS =
  /\b(?:writ(?:e|es|ing|ers?|ten)|readers?|reading|sentences?|paragraphs?|drafts?|editors?|words?|texts?|openings?|headlines?|titles?|headings?|audiences?|listeners?|slides?|lines?|pages?|verbs?|adjectives?|story)\b/giu;
const EXAMPLE =
  /\b(?:for example|for instance|such as|e\.g\.|say,|compare|instead of|weak|better|before|after)\b|[“"][^”"]{12,}[”"]/giu;
const REFERENCE =
  /\b(?:references?|further reading|bibliography|see also|style (?:manual|guide)|et al\.|\(\d{4}\))/iu;
const PROMOTION =
  /\b\d+\s?(?:%|percent) off\b|\b(?:buy now|order (?:now|today|yours)|add to (?:cart|basket)|enrol(?:l)?(?: now| today)?|sign up|subscribe|join (?:now|today|us|our|over|more than|thousands)|money[- ]back|our (?:course|courses|template|templates|pack|bundle|masterclass|programme|program|service|services|team of|experts?|writers|members|students|clients|coaches|workshop|tool|app|academy)|free (?:download|trial|consultation|sample|bonus|webinar)|limited[- ](?:time|offer|places|seats)|coupon|customers? say|five[- ]star|instant(?:ly)? (?:access|download)|get (?:started|instant|access|yours|your copy)|click (?:here|below)|checkout|per month|lifetime access|don['’]t miss|act now|spots? left|places? left)\b/giu;
const PRICE = /[$£€]\s?\d/gu;
const CLICKBAIT =
  /^\W*(?:top )?\d+\s+(?:\w+\s+){0,4}(?:tips|ways|tricks|hacks|secrets|reasons|things|steps|ideas|mistakes)\b.*(?:[!(]|you(?:['’]ll| won['’]t| need| must| can['’]t)|love|ever|fast|now)|\b(?:you won['’]t believe|can['’]t afford|secrets?|shocking|mind-blowing|hacks?|ultimate|game[- ]chang\w+|in no time|like a pro|goes? viral|will blow)\b|!\s*(?:\||$)/iu;

export function signalsOf(page: Page, isWhole: (nounPhrase: string) => boolean): PageSignals {
  // A guide is rated by all its advice, whichever circumstance it is for.
  const read = adviceOfPage(page, { isWhole, asked: new Set(contentStems(page.text)) });
  // Boxes to tick are advice to a person even where our grammar cannot read them ("Nobody wakes up.").
  const boxes = page.blocks
    .map(({ start, end }) => page.text.slice(start, end))
    .filter((text) => BOX.test(text));
  const advice = [
    ...read.map(({ quote }) => quote),
    ...boxes.filter((box) => !read.some(({ quote }) => box.includes(quote))),
  ];
  const headings = page.blocks.filter((block) => block.kind === 'heading').length;
  const listed = page.blocks.filter(
    (block) => block.kind === 'list-item' || block.kind === 'table-row',
  ).length;
  const wordsInAll = wordCount(page.text);
  return {
    words: wordsInAll,
    advice: advice.length,
    adviceShare: Math.min(1, advice.length / Math.max(1, splitSentences(page.text).length)),
    specificAdvice: advice.filter((quote) => SPECIFIC.test(quote)).length,
    examples: page.text.match(EXAMPLE)?.length ?? 0,
    structured: headings >= 3 || listed >= 5,
    signed: page.byline !== null && page.publishedOn !== null,
    references: REFERENCE.test(page.text),
    promotion: promotionIn(page.text),
    craftWordsPerMille: (1000 * (page.text.match(CRAFT_WORDS)?.length ?? 0)) / Math.max(1, wordsInAll),
    clickbait: CLICKBAIT.test(titleOf(page).split('\n')[0] ?? ''),
  };
}

/** Prices alone sell nothing (a review names them); beside a call to buy they do. */
function promotionIn(page: string): number {
  // Sample wording sells on behalf of whoever will use it ("Give £25", "Click here").
  const text = page.replace(/[“"][^”"\n]{1,200}[”"]/gu, ' ');
  const calls = text.match(PROMOTION)?.length ?? 0;
  return calls === 0 ? 0 : calls + (text.match(PRICE)?.length ?? 0);
}
