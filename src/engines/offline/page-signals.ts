/** What a page shows of being a guide to writing, in numbers that hold for any style of guide. */
import type { Page } from '../../domain/page.ts';
import { sentences } from '../../text/sentences.ts';
import { contentStems, wordCount, words } from '../../text/words.ts';
import { adviceOfPage } from './extract-advice.ts';
import { RECEIVERS, TEXT_PARTS, WHOLE_TEXT } from './vocabulary.ts';

export interface PageSignals {
  /** Sentences that speak of texts, their parts or those who read them, 0–1. */
  readonly craftShare: number;
  /** Pieces of advice, quoted wording and other examples; in a long page, of so many words as a short one has. */
  readonly advice: number;
  readonly examples: number;
  /** Different words among the first content words, 0–1: what is written to be found repeats itself. */
  readonly variety: number;
  /** Empty praise and selling, per thousand words. */
  readonly hypePerMille: number;
  readonly promotionPerMille: number;
  readonly words: number;
}

/** Counts in a longer page are scaled down to so many words: length alone makes no guide. */
const COUNTED_WORDS = 800;
const VARIETY_STEMS = 250;
const BOX = /^(?:[☐☑☒✓✔□]|\[[ xX]?\])\s/u;
const CRAFT_VERB = /^(?:writ|read|draft)/u;
const EXAMPLE =
  /\b(?:for example|for instance|such as|e\.g\.|say,|compare|instead of|weak|better|before|after)\b|[“"][^”"]{12,}[”"]/giu;
const HYPE =
  /\b(?:amazing|powerful|unique|essential|crucial|key|vital|important|great|best|perfect|success(?:ful)?|effective|professional|high[- ]quality|engaging|compelling|top|valuable|boost|ultimate|stunning|proven|expert|today)\b/giu;
const PROMOTION =
  /\b\d+\s?(?:%|percent) off\b|\b(?:buy now|order (?:now|today|yours)|add to (?:cart|basket)|enrol(?:l)?(?: now| today)?|sign up|subscribe|join (?:now|today|us|our|over|more than|thousands)|money[- ]back|our (?:course|courses|template|templates|pack|bundle|masterclass|programme|program|service|services|team of|experts?|writers|members|students|clients|coaches|workshop|tool|app|academy)|free (?:download|trial|consultation|sample|bonus|webinar)|limited[- ](?:time|offer|places|seats)|coupon|customers? say|five[- ]star|instant(?:ly)? (?:access|download)|get (?:started|instant|access|yours|your copy)|click (?:here|below)|checkout|per month|lifetime access|don['’]t miss|act now|spots? left|places? left)\b/giu;
const PRICE = /[$£€]\s?\d/gu;

export function signalsOf(page: Page, isWhole: (nounPhrase: string) => boolean): PageSignals {
  const all = wordCount(page.text);
  const perMille = (count: number): number => (1000 * count) / Math.max(1, all);
  const scale = Math.min(1, COUNTED_WORDS / Math.max(1, all));
  const told = sentences(page.text);
  const first = contentStems(page.text).slice(0, VARIETY_STEMS);
  return {
    craftShare: told.filter(speaksOfTexts).length / Math.max(1, told.length),
    advice: scale * adviceIn(page, isWhole),
    examples: scale * countOf(EXAMPLE, page.text),
    variety: new Set(first).size / Math.max(1, first.length),
    hypePerMille: perMille(countOf(HYPE, page.text)),
    promotionPerMille: perMille(promotionIn(page.text)),
    words: all,
  };
}

function countOf(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}

function speaksOfTexts(sentence: string): boolean {
  return words(sentence).some(
    (word) => TEXT_PARTS.has(word) || RECEIVERS.has(word) || WHOLE_TEXT.has(word) || CRAFT_VERB.test(word),
  );
}

function adviceIn(page: Page, isWhole: (nounPhrase: string) => boolean): number {
  // A guide is rated by all its advice, whichever circumstance it is for.
  const read = adviceOfPage(page, { isWhole, asked: new Set(contentStems(page.text)) });
  // Boxes to tick are advice to a person even where our grammar cannot read them ("Nobody wakes up.").
  const boxes = page.blocks
    .map(({ start, end }) => page.text.slice(start, end))
    .filter((text) => BOX.test(text) && !read.some(({ quote }) => text.includes(quote)));
  return read.length + boxes.length;
}

/** Prices alone sell nothing (a review names them); beside a call to buy they do. */
function promotionIn(page: string): number {
  // Sample wording sells on behalf of whoever will use it ("Give £25", "Click here").
  const text = page.replace(/[“"][^”"\n]{1,200}[”"]/gu, ' ');
  const calls = countOf(PROMOTION, text);
  return calls === 0 ? 0 : calls + countOf(PRICE, text);
}
