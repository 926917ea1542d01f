/** The section of a passage, from its headings or the label of its list. */
import { TEXT_ACTS } from './lexicon.ts';
import { readOrder } from './order.ts';
import { bansBelow, isOptional } from './polarity.ts';

export interface Section {
  /** "Don'ts", "What to avoid": orders below are bans; null where they may be. */
  readonly bans: boolean | null;
  /** "Common mistakes": items are faults; an order is the remedy. */
  readonly faults: boolean;
  /** Samples, links, text about the page or its author: no advice. */
  readonly aside: boolean;
  /** Work before and after writing: advice must clearly be about the text. */
  readonly work: boolean;
}

const FAULT =
  /\b(?:mistakes?|errors?|pitfalls?|faults?|traps?|anti-?patterns?|red flags)\b|\bgo(?:es)? wrong\b|^(?:bad|poor)\b/iu;
const ASIDE =
  /\b(?:examples?|samples?|templates?|references|bibliography|resources|further reading|related|see also|about (?:the author|us|me)|comments?|faqs?|frequently asked|acknowledge?ments?|credits|table of contents|share this|newsletter|subscribe|case stud(?:y|ies)|what (?:is|are) an?\b|why (?:you|we|use|have|write|it)\b|background reading|our (?:services|team))\b/iu;
const NAMED = /\b(?:this|these|that|those|the|our|an?|following)\b/iu;
const WORK =
  /\b(?:before (?:you|writing|the)|after (?:you|writing|the)|prepar\w+|research\w*|rehears\w+|practi[cs]\w+|deliver\w*|submi\w+|sending|publish\w*|promot\w+|review\w*|proofread\w*|edit(?:ing)?|revis\w+|process|administration|responsibilit\w+|interview\w*|meetings?|tools?|setup|install\w*|getting started|workflow)\b/iu;

const NONE: Section = { bans: false, faults: false, aside: false, work: false };

/** Follows the headings of a page in order. */
export class Sections {
  #open: readonly { readonly level: number; readonly section: Section }[] = [];

  /**
   * @param level 1–6
   * @returns the section that the heading itself stands in
   */
  enter(heading: string, level: number): Section {
    const entered = sectionOf(heading);
    this.#open = this.#open.filter((above) => above.level < level);
    const outer = this.current();
    // The page's own title is about all of it.
    this.#open = [
      ...this.#open,
      {
        level,
        section: level === 1 ? { ...entered, bans: entered.bans ?? false, aside: false, work: false } : entered,
      },
    ];
    return outer;
  }

  current(): Section {
    const innermost = this.#open.at(-1)?.section ?? NONE;
    const isBelowBan = this.#open.some(({ section }) => section.bans !== false);
    return {
      ...innermost,
      bans: innermost.bans === false && isBelowBan ? null : innermost.bans,
      aside: this.#open.some(({ section }) => section.aside),
      work: this.#open.some(({ section }) => section.work),
    };
  }
}

export function sectionOf(label: string): Section {
  const ban = bansBelow(label);
  // "Mistakes to avoid": an order below is the remedy.
  const faults = ban !== true && FAULT.test(label);
  // "Use examples" is advice itself; "Use this template" heads one.
  const isOrder = TEXT_ACTS.has(readOrder(label)?.verb ?? '') && !NAMED.test(label);
  const aside = isOptional(label) || (ASIDE.test(label) && !isOrder);
  return { bans: faults ? false : ban, faults, aside, work: WORK.test(label) };
}
