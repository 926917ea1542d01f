/** What a wording claims of a place in the response: a check when asked for, another when denied. */
import type { CodeCheck, Countable, Bound, Place } from '../code-check.ts';
import { atLeast, denied, NONE } from './bounds.ts';

export interface Claim {
  /** Null: it means nothing there. */
  readonly asked: (place: Place) => CodeCheck | null;
  readonly denied: (place: Place) => CodeCheck | null;
}

export const RESPONSE: Place = { where: 'response' };

export function allOf(checks: readonly CodeCheck[]): CodeCheck {
  const [only] = checks;
  if (checks.length === 1 && only !== undefined) return only;
  const flat = checks.flatMap((check) =>
    check.kind === 'several' && check.bound.min === check.checks.length && check.bound.max === null
      ? check.checks
      : [check],
  );
  return { kind: 'several', checks: flat, bound: atLeast(flat.length) };
}

export function anyOf(checks: readonly CodeCheck[]): CodeCheck {
  const [only] = checks;
  return checks.length === 1 && only !== undefined
    ? only
    : { kind: 'several', checks: [...checks], bound: atLeast(1) };
}

export const noneOf = (checks: readonly CodeCheck[]): CodeCheck => ({
  kind: 'several',
  checks: [...checks],
  bound: NONE,
});

/** A claim whose denial is just its opposite: of each part ("no sentence …") that none of them is so. */
export function plainClaim(make: (place: Place) => CodeCheck | null): Claim {
  return {
    asked: make,
    denied: (place) => {
      const check = make(place.where === 'each' ? { where: 'any', part: place.part } : place);
      return check === null ? null : noneOf([check]);
    },
  };
}

/** A claim about the response as a whole only. */
export const wholeClaim = (check: CodeCheck): Claim =>
  plainClaim((place) => (place.where === 'response' ? check : null));

/** These stand in the response as a whole: a line of it has no title and no postscript. */
const OF_THE_WHOLE: ReadonlySet<Countable['what']> = new Set([
  'title',
  'subject-line',
  'postscript',
  'closing-postscript',
  'json-entry',
  'csv-row',
  'csv-column',
]);

export function countClaim(of: Countable, bound: Bound): Claim {
  const count =
    (wanted: Bound) =>
    (place: Place): CodeCheck | null =>
      place.where !== 'response' && OF_THE_WHOLE.has(of.what)
        ? null
        : { kind: 'count', of, place, bound: wanted };
  const opposite = denied(bound);
  return opposite === null ? plainClaim(count(bound)) : { asked: count(bound), denied: count(opposite) };
}

/** All of them when asked, none of them when denied: "no bullets or tables". */
export function joinClaims(claims: readonly Claim[], join: 'and' | 'or'): Claim {
  const checks = (place: Place, side: 'asked' | 'denied'): CodeCheck[] | null => {
    const made = claims.map((claim) => claim[side](place)).filter((check) => check !== null);
    return made.length === claims.length ? made : null;
  };
  return {
    asked: (place) => {
      const made = checks(place, 'asked');
      if (made === null) return null;
      return join === 'and' ? allOf(made) : anyOf(made);
    },
    denied: (place) => {
      const made = checks(place, 'denied');
      return made === null ? null : allOf(made);
    },
  };
}

/** The same claim, about a place of its own: "… in the first paragraph". */
export function claimAt(claim: Claim, at: Place): Claim {
  return {
    asked: (place) => (place.where === 'response' ? claim.asked(at) : null),
    denied: (place) => (place.where === 'response' ? claim.denied(at) : null),
  };
}

export const opposite = (claim: Claim): Claim => ({ asked: claim.denied, denied: claim.asked });
