/** How far a criterion speaks of what this kind of text is made of, by what the advice on it talks about. */
import type { DraftCriterion } from '../../domain/engine.ts';
import { isGeneralConcept } from './concepts.ts';
import type { Signature } from './same-advice.ts';

interface Signed {
  readonly item: DraftCriterion;
  readonly signature: Signature;
}

type SourcesByNotion = ReadonlyMap<string, ReadonlySet<string>>;

/** A circumstance that the response may not be in, before or after what is asked. */
const CIRCUMSTANCE_FIRST =
  /^The response should, (?:if|when|where|unless|once|whenever|past|for|after|only|with)\b/u;
const CIRCUMSTANCE_LATER = /\b(?:unless|if) (?!necessary|possible|only)/u;
/** A source's own sample wording stands as the demand: "write “you can wash it”", "show the sum: 12 × 140". */
const SAMPLE = /^The response should (?:write|say|use|show)\b[^“"]{0,40}(?:[“"](?:[^\s”"]+\s){4,}|: \d)/u;

const MOST_CENTRAL = 1.5;
/** A number of at least two makes a demand that anyone can check. */
const COUNTED = 0.5;
const NO_TELLING_NOTION = -2;
const ONE_TELLING_NOTION = -0.5;
const UNCERTAIN_CIRCUMSTANCE = -1.2;
const LATER_CIRCUMSTANCE = -0.5;
const SAMPLE_AS_DEMAND = -1.5;
/** As many notions that other sources know make a criterion central. */
const CENTRAL_NOTIONS = 2;

/** Which sources speak of each notion and of each place in the text. */
export function sourcesByNotion(items: readonly Signed[]): SourcesByNotion {
  const known = new Map<string, Set<string>>();
  for (const { item, signature } of items) {
    for (const notion of tellingNotions(signature)) {
      const sources = known.get(notion) ?? new Set<string>();
      for (const advice of item.advice) sources.add(advice.sourceId);
      known.set(notion, sources);
    }
  }
  return known;
}

/** About −4 to 1.5, to be added to a score of 0–10. */
export function specificityOf({ item, signature }: Signed, known: SourcesByNotion): number {
  const notions = tellingNotions(signature);
  const own = new Set<string>(item.advice.map((advice) => advice.sourceId));
  const shared = notions.filter((notion) =>
    [...(known.get(notion) ?? [])].some((source) => !own.has(source) || own.size > 1),
  );
  return (
    MOST_CENTRAL * Math.min(1, shared.length / CENTRAL_NOTIONS) +
    (notions.length === 0 ? NO_TELLING_NOTION : notions.length === 1 ? ONE_TELLING_NOTION : 0) +
    (signature.numbers.size > 0 ? COUNTED : 0) +
    (CIRCUMSTANCE_FIRST.test(item.text) ? UNCERTAIN_CIRCUMSTANCE : 0) +
    (CIRCUMSTANCE_LATER.test(item.text) ? LATER_CIRCUMSTANCE : 0) +
    (SAMPLE.test(item.text) ? SAMPLE_AS_DEMAND : 0)
  );
}

function tellingNotions(signature: Signature): string[] {
  return [
    ...[...signature.stems].filter((stem) => !isGeneralConcept(stem)),
    ...[...signature.places].map((place) => `@${place}`),
  ];
}
