/** What the headings above a passage say about the advice in it. */
import { contentStems } from '../../text/words.ts';
import { placeNamed } from './text-places.ts';

export interface Section {
  /** What follows is to be avoided. */
  readonly forbids: boolean;
  /** It is headed as orders not to be followed ("Don't"), not as faults that may come with their cure ("Mistakes"). */
  readonly bans: boolean;
  /** What follows is a sample text. */
  readonly sample: boolean;
  /** What follows is for a circumstance that the task does not name, or about the work before and after writing. */
  readonly aside: boolean;
  /** The place in the text that what follows is about ("the summary"). */
  readonly place: string | undefined;
}

interface Heading {
  readonly level: number;
  readonly text: string;
}

const NEGATIVE =
  /^(?:\W|\d)*(?:do(?: not|n['’]?t)['’]?s?\b(?! forget)|what (?:not )?to (?:avoid|leave out|cut|drop|omit)|what not to|avoid\b|never\b|things to (?:avoid|leave out)|(?:common |frequent |typical |usual |classic )?(?:mistakes|errors|pitfalls|faults|traps)\b|(?:words|wording|phrases) to (?:avoid|drop|cut|lose)|leave (?:it |them )?out\b|(?:how|where|what|(?:\w+ )?ways) (?:\S+ ){0,4}(?:goes?|went) wrong|what (?:weakens|spoils|ruins|kills))/iu;
const BAN =
  /^(?:\W|\d)*(?:do(?: not|n['’]?t)['’]?s?\b(?! forget)|what not to\b|avoid\b|never\b|things to avoid)/iu;
const SAMPLE = /\b(?:worked example|sample|example (?:text|letter|opening)|full example|template)\b/iu;
/** "When it is a …", "For a …", "By occasion". */
const SPECIAL_CASE =
  /^(?:(?:and |but )?(?:when|if|in case|unless|should)\b|(?:writing )?for (?:an?|the|\w+s)\b|by (?:situation|occasion|type|kind|case|purpose)\b|(?:special|other|particular|different|some) (?:cases?|situations?|occasions?|kinds?|types?|forms?|circumstances)\b)/iu;
/** Work before the text and what becomes of it afterwards. */
const WORK =
  /^(?:(?:step|part|stage|phase)\s+)?(?:\d+[.):]?\s*)?(?:before (?:you|writing|drafting|the first)|after (?:you|writing)|(?:read|search|research|collect|gather|rehears|practis|practic|proofread|submit|submission|send|prepar|interview)\w*\b|(?:take|taking|making|make) notes\b|on the (?:day|stage)\b|(?:final|last) five minutes)/iu;
const NO_SECTION: Section = { forbids: false, bans: false, sample: false, aside: false, place: undefined };

/** Follows the headings of a page in order. `asked` holds the stems of the task. */
export class Sections {
  private readonly asked: ReadonlySet<string>;
  private open: readonly Heading[] = [];

  constructor(asked: ReadonlySet<string>) {
    this.asked = asked;
  }

  /** @param level 1–6 */
  enter(text: string, level: number): void {
    this.open = [...this.open.filter((heading) => heading.level < level), { level, text: text.trim() }];
  }

  current(): Section {
    const innermost = this.open.at(-1);
    if (innermost === undefined) return NO_SECTION;
    return {
      ...polarityOf(innermost.text),
      sample: SAMPLE.test(innermost.text),
      // The page's own title ("Before you apply") is about all of it.
      aside: this.open.some(
        ({ text, level }) => level > 1 && (WORK.test(text) || isForeignCase(text, this.asked)),
      ),
      place: placeNamed(innermost.text),
    };
  }
}

/** What a heading, or the label over a list, says of the items below it. */
export function polarityOf(label: string): Pick<Section, 'forbids' | 'bans'> {
  return { forbids: NEGATIVE.test(label), bans: BAN.test(label) };
}

/** Whether a heading or a table's element names a circumstance that the task does not. */
function isForeignCase(heading: string, asked: ReadonlySet<string>): boolean {
  return SPECIAL_CASE.test(heading) && !heading.endsWith('?') && !sharesStem(heading, asked);
}

export function sharesStem(text: string, asked: ReadonlySet<string>): boolean {
  return contentStems(text).some((stem) => asked.has(stem));
}
