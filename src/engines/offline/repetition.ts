/** How far a criterion repeats one that ranks higher: the same demand in other words, or one more on the same place. */
import { isGeneralConcept } from './concepts.ts';
import { overlapOf, similarityOf, type Signature } from './same-advice.ts';

/** From this likeness on, a second criterion tells nothing new. */
const SAME = 0.75;
/** Two demands on one place may be one; more likely where both say how to do that part, surely where they share a notion. */
const SAME_PLACE = 0.25;
const SAME_PART = 0.45;
const SAME_PLACE_AND_NOTION = 0.8;
/** A demand and a ban on one place differ more often. */
const OPPOSITE_SENSE = 0.4;
const SAME_NOTIONS = 0.7;
const SAME_NOTION = 0.5;
/** Share of the shorter criterion's weight that makes shared notions a repetition. */
const MIN_SHARE = 0.4;
const MOST_SHARED = 0.7;
/** Two limits on how much of one thing there may be. */
const SAME_LIMIT = 0.7;

/** The part itself is what the demand is about: "end with …", "have a title that …". */
const PART_FIRST =
  /^The response should (?:not )?(?:end|close|finish|conclude|open|begin|start|lead|have an? (?:\w+ )?(?:opening|close|closing|ending|conclusion|last|final|first|title|headline|lead)\b)/u;

const LIMIT =
  /\b(?:no (?:more|longer|fewer) than|not (?:be )?longer|under|below|at most|at least|fewer|fit|keep|limit|between|within|in (?:a|one|half a) (?:page|line|screen)|\w+ or \w+ (?:words|lines|sentences)|to \w+ (?:words|lines|sentences|pages)|stay|short|longer)\b/iu;
const MEASURED =
  /\b(?:words?|characters?|lines?|sentences?|paragraphs?|pages?|minutes?|time|screen|stretch|seconds?|long|length)\b/iu;

export interface Demand {
  readonly text: string;
  readonly signature: Signature;
}

/** 0–1. */
export function repetitionOf(higher: Demand, lower: Demand): number {
  const [a, b] = [higher.signature, lower.signature];
  const likeness = similarityOf(a, b);
  if (likeness >= SAME) return 1;
  const notions = [...a.stems].filter((notion) => b.stems.has(notion) && !isGeneralConcept(notion));
  if (a.thing !== undefined && a.thing === b.thing) return 1;
  const sense = a.negative === b.negative ? 1 : OPPOSITE_SENSE;
  const { shared, smaller } = overlapOf(a, b);
  const share = shared / smaller;
  const place = [...a.places].some((one) => b.places.has(one))
    ? notions.length > 0
      ? SAME_PLACE_AND_NOTION
      : PART_FIRST.test(higher.text) && PART_FIRST.test(lower.text)
        ? SAME_PART
        : SAME_PLACE
    : 0;
  const common =
    notions.length === 0 || share < MIN_SHARE
      ? 0
      : notions.length > 1 || share >= MOST_SHARED
        ? SAME_NOTIONS
        : SAME_NOTION;
  const limit = isLimit(higher.text) && isLimit(lower.text) && notions.length > 0 ? SAME_LIMIT : 0;
  return sense * Math.max(place, common, limit, 0.5 * likeness);
}

function isLimit(text: string): boolean {
  return LIMIT.test(text) && MEASURED.test(text);
}
