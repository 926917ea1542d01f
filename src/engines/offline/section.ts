/** The section of a passage, from its headings or the label of its list. */
import { wordCount } from '../../text/words.ts';
import type { Reader } from './demand-types.ts';
import { TEXT_ACTS } from './lexicon.ts';
import { readOrder } from './order.ts';
import { plainPolarity, polarityOf } from './polarity.ts';
import { tag } from './tagger.ts';

export interface Section {
  /** "Don'ts", "What to avoid": orders below are bans; null where it is left open whether they are. */
  readonly bans: boolean | null;
  /** "What to avoid": what an item below avoids or omits is as its heading says. */
  readonly omits: boolean;
  /** "Common mistakes": items are faults; an order is the remedy. */
  readonly faults: boolean;
  /** Samples, links, text about the page or its author: no advice. */
  readonly aside: boolean;
  /** Work before and after writing: advice must clearly be about the text. */
  readonly work: boolean;
}

const FAULT = /\b(?:mistakes?|errors?|pitfalls?|faults?|traps?|anti-?patterns?|red flags)\b|\bgo(?:es)? wrong\b/giu;
const GOES_WRONG = /\bgo(?:es)? wrong\b/iu;
const TO_AVOID = /\bto avoid\b/iu;
const OMITS = /\b(?:avoid|omit|leave out)\b/iu;
const SUBJECT = /^((?:an?|the|your|every) .{1,60}?)(?= (?:should|must)\b)/iu;
/** "Use this template", unlike "use examples", stands over one. */
const POINTS = /\b(?:this|these|the|our|your|following|an?)\b/iu;
const ASIDE =
  /\b(?:examples?|samples?|templates?|myths?|misconceptions?|references|bibliography|resources|further reading|related|see also|about (?:the author|us|me)|comments?|faqs?|frequently asked|acknowledge?ments?|credits|table of contents|share this|newsletter|subscribe|case stud(?:y|ies)|what (?:is|are) an?\b|why (?:you|we|use|have|write|it)\b|background reading|our (?:services|team))\b/iu;
const WORK =
  /\b(?:before (?:you|writing|the)|after (?:you|writing|the)|prepar\w+|research\w*|rehears\w+|practi[cs]\w+|deliver\w*|submi\w+|sending|publish\w*|promot\w+|review\w*|proofread\w*|edit(?:ing)?|revis\w+|process|administration|responsibilit\w+|interview\w*|meetings?|tools?|setup|install\w*|getting started|workflow)\b/iu;

const NONE: Section = { bans: false, omits: false, faults: false, aside: false, work: false };
/** "What you should never write" */
const MAX_LABEL_WORDS = 8;
/** Below all headings; an item stands below the paragraph before its list. */
export const PARAGRAPH_LEVEL = 7;

/** What a label says itself; the rest it has from what it stands under. */
type OwnSection = Partial<Omit<Section, 'bans'>> & {
  readonly bans: boolean | null | undefined;
  /** "The title should:" or "Layout" says what the items are. */
  readonly isPlain?: boolean;
};

/** Follows the headings, lead-ins and items of a page in order. */
export class Sections {
  #open: readonly { readonly level: number; readonly section: Section }[] = [];

  /**
   * @param level 1–6 for headings, from `PARAGRAPH_LEVEL` on for text
   * @returns the section that the label itself stands in
   */
  enter(own: OwnSection, level: number): Section {
    const last = this.#open.at(-1);
    const before =
      level === PARAGRAPH_LEVEL && own.isPlain !== true ? this.#open.find((at) => at.level === level) : undefined;
    this.#open = this.#open.filter((above) => above.level < level);
    const outer = this.#open.at(-1)?.section ?? NONE;
    // Within a ban and after its list, what does not say itself that it forbids may be the remedy, or go on.
    const inherited = outer.bans === false && (before === undefined || before.section.bans === false) ? false : null;
    const section = {
      bans: own.bans === undefined ? inherited : own.bans,
      omits: own.omits ?? outer.omits,
      faults: own.faults ?? outer.faults,
      aside: own.aside === true || outer.aside,
      work: own.work === true || outer.work,
    };
    this.#open = [...this.#open, { level, section }];
    // Right below "Please don't:", without a list.
    const goesOn = last !== undefined && last === before && last.section.bans !== false && own.bans === undefined;
    return goesOn ? { ...outer, bans: null } : outer;
  }
}

export function sectionOf(heading: string): OwnSection {
  // Neither "How to avoid mistakes" nor "Learning from mistakes" says that its items are some.
  const named = heading.search(FAULT);
  const faults =
    named !== -1 &&
    (GOES_WRONG.test(heading) ||
      !tag(heading.slice(0, named)).some((word) => word.is('Verb', 'Gerund', 'Preposition')));
  // "Use examples" is advice itself.
  const isOrder = TEXT_ACTS.has(readOrder(heading)?.verb ?? '') && !POINTS.test(heading);
  return {
    omits: OMITS.test(heading),
    bans: polarityOf(faults ? heading.replaceAll(FAULT, '').replace(TO_AVOID, '') : heading),
    faults,
    aside: ASIDE.test(heading) && !isOrder,
    work: WORK.test(heading),
  };
}

/** The page's own title is about all of it: “Somebody who does not exist” leaves nothing open. */
export function titleSection(title: string): OwnSection {
  const own = sectionOf(title);
  return { ...own, bans: own.bans ?? undefined, aside: false, work: false };
}

/**
 * A paragraph is one where it ends with a colon, or only forbids or asks.
 * @param isPlain whether its items complete it (“The title should”) or it only names a topic
 */
export function leadInSection(paragraph: string, isPlain: boolean, { isWhole }: Reader): OwnSection {
  const last = paragraph.trimEnd().split(/[.!?]/u).at(-1) ?? '';
  // "The report should not:"
  const asked = last.trimStart().replace(SUBJECT, (all, subject: string) => (isWhole(subject) ? 'you' : all));
  const isLabel = last.endsWith(':') || (last === paragraph.trimEnd() && wordCount(last) <= MAX_LABEL_WORDS);
  return {
    bans: isLabel ? polarityOf(asked) : plainPolarity(paragraph),
    ...(isLabel ? { omits: OMITS.test(last) } : {}),
    isPlain,
  };
}

export const itemSection = (item: string): OwnSection => ({ bans: polarityOf(item), omits: OMITS.test(item) });
