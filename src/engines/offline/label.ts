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
}

const LABEL = /^([^:.!?]{1,50}?)(?::|\s[-–—])\s+(?=\S)/u;
const NEUTRAL =
  /^[\W\d]*(?:(?:pro |bonus |top )?tips?|notes?|hints?|steps?|(?:golden )?rules?|(?:my |our )?advice|important|warning|remember|always|quick win)?[\W\d]*$/iu;
/** Nouns that judge what follows, or stand over a sample of it; those over a section count, too. */
const NO_TOPIC =
  /^(?:amateur|beginner|novice|clich[eé]|disaster|folly|habit|illustration|nonsense|overkill|problem|quot(?:e|ation)|rubbish|sin|temptation|vice|way|idea|weakness)e?s?$/iu;
/** Other adjectives may judge. */
const PLACES = /^(?:next|main|key|final|last)$/iu;
const MAX_TOPIC_WORDS = 2;
const MAX_LABEL_WORDS = 3;

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
  const topic = label.replace(/ \(.*\)$/u, '');
  if (!namesTopic(topic)) return demand === undefined && !/^[“"‘']/u.test(after) ? whole : null;
  if (demand?.form !== 'order') return whole;
  const place = isTextPart(words(topic).at(-1) ?? '') ? 'In the part' : 'On the point';
  return { text: demand.lead === null ? `${place} “${topic}”, ${lowerFirst(after)}` : upperFirst(after), bans };
}

/** Whether what follows a sentence in its block is read: a label may be one of it all; undefined where there is none. */
export function readsOn(sentence: string, opensOthers: boolean, reader: Reader): boolean | undefined {
  const label = LABEL.exec(sentence)?.[1] ?? (opensOthers ? bareLabel(sentence, reader) : undefined);
  if (label === undefined) return undefined;
  const polarity = plainPolarity(label);
  if (polarity !== undefined) return !polarity;
  if (wordCount(label) > MAX_LABEL_WORDS) return isPlain(label);
  if (label === bareLabel(sentence, reader))
    return (
      isPlain(label) && !(/^\S+$/u.test(label) && (NO_TOPIC.test(label) || tag(label)[0]?.is('Adjective') === true))
    );
  return readLabelled(sentence, false, reader) !== null;
}

/** "Wrong." */
function bareLabel(sentence: string, reader: Reader): string | undefined {
  const label = /^([^:.!?]{1,50})[.!]$/u.exec(sentence.trim())?.[1];
  if (label === undefined || wordCount(label) > MAX_LABEL_WORDS || readDemand(label, reader) !== undefined)
    return undefined;
  return tag(label).some((word) => word.is('Verb') && !word.is('Gerund')) ? undefined : label;
}

function isPlain(label: string): boolean {
  const { bans, faults, aside } = sectionOf(label);
  return bans === undefined && faults !== true && aside !== true;
}

/** "Greeting", "Opening line", "Currency", unlike "Example" and "Bad title". */
export function namesTopic(label: string): boolean {
  const all = words(label);
  const noun = all.at(-1) ?? '';
  // "Tone of voice"
  if (all[1] === 'of' && all.length === 3) return isTextPart(all[0] ?? '') && isPlain(label);
  if (all.length > MAX_TOPIC_WORDS || NO_TOPIC.test(noun) || !isPlain(label)) return false;
  const [first] = tag(label);
  if (all.length === 1)
    return (
      isTextPart(noun) ||
      (tag(`the ${noun}`)[1]?.is('Noun') === true && first?.is('Adjective', 'Adverb', 'Negative') === false)
    );
  return (
    (isTextPart(noun) || tag(label).at(-1)?.is('Noun') === true) &&
    (PLACES.test(first?.lower ?? '') || first?.is('Noun', 'Value', 'Gerund', 'Determiner') === true)
  );
}
