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
/** Of what a review chose, editors keep nine in ten of what a draft is so much better for … */
const MUCH = 7;
/** … three in four of what so many of ten ordinary drafts miss, and four in ten of the rest: the instruction says it, or it is peculiar. */
const MISSED_BY_SOME = { least: 3, most: 5 };
/** So many virtues, and so many criteria in all, are in the list though they be of the lesser ones, or not chosen. */
const MIN_LISTED = 8;
/** A review gives no reason for each. */
const LEFT_OUT = 'The review of the whole list did not choose it.';
const LESSER = 'A draft would not be much better for it, and the list has enough.';
/** Criteria that rest on one page alone, where there are others. */
const MAX_OF_A_PAGE = 2;
/** Of the implied criteria: kept free for faults to avoid, and no more of them where others wait. */
const FAULT_SHARE = 1 / 3;

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
 * is what it chose: faults to avoid, what a draft is much better for, and what some ordinary drafts miss; the rest of it, and what
 * the review did not choose, only fill a short list up, unless more than the default is asked for. Of equals, where there are more than
 * `top`, those that are worth most are taken, criteria that rest on pages go before the model's own that are worth about as
 * much, no page alone fills more than two places, and a third is kept for faults to avoid.
 * @param only absent: both blocks
 */
export function chooseCriteria(ranked: readonly Criterion[], top = DEFAULT_TOP, only?: Block): SelectedCriteria {
  const listed = inBlock(ranked, only);
  const chosen: Criterion[] = [];
  const reasons = new Map<Criterion, string>();
  // A longer list is the default one, and more.
  const base = top > DEFAULT_TOP ? chooseCriteria(ranked, DEFAULT_TOP, only).criteria : [];
  // What is stated counts where it is not shown, too.
  for (const criterion of inBlock(ranked)) if (criterion.explicit || base.includes(criterion)) chosen.push(criterion);
  const numberOf = (isCounted: (criterion: Criterion) => boolean) => impliedOf(chosen).filter(isCounted).length;
  const isFull = () => impliedOf(chosen).length >= top;
  const byWorth = groundedFirst(impliedOf(listed)).filter((criterion) => !base.includes(criterion));
  const picked = byWorth.filter(isPicked);
  const others = byWorth.filter((criterion) => !isPicked(criterion));
  const isChosenList = ranked.some(isPicked) && top <= DEFAULT_TOP;
  const isLesser = (criterion: Criterion) =>
    isChosenList && !isFault(criterion) && !isMuch(criterion) && !isMissedBySome(criterion);
  const groups: readonly (readonly [group: readonly Criterion[], hasEnough: () => boolean, reason: string])[] = [
    [picked.filter((criterion) => !isLesser(criterion)), isFull, fullReason(top)],
    [picked.filter(isLesser), () => numberOf((criterion) => !isFault(criterion)) >= MIN_LISTED, LESSER],
    [others, () => isChosenList && numberOf(() => true) >= MIN_LISTED, LEFT_OUT],
  ];
  // Those of the default list have their places, too.
  const forFaults = placesForFaults(impliedOf(listed), top);
  for (const [group, hasEnough, enough] of groups) {
    /** @returns those that wait for a place */
    const takeOf = (candidates: readonly Criterion[], fits: (criterion: Criterion) => boolean) =>
      candidates.filter((criterion) => {
        const reason = reasonAgainst(criterion, chosen);
        if (reason !== null) reasons.set(criterion, reason);
        else if (isFull() || hasEnough()) reasons.set(criterion, isFull() ? fullReason(top) : enough);
        else if (fits(criterion)) chosen.push(criterion);
        else return true;
        return false;
      });
    const waiting = takeOf(group, (criterion) =>
      keepsShares(criterion, impliedOf(chosen), isFault(criterion) ? forFaults : top - forFaults),
    );
    const virtuesFirst = waiting.toSorted((a, b) => Number(isFault(a)) - Number(isFault(b)));
    takeOf(virtuesFirst, () => true);
  }
  return {
    criteria: listed.filter((criterion) => chosen.includes(criterion)),
    heldBack: listed.flatMap((criterion) => {
      const reason = reasons.get(criterion);
      return reason === undefined ? [] : [{ criterion, reason, isBelow: reason === fullReason(top) }];
    }),
  };
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
 * 0–10: what a draft gains, and how alike readers decide it. How many drafts miss it orders the list, and takes no part in
 * what is on it: what ordinary drafts do not do is as often peculiar as it is good, and a list without what most drafts do
 * would pass a draft that lacks it. What has no score comes last.
 */
function worthOf(relevance: Criterion['relevance']): number {
  if (relevance.status === 'unscored') return -Infinity;
  const { score, value, agreed } = relevance;
  return value === undefined || agreed === undefined ? score : Math.sqrt(value * agreed);
}

/** Of what nobody weighed nobody knows that it is less. */
function isMuch({ relevance }: Pick<Criterion, 'relevance'>): boolean {
  return relevance.status === 'unscored' || (relevance.value ?? relevance.score) >= MUCH;
}

function isMissedBySome({ relevance }: Pick<Criterion, 'relevance'>): boolean {
  const missed = relevance.status === 'scored' ? (relevance.missed ?? 0) : 0;
  return missed >= MISSED_BY_SOME.least && missed <= MISSED_BY_SOME.most;
}

/** At most, while others wait. */
function placesForFaults(candidates: readonly Criterion[], top: number): number {
  const wanted = candidates.filter((criterion) => isFault(criterion) && unwanted(criterion) === null).length;
  return Math.min(Math.floor(top * FAULT_SHARE), wanted);
}

/** @param places of its block: faults to avoid, or the others */
function keepsShares(criterion: Criterion, chosen: readonly Criterion[], places: number): boolean {
  const isOfFullBlock = chosen.filter((other) => isFault(other) === isFault(criterion)).length >= places;
  if (isOfFullBlock && !isPicked(criterion)) return false;
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
