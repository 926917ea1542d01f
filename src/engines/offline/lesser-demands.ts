/** Of two criteria of which one asks for nothing that the other does not ask for too, the lesser is idle. */
import { contentStems } from '../../text/words.ts';
import { placesIn } from './place-in-text.ts';
import { signatureOf } from './same-advice.ts';

/** Words of asking: they add nothing to what is asked. */
const ASKING = new Set(
  contentStems(
    `response put place give name state use have include mention say tell show add ensure keep write contain describe explain make offer
    list set present provide avoid leave omit skip open begin start end close finish conclude opening ending top bottom`,
  ),
);

/** What a clause says goes beyond its words. */
const CLAUSE = /\b(?:what|who|whom|whose|how|why|where|when|whether|which|that|if|unless|than|instead)\b/u;

interface Demand {
  readonly text: string;
  readonly asks: ReadonlySet<string>;
  readonly places: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  readonly negative: boolean;
}

/** The texts that another text of the list covers in full. */
export function lesserDemands(texts: readonly string[]): ReadonlySet<string> {
  const demands = texts.map((text): Demand => {
    const { numbers, negative } = signatureOf(text);
    const asks = new Set(contentStems(text).filter((stem) => !ASKING.has(stem)));
    return { text, asks, places: placesIn(text), numbers, negative };
  });
  return new Set(
    demands.filter((one) => demands.some((other) => covers(other, one))).map(({ text }) => text),
  );
}

function covers(greater: Demand, lesser: Demand): boolean {
  return sharesWording(greater, lesser) || addsToPart(greater, lesser) || coversWords(greater, lesser);
}

const BANS = /^The response should (?:not|avoid|never|leave out|contain no)\b/u;

/** Both ask for the same words: the one that says more stands. */
function sharesWording(greater: Demand, lesser: Demand): boolean {
  const quoted = quotationsOf(greater.text);
  return (
    BANS.test(greater.text) === BANS.test(lesser.text) &&
    lesser.text.length < greater.text.length &&
    quotationsOf(lesser.text).some((quotation) => quoted.includes(quotation))
  );
}

function quotationsOf(text: string): string[] {
  return [...text.matchAll(/[“"]([^”"]+)[”"]/gu)].map(([, said = '']) => said.toLowerCase());
}

const PART_THAT = /^The response should have an? ([\p{L} -]+?) that (\p{L}+(?: not repeat)?)\b/u;

/** A subheading that adds a fact does not repeat the headline. */
function addsToPart(greater: Demand, lesser: Demand): boolean {
  const [, part, does] = PART_THAT.exec(greater.text) ?? [];
  const [, samePart, repeats] = PART_THAT.exec(lesser.text) ?? [];
  return part !== undefined && part === samePart && repeats === 'does not repeat' && does === 'adds';
}

function coversWords(greater: Demand, lesser: Demand): boolean {
  return (
    !CLAUSE.test(lesser.text) &&
    lesser.asks.size > 0 &&
    lesser.asks.size < greater.asks.size &&
    lesser.negative === greater.negative &&
    isWithin(lesser.asks, greater.asks) &&
    isWithin(lesser.numbers, greater.numbers) &&
    (greater.places.size === 0 || isWithin(lesser.places, greater.places))
  );
}

function isWithin(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  return [...part].every((one) => whole.has(one));
}
