/** The checklist for a response: all stated criteria and the best implied ones. */
import { DEFAULT_TOP, type Criterion } from '../domain/criterion.ts';
import { isPicked, reasonAgainst, unwanted } from './reasons-against.ts';

export interface HeldBack {
  readonly criterion: Criterion;
  /** A sentence. */
  readonly reason: string;
  /** True if the only reason is that the list is full. */
  readonly isBelow: boolean;
}

export interface SelectedCriteria {
  /** Stated criteria, then implied ones, best first. */
  readonly criteria: readonly Criterion[];
  readonly heldBack: readonly HeldBack[];
}

/** What a list can be narrowed to; what is implied includes faults to avoid. */
export type Block = 'stated' | 'implied';

/** By so much a criterion of the model's own must be worth more than a grounded one to go before it. */
const CLEARLY_ABOVE = 0.5;
/** Of what a review chose, a draft is much better for what is worth so much … */
const MUCH = 7;
/** … what so many of ten ordinary drafts miss still tells drafts apart … */
const MISSED_BY_SOME = { least: 3, most: 5 };
/** … and what fewer miss is missed in earnest, where so many of ten pairs of readers judge it alike. */
const SURE = 9;
/** With fewer virtues, the rest of what a review chose fills the list up. */
const MIN_VIRTUES = 8;
/** With fewer criteria, what it did not choose does. */
const MIN_LISTED = 8;
/** A review gives no reason for each. */
const LEFT_OUT = 'The review of the whole list did not choose it.';
/** Criteria that rest on one page alone, where there are others. */
const MAX_OF_A_PAGE = 2;
/** Of the implied criteria: kept free for faults to avoid, and no more of them where others wait. */
const FAULT_SHARE = 1 / 3;

/** Until when criteria of less use fill a list up. */
interface Enough {
  /** Shared out between virtues and faults to avoid. */
  readonly places: number;
  readonly isReached: () => boolean;
  /** Why one is left out then, in a sentence. */
  readonly reasonOf: (criterion: Criterion) => string;
}

/**
 * The list of a recorded set: by default as it was chosen when the set was made, by `chooseCriteria` where another number
 * or one block is asked for.
 * @param only absent: both blocks
 */
export function checklistOf(recorded: readonly Criterion[], top = DEFAULT_TOP, only?: Block): SelectedCriteria {
  // Sets of the first version hold nothing back.
  const isRecorded = recorded.some(({ heldBack }) => heldBack !== null);
  if (!isRecorded || top !== DEFAULT_TOP || only !== undefined) return chooseCriteria(recorded, top, only);
  const listed = inBlock(recorded);
  return {
    criteria: listed.filter(({ heldBack }) => heldBack === null),
    heldBack: listed.flatMap((criterion) =>
      criterion.heldBack === null
        ? []
        : [{ criterion, reason: criterion.heldBack, isBelow: criterion.heldBack === fullReason(top) }],
    ),
  };
}

/**
 * All stated criteria and at most `top` implied ones. Leaves out one of two that contradict each other or say nearly the
 * same, unclear criteria and those that hardly anybody would insist on. Where a review of the whole list chose some, the list
 * is what it chose: faults to avoid, what a draft is much better for, and what some ordinary drafts miss, fewer where readers are
 * sure of it. For what of its choice cannot be judged, something else that is worth much stands in. The rest of its choice, and what
 * it did not choose, only fill a short list up, unless more than the default is asked for. Of equals, where there are more than
 * `top`, those that are worth most are taken, criteria that rest on pages go before the model's own that are worth about as
 * much, no page alone fills more than two places, and a third is kept for faults to avoid.
 * @param only absent: both blocks
 */
export function chooseCriteria(ranked: readonly Criterion[], top = DEFAULT_TOP, only?: Block): SelectedCriteria {
  const listed = inBlock(ranked, only);
  const implied = impliedOf(listed);
  const byDefault = top === DEFAULT_TOP ? null : chooseCriteria(ranked, DEFAULT_TOP, only);
  // A longer list is the default one, and more.
  const base = byDefault !== null && top > DEFAULT_TOP ? byDefault.criteria : [];
  // A shorter one is not full for what the default one leaves out, though it has room.
  const leftOut = new Set(byDefault?.heldBack.flatMap(({ criterion, isBelow }) => (isBelow ? [] : [criterion])));
  // What is stated counts where it is not shown, too.
  const chosen = inBlock(ranked).filter((criterion) => criterion.explicit || base.includes(criterion));
  const reasons = new Map<Criterion, string>();
  const byWorth = groundedFirst(implied).filter((criterion) => !base.includes(criterion));
  const picked = byWorth.filter(isPicked);
  const others = byWorth.filter((criterion) => !isPicked(criterion));

  /** @param enough absent: it takes what there is room for */
  const take = (group: readonly Criterion[], enough?: Enough) => {
    const places = Math.min(top, enough?.places ?? top);
    const forFaults = placesForFaults(implied, places);
    const fits = (criterion: Criterion) =>
      keepsShares(criterion, impliedOf(chosen), isFault(criterion) ? forFaults : places - forFaults);
    const waiting: Criterion[] = [];
    const decide = (criterion: Criterion, mayWait: boolean) => {
      const reason = reasonAgainst(criterion, chosen);
      const isFull = impliedOf(chosen).length >= top;
      if (reason !== null) reasons.set(criterion, reason);
      else if (isFull && !leftOut.has(criterion)) reasons.set(criterion, fullReason(top));
      else if (isFull || enough?.isReached() === true)
        reasons.set(criterion, enough?.reasonOf(criterion) ?? fullReason(top));
      else if (mayWait && !fits(criterion)) waiting.push(criterion);
      else {
        reasons.delete(criterion);
        chosen.push(criterion);
      }
    };
    for (const criterion of group) decide(criterion, true);
    const virtuesFirst = waiting.toSorted((a, b) => Number(isFault(a)) - Number(isFault(b)));
    for (const criterion of virtuesFirst) decide(criterion, false);
  };
  if (ranked.some(isPicked) && top <= DEFAULT_TOP) {
    const virtues = () => impliedOf(chosen).filter((criterion) => !isFault(criterion));
    take(picked.filter(isTelling));
    take(
      picked.filter((criterion) => !isTelling(criterion)),
      { places: top, isReached: () => virtues().length >= MIN_VIRTUES, reasonOf: lesser },
    );
    // What readers disagree on leaves a gap in what the review chose.
    const gaps = picked.filter((criterion) => criterion.unclear !== undefined || unwanted(criterion) !== null).length;
    const listed = () => impliedOf(chosen).length;
    const filled = listed() + gaps;
    const reasonOf = () => LEFT_OUT;
    take(others.filter(isWorthMuch), { places: top, isReached: () => listed() >= filled, reasonOf });
    const rest = others.filter((criterion) => !chosen.includes(criterion));
    take(rest, { places: MIN_LISTED, isReached: () => listed() >= MIN_LISTED, reasonOf });
  } else for (const group of [picked, others]) take(group);
  return {
    criteria: listed.filter((criterion) => chosen.includes(criterion)),
    heldBack: listed.flatMap((criterion) => {
      const reason = reasons.get(criterion);
      return reason === undefined ? [] : [{ criterion, reason, isBelow: reason === fullReason(top) }];
    }),
  };
}

/** Of what a review chose: it tells drafts apart. Of what nobody weighed nobody knows that it does not. */
function isTelling(criterion: Criterion): boolean {
  const { relevance } = criterion;
  if (isFault(criterion) || relevance.status === 'unscored') return true;
  const { missed = 0, agreed = 0 } = relevance;
  const least = agreed >= SURE ? 1 : MISSED_BY_SOME.least;
  return isWorthMuch(criterion) || (missed >= least && missed <= MISSED_BY_SOME.most);
}

function isWorthMuch({ relevance }: Criterion): boolean {
  return relevance.status === 'scored' && (relevance.value ?? relevance.score) >= MUCH;
}

function lesser({ relevance }: Criterion): string {
  const missed = relevance.status === 'scored' ? relevance.missed : undefined;
  const worth = 'No draft is much better for it';
  if (missed === undefined) return `${worth}.`;
  return missed < MISSED_BY_SOME.least ? `${worth}, and most meet it.` : `${worth}, and most do without.`;
}

function fullReason(top: number): string {
  return `The list of ${top} is full.`;
}

/** By worth, of which the model's own must have so much more. */
function groundedFirst(implied: readonly Criterion[]): readonly Criterion[] {
  return implied.toSorted((a, b) => placeOf(b) - placeOf(a) || Number(isGrounded(b)) - Number(isGrounded(a)));
}

function placeOf(criterion: Criterion): number {
  return worthOf(criterion.relevance) - (isGrounded(criterion) ? 0 : CLEARLY_ABOVE);
}

function isGrounded({ evidence }: Pick<Criterion, 'evidence'>): boolean {
  return evidence.length > 0;
}

/**
 * 0–10: what a draft gains, and how alike readers decide it. How many drafts miss it takes no part: what ordinary drafts do
 * not do is as often peculiar as it is good, and a list without what most drafts do would pass a draft that lacks it. What
 * has no score comes last.
 */
function worthOf(relevance: Criterion['relevance']): number {
  if (relevance.status === 'unscored') return -Infinity;
  const { score, value, agreed } = relevance;
  return value === undefined || agreed === undefined ? score : Math.sqrt(value * agreed);
}

/** At most, while others wait. */
function placesForFaults(candidates: readonly Criterion[], top: number): number {
  const wanted = candidates.filter((criterion) => isFault(criterion) && unwanted(criterion) === null).length;
  return Math.min(Math.floor(top * FAULT_SHARE), wanted);
}

/** @param places of its block: faults to avoid, or the others */
function keepsShares(criterion: Criterion, chosen: readonly Criterion[], places: number): boolean {
  const isOfFullBlock = chosen.filter((other) => isFault(other) === isFault(criterion)).length >= places;
  if (isOfFullBlock) return false;
  const page = onlyPageOf(criterion);
  return page === null || chosen.filter((other) => onlyPageOf(other) === page).length < MAX_OF_A_PAGE;
}

/** The page that all its evidence is from; null if there are several, or none. */
function onlyPageOf({ evidence }: Criterion): string | null {
  const [page, ...others] = new Set(evidence.map(({ sourceId }) => sourceId));
  return page === undefined || others.length > 0 ? null : page;
}

export function isFault({ fault }: Pick<Criterion, 'fault'>): boolean {
  return fault === true;
}

/** Stated criteria, then implied ones. */
export function inBlock(criteria: readonly Criterion[], only?: Block): readonly Criterion[] {
  const stated = only === 'implied' ? [] : criteria.filter(({ explicit }) => explicit);
  return only === 'stated' ? stated : [...stated, ...impliedOf(criteria)];
}

export function impliedOf(criteria: readonly Criterion[]): readonly Criterion[] {
  return criteria.filter(({ explicit }) => !explicit);
}
