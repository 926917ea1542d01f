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

/** What a review chose is filled up to so many by whatever is left. */
const MIN_PICKED = 8;
/** A draft is much better for it. */
const MUCH = 7;
/** Worth a place beside what a review chose, by value × agreement: of these editors kept as many as of what it chose. */
const SURE = { product: 48, agreed: 7 };
/** Of what a review chose that is worth no more and on which no more agree, editors kept half: it takes the places that are left. */
const SHAKY = { value: 6, agreed: 7 };
/** A review gives no reason for each. */
const LEFT_OUT = 'The review of the whole list did not choose it.';
/** By so much a criterion of the model's own must be worth more than a grounded one to go before it. */
const CLEARLY_ABOVE = 0.5;
/** Criteria that rest on one page alone, where there are others. */
const MAX_OF_A_PAGE = 2;
/** Of the implied criteria, where pages offer as many: rest on pages. */
const GROUNDED_SHARE = 2 / 3;
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
 * same, unclear criteria and those that hardly anybody would insist on. Where a review of the whole list chose one, nothing
 * else is in it, unless more than the default is asked for, but what is sure, what is worth much in the place of what cannot
 * be used, and what is sure and rests on pages in the place of a model's own that is not clearly worth more, up to two thirds. Of the others, where
 * there are more than `top`, those that are worth most are taken, criteria that rest on pages go before the model's own
 * that are worth about as much, no page alone fills more than two places, and a third is kept for faults to avoid.
 * @param only absent: both blocks
 */
export function chooseCriteria(ranked: readonly Criterion[], top = DEFAULT_TOP, only?: Block): SelectedCriteria {
  const listed = inBlock(ranked, only);
  const chosen: Criterion[] = [];
  const reasons = new Map<Criterion, string>();
  /** @returns false if it waits for a place */
  const take = (criterion: Criterion, hasPlace: boolean): boolean => {
    const reason = reasonAgainst(criterion, chosen);
    if (reason !== null) reasons.set(criterion, reason);
    else if (hasPlace) chosen.push(criterion);
    return reason !== null || hasPlace;
  };
  // A longer list is the default one, and more.
  const base = top > DEFAULT_TOP ? chooseCriteria(ranked, DEFAULT_TOP, only).criteria : [];
  // What is stated counts where it is not shown, too.
  for (const criterion of inBlock(ranked)) if (criterion.explicit || base.includes(criterion)) chosen.push(criterion);
  const byWorth = groundedFirst(impliedOf(listed)).filter((criterion) => !base.includes(criterion));
  const picked = byWorth.filter(isPicked);
  const isChosenList = ranked.some(isPicked) && top <= DEFAULT_TOP;
  const others = byWorth.filter((criterion) => !isPicked(criterion));
  // As many as were chosen: a list must not grow by what is less sure because a criterion of it falls away.
  const asChosen = Math.min(top, Math.max(picked.length, MIN_PICKED));
  const isFull = (criterion: Criterion) => {
    const mayGrow = !isChosenList || isPicked(criterion) || isSure(criterion);
    const most = mayGrow ? top : isMuch(criterion) ? asChosen : Math.min(asChosen, MIN_PICKED);
    return impliedOf(chosen).length >= most;
  };
  // Those of the default list have their places, too.
  const forFaults = placesForFaults(impliedOf(listed), top);
  const placesFor = (criterion: Criterion) => (isFault(criterion) ? forFaults : top - forFaults);
  // A part must not keep out the whole that the review chose.
  const isPart = ({ nearTo }: Criterion) => picked.some(({ id }) => id === nearTo);
  // What a review chose has its places first, but where readers would rather agree on something else.
  const groups = [
    picked.filter((criterion) => !isShaky(criterion)),
    isChosenList ? others.filter((criterion) => isSure(criterion) && !isPart(criterion)) : [],
    picked.filter(isShaky),
    isChosenList ? others.filter((criterion) => !isSure(criterion) || isPart(criterion)) : others,
  ];
  const below = new Set(
    groups.flatMap((group) => {
      const waiting = group.filter(
        (criterion) =>
          !take(criterion, !isFull(criterion) && keepsShares(criterion, impliedOf(chosen), placesFor(criterion))),
      );
      const virtuesFirst = waiting.toSorted((a, b) => Number(isFault(a)) - Number(isFault(b)));
      return virtuesFirst.filter((criterion) => !take(criterion, !isFull(criterion)));
    }),
  );
  const leftOut = new Set<Criterion>();
  if (isChosenList) {
    const lost = giveToPages(chosen, byWorth, (criterion, rest) => keepsShares(criterion, rest, placesFor(criterion)));
    for (const [criterion, grounded] of lost)
      reasons.set(criterion, `${grounded.id}, which rests on pages, is worth as much.`);
    // The reasons are those of the list as it is now.
    for (const criterion of byWorth) {
      if (chosen.includes(criterion) || lost.has(criterion)) continue;
      reasons.delete(criterion);
      const hasPlace = impliedOf(chosen).length < top;
      if (take(criterion, hasPlace && isPicked(criterion))) continue;
      (hasPlace ? leftOut : below).add(criterion);
    }
  }
  return {
    criteria: listed.filter((criterion) => chosen.includes(criterion)),
    heldBack: listed.flatMap((criterion): HeldBack[] => {
      if (chosen.includes(criterion)) return [];
      if (leftOut.has(criterion)) return [{ criterion, reason: LEFT_OUT, isBelow: false }];
      const reason = reasons.get(criterion);
      if (reason !== undefined) return [{ criterion, reason, isBelow: false }];
      return below.has(criterion) ? [{ criterion, reason: fullReason(top), isBelow: true }] : [];
    }),
  };
}

/**
 * Puts criteria that rest on pages and are sure in the places of a model's own that are not clearly worth more, until two thirds do.
 * @param chosen changed in place
 * @param fits whether the shares of faults and of pages hold beside the rest
 * @returns each that lost its place, and what has it
 */
function giveToPages(
  chosen: Criterion[],
  byWorth: readonly Criterion[],
  fits: (criterion: Criterion, rest: readonly Criterion[]) => boolean,
): ReadonlyMap<Criterion, Criterion> {
  // Without it, what the review chose as well would be held back for nothing.
  const keepsOut = (criterion: Criterion) => {
    const rest = chosen.filter((other) => other !== criterion);
    return byWorth.some(
      (other) =>
        isPicked(other) &&
        !chosen.includes(other) &&
        reasonAgainst(other, chosen) !== null &&
        reasonAgainst(other, rest) === null,
    );
  };
  const lost = new Map<Criterion, Criterion>();
  const waiting = byWorth.filter(
    (criterion) =>
      isGrounded(criterion) && !isPicked(criterion) && mayTakePlace(criterion) && !chosen.includes(criterion),
  );
  for (const grounded of waiting) {
    const implied = impliedOf(chosen);
    // What an unscored one is worth nobody knows.
    const least = byWorth.findLast(
      (criterion) =>
        chosen.includes(criterion) &&
        criterion.relevance.status === 'scored' &&
        !isGrounded(criterion) &&
        !keepsOut(criterion),
    );
    if (least === undefined || implied.filter(isGrounded).length >= implied.length * GROUNDED_SHARE) break;
    const isWorthMore = isMuch(least) || placeOf(least) > placeOf(grounded);
    const rest = implied.filter((criterion) => criterion !== least);
    if (isWorthMore || reasonAgainst(grounded, chosen) !== null || !fits(grounded, rest)) continue;
    chosen.splice(chosen.indexOf(least), 1, grounded);
    lost.set(least, grounded);
  }
  return lost;
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

/** Worth the place of what a review chose and nobody can use. */
function isMuch({ relevance }: Pick<Criterion, 'relevance'>): boolean {
  return relevance.status === 'scored' && (relevance.value ?? relevance.score) >= MUCH;
}

function isSure({ relevance }: Pick<Criterion, 'relevance'>): boolean {
  if (relevance.status !== 'scored') return false;
  const { value = 0, agreed = 0 } = relevance;
  return value * agreed >= SURE.product && agreed >= SURE.agreed;
}

/** In the place of a chosen criterion: only what is sure. Records of the first version have no agreement. */
function mayTakePlace(criterion: Pick<Criterion, 'relevance'>): boolean {
  const { relevance } = criterion;
  const isWeighed = relevance.status === 'scored' && relevance.value !== undefined && relevance.agreed !== undefined;
  return !isWeighed || isSure(criterion);
}

function isShaky({ relevance }: Pick<Criterion, 'relevance'>): boolean {
  if (relevance.status !== 'scored') return false;
  const { value, agreed } = relevance;
  return value !== undefined && agreed !== undefined && value <= SHAKY.value && agreed <= SHAKY.agreed;
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
