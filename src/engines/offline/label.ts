/** Labels in front of what a line asks for: "Greeting: use the name of the reader". */
import { words } from '../../text/words.ts';
import type { Reader } from './demand-types.ts';
import { readDemand } from './demand.ts';
import { isTextPart } from './lexicon.ts';
import { hasMark, plainPolarity } from './polarity.ts';
import { lowerFirst, upperFirst } from './sentence-text.ts';
import { tag } from './tagger.ts';

interface Line {
  readonly text: string;
  /** Null where it is left open whether the line forbids or asks. */
  readonly bans: boolean | null;
}

const LABEL = /^([^:.!?]{1,50}?)(?::|\s[-–—])\s+(?=\S)/u;
const NEUTRAL = /^[\W\d]*(?:tips?|notes?|hints?|steps?|rules?|advice|important|remember)?[\W\d]*$/iu;
const SAMPLE = /^(?:examples?|illustrations?|quot(?:es?|ations?))$/iu;
const MAX_PART_WORDS = 2;

/**
 * The line without its label; null where the label or a mark may say that what follows is a fault, a sample or no advice.
 * @param bans whether the line stands under a ban: what has a label of its own there may be the remedy
 */
export function readLabelled(line: string, bans: boolean | null, reader: Reader): Line | null {
  if (hasMark(line)) return null;
  const [found = '', label = ''] = LABEL.exec(line) ?? [];
  const after = line.slice(found.length).trim();
  const whole = { text: line.trim(), bans };
  if (found === '') return whole;
  const polarity = plainPolarity(label);
  if (polarity !== undefined) return { text: upperFirst(after), bans: polarity };
  const demand = readDemand(upperFirst(after), reader);
  if (bans === true) return demand === undefined ? whole : null;
  const own = readDemand(label, reader);
  // "The title should have two parts: …", "Prefer short words: begin to commence"
  if (own !== undefined && (demand?.form !== 'order' || after === lowerFirst(after))) return whole;
  if (own !== undefined || NEUTRAL.test(label)) return { text: upperFirst(after), bans };
  const part = label.replace(/ \(.*\)$/u, '');
  if (!namesPart(part)) return demand === undefined && !/^[“"‘']/u.test(after) ? whole : null;
  if (demand?.form !== 'order') return whole;
  return { text: demand.lead === null ? `In the part “${part}”, ${lowerFirst(after)}` : upperFirst(after), bans };
}

/** "Greeting", "Opening line", unlike "Example" and "Bad title". */
function namesPart(label: string): boolean {
  const all = words(label);
  const noun = all.at(-1) ?? '';
  if (all.length > MAX_PART_WORDS || !isTextPart(noun) || SAMPLE.test(noun)) return false;
  return all.length === 1 || tag(label)[0]?.is('Noun', 'Value', 'Gerund', 'Determiner') === true;
}
