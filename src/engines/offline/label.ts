/** Labels in front of what a line asks for: "Greeting: use the name of the reader". */
import { wordCount, words } from '../../text/words.ts';
import type { Reader } from './demand-types.ts';
import { readDemand } from './demand.ts';
import { isTextPart } from './lexicon.ts';
import { hasMark, plainPolarity } from './polarity.ts';
import { sectionOf } from './section.ts';
import { lowerFirst, upperFirst } from './sentence-text.ts';
import { tag } from './tagger.ts';

interface Line {
  readonly text: string;
  /** Null where it is left open whether the line forbids or asks. */
  readonly bans: boolean | null;
  readonly isLabelled: boolean;
}

const LABEL = /^([^:.!?]{1,50}?)(?::|\s[-–—])\s+(?=\S)/u;
/** What follows is a sample, or what others say or do. */
const SAMPLE =
  /^\W*(?:(?:(?:a|the) )?(?:weak|poor|vague|strong|good|better|before|after|original|revised|instead of|illustration|quotation)\b.*|.*\bbad|false|incorrect|forbidden|myth|no|not .*)\W*$/iu;
const CONDITION = /^(?:if|when|where|unless|once|for) /iu;
const MAX_PART_WORDS = 2;
const MAX_JUDGING_WORDS = 3;

/**
 * The line without its label; null where the label or a mark may say that what follows is a fault, a sample or no advice.
 * @param bans whether the line stands under a ban: what has a label of its own there may be the remedy
 */
export function readLabelled(line: string, bans: boolean | null, reader: Reader): Line | null {
  if (hasMark(line)) return null;
  const whole = { text: line.trim(), bans, isLabelled: false };
  const [found = '', label = ''] = LABEL.exec(line) ?? [];
  if (found === '') return whole;
  const after = upperFirst(line.slice(found.length).trim());
  const polarity = plainPolarity(label);
  if (polarity !== undefined) return { text: after, bans: polarity, isLabelled: true };
  const demand = readDemand(after, reader);
  // "The title should have two parts: …", "Prefer short words: begin to commence"
  if (demand?.form !== 'order' || (line.includes(lowerFirst(after)) && readDemand(label, reader)?.form === 'order'))
    return whole;
  if (bans === true || !isPlain(label)) return null;
  // "If the object is on loan: name the lender"
  if (CONDITION.test(label) && demand.lead === null)
    return { text: `${label}, ${lowerFirst(after)}`, bans, isLabelled: true };
  const isPart = wordCount(label) <= MAX_PART_WORDS && isTextPart(words(label).at(-1) ?? '');
  const text = isPart && demand.lead === null ? `In the part “${label}”, ${lowerFirst(after)}` : after;
  return { text, bans, isLabelled: true };
}

/** "Wrong.", over the rest of its block */
export function judgesWhatFollows(sentence: string, reader: Reader): boolean {
  const label = /^([^:.!?]{1,50})[.!]$/u.exec(sentence.trim())?.[1];
  if (label === undefined || wordCount(label) > MAX_JUDGING_WORDS || isPlain(label)) return false;
  return readDemand(label, reader) === undefined && !tag(label).some((word) => word.is('Verb') && !word.is('Gerund'));
}

/** Names no fault, sample or ban. */
export function isPlain(label: string): boolean {
  const { bans, faults, aside } = sectionOf(label);
  return bans === undefined && faults !== true && aside !== true && !SAMPLE.test(label);
}
