/** Clauses whose subject is the thing itself: "no emojis are used", "the word 'soil' must appear twice". */
import type { Bound, CodeCheck, Countable, Place } from '../code-check.ts';
import { amount, atLeast, NONE } from './bounds.ts';
import { claimAt, countClaim, opposite, RESPONSE, type Claim } from './claims.ts';
import { countable } from './countables.ts';
import { oneOf, verbs } from './inflect.ts';
import { givenLetter, keywordList, phraseClaim, times } from './keywords.ts';
import { adjunct } from './places.ts';
import { either, map, maybe, sequence, tokens, type Parser } from './reading.ts';
import { things } from './things.ts';
import { ASKING, MODAL } from './vocabulary.ts';

const modal = maybe(tokens(MODAL));
const not = tokens('not|never');
const asking = maybe(tokens(ASKING));

/** "is used", "appears at least twice", "must occur": said of a thing or a word that stands as the subject. */
const STATES = oneOf(
  'used, included, present, found, contained, given, provided, mentioned, shown, allowed, permitted, featured, there, in use, inserted, employed, added, to be used, to be included, to be found, to be seen, listed, left, left over, left in, remaining, in evidence, visible, acceptable, asked, posed, raised, written, provided in it, tolerated, placed, named, cited, said, in there, in it, put to the reader, put to the user, referenced, referred to',
);
const PRESENT = `(?:(?:${verbs('be')} )?(?:(?:both|all|each|also|always) )?${STATES}|${verbs('appear, occur, exist, show up, turn up, come up, crop up, feature, stand, remain, be left, be')}(?: there)?)`;
/** "is not used": the denial may stand inside. */
const NOT_PRESENT = `(?:${verbs('be')} )(?:not|never|nowhere|not once|at no point|in no place) (?:${STATES}|to be found)`;
const ABSENT = `(?:${verbs('be')} )?(?:absent|missing|avoided|forbidden|banned|omitted|left out|excluded|prohibited)`;
interface Presence {
  readonly present: boolean;
  readonly bound: Bound | null;
  readonly place: Place | null;
}
const presence: Parser<Presence> = map(
  sequence(
    maybe(tokens('all|both|each|together|ever')),
    either(
      map(tokens(PRESENT), () => true),
      map(tokens(NOT_PRESENT), () => false),
      map(tokens(ABSENT), () => false),
    ),
    maybe(times),
    maybe(adjunct),
    maybe(times),
  ),
  ([, present, first, place, second]) => ({ present, bound: first ?? second, place }),
);

/** Denied when just one of verb and "not" denies. */
function said(claim: Claim, found: Presence, denied: boolean): CodeCheck | null {
  const placed = found.place === null ? claim : claimAt(claim, found.place);
  return (denied === found.present ? opposite(placed) : placed).asked(RESPONSE);
}

/** "No more than four lines are used", "exactly one emoji appears in the caption". */
const present = map(sequence(asking, things, modal, maybe(not), presence), ([, claim, , denied, found]) =>
  found.bound === null ? said(claim, found, denied !== null) : null,
);
/** "Are any words in bold?": the thing says itself what it is. */
const STYLED = new Set(['bold', 'italic', 'all-capital-word', 'highlight']);
const styled = map(
  sequence(
    tokens('is|are|does|do'),
    either(
      map(amount(countable), ({ unit, bound }) => ({ of: unit, bound })),
      map(sequence(tokens('any|some'), countable), ([, of]) => ({ of, bound: atLeast(1) })),
    ),
  ),
  ([, { of, bound }]) => (STYLED.has(of.what) ? countClaim(of, bound).asked(RESPONSE) : null),
);

/** A thing or word that stands as the subject with how often it occurs: "the word 'soil' must appear twice". */
type Timed = (bound: Bound) => Claim;
const timedThing: Parser<Timed> = either(
  map(
    givenLetter,
    (letter): Timed =>
      (bound) =>
        countClaim({ what: 'given-letter', letter }, bound),
  ),
  map(
    keywordList,
    ({ phrases, join }): Timed =>
      (bound) =>
        phraseClaim(phrases, join, bound),
  ),
  map(
    countable,
    (of: Countable): Timed =>
      (bound) =>
        countClaim(of, bound),
  ),
);
const timed = map(sequence(asking, timedThing, modal, maybe(not), presence), ([, make, , denied, found]) =>
  said(make(found.bound ?? atLeast(1)), found, denied !== null),
);
const timedBare = map(sequence(keywordList, times, maybe(adjunct)), ([{ phrases, join }, bound, place]) =>
  phraseClaim(phrases, join, bound).asked(place ?? RESPONSE),
);

/** "Not once is the word 'problem' used", "is there any mention of 'refund'". */
const mentioned = map(
  sequence(
    either(
      map(tokens('(?:not once|at no point|nowhere) (?:is|are|does|do)'), () => NONE),
      map(tokens('(?:is )?(?:there )?(?:is )?no (?:mention|use|occurrence) of'), () => NONE),
      map(tokens('(?:is )?(?:there )?(?:is )?(?:any|a|some) (?:mention|use|occurrence) of'), () =>
        atLeast(1),
      ),
    ),
    keywordList,
    maybe(tokens('used|mentioned|said|appear|occur|found')),
    maybe(adjunct),
  ),
  ([bound, { phrases, join }, , place]) => phraseClaim(phrases, join, bound).asked(place ?? RESPONSE),
);

export const occurrences: Parser<CodeCheck> = either(timed, present, timedBare, mentioned, styled);
