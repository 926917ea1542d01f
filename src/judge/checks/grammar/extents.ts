/** How long something is: "is 200 words long", "in two paragraphs", "fits into 280 characters", "exceeds 90 words". */
import { amount, atLeast } from './bounds.ts';
import { countClaim, type Claim } from './claims.ts';
import { countable } from './countables.ts';
import { verbs } from './inflect.ts';
import { either, map, maybe, sequence, tokens, type Parser } from './reading.ts';
import { IT, PARTICIPLE } from './vocabulary.ts';

/** "fits into 280 characters": a bare number is a limit here. */
const CONFINES = verbs(
  'fit in, fit into, fit on, fit within, stay within, stay at, stay inside, keep within, keep to, stick to, limit to, limit itself to, limit yourself to, restrict yourself to, confine yourself to, restrict itself to, confine itself to, be limited to, be restricted to, be confined to, be kept to, be capped at, be kept within, keep it to, keep it within, limit it to',
);
const CONFINED =
  '(?:kept|stuck|stayed|remained|limited|been kept) (?:to|within|under|in|at|below)(?: the limit of)?';
/** "fits within a tweet (280 characters maximum)", "short enough for a text message: 160 characters". */
const ROOM =
  '(?:fits? (?:in|into|within|inside|on|as)|(?:be |is )?short enough (?:for|to fit (?:in|into|within|on))) (?:an? |1 )?(?:single |1 )?(?:[\\p{L}-]+ ){0,2}?(?:tweet|post|sms|(?:text )?message|caption|text|page|screen|card|slide|headline|field|box|line|subject line|bio|push notification|notification)(?: limit)?';
const inRoom: Parser<Claim> = map(
  sequence(
    tokens(`${ROOM} (?:,|:|\\(|of|-|–|—)?(?: ?(?:i\\.e \\.(?: ,)?|that is(?: ,)?|meaning|so|which means))?`),
    amount(countable),
    maybe(tokens('\\)')),
  ),
  ([, { unit, bound }]) =>
    bound.max === null
      ? null
      : countClaim(unit, { min: bound.min === bound.max ? null : bound.min, max: bound.max }),
);
const confinedTo: Parser<Claim> = map(
  sequence(
    tokens(
      `(?:${CONFINES}|${verbs('limit, restrict, confine, keep, cap, hold')}${IT} (?:to|within|at|in))(?: (?:the|a|its) (?:word |length |character )?limit of)?|${CONFINED}`,
    ),
    amount(countable),
  ),
  ([, { unit, bound }]) => countClaim(unit, bound.min === bound.max ? { min: null, max: bound.max } : bound),
);
export const confined: Parser<Claim> = either(confinedTo, inRoom);
export const exceeding: Parser<Claim> = map(
  sequence(
    tokens(
      verbs(
        'exceed, go over, go above, go beyond, surpass, pass, go past, run over, run past, run beyond, run above, extend beyond, extend past, stretch past, stretch beyond, spill over, get past, get beyond, overrun, overstep, overshoot, top',
      ),
    ),
    amount(countable),
  ),
  ([, { unit, bound }]) =>
    bound.min !== null && bound.min === bound.max ? countClaim(unit, atLeast(bound.min + 1)) : null,
);

/** "Aim for about 200 words": for an exact number it would be a wish. */
export const aimed: Parser<Claim> = map(
  sequence(tokens(verbs('aim for, aim at, target, shoot for, strive for')), amount(countable)),
  ([, { unit, bound }]) => (bound.min === bound.max ? null : countClaim(unit, bound)),
);

const IN =
  '(?:in(?:to)?|to|of|as|within|at|from|across|inside|by|using|on|with|under(?= (?:exactly|precisely|at (?:least|most)|no (?:more|fewer|less)|between|an? (?:minimum|maximum)) ))';
/** After these a bare number is a limit: "kept to two sentences", "within 50 words". */
const LIMITING =
  /^(?:limited|restricted|confined|capped|held|kept|squeezed|fitted|packed|cut|condensed|within|inside)/u;
export const extent: Parser<Claim> = map(
  sequence(
    maybe(tokens(`(${PARTICIPLE})(?: (?:out|down|up))?`)),
    maybe(tokens(`(${IN})`)),
    maybe(tokens('(?:a (?:total|length|maximum length|word count)|the limit) of')),
    amount(countable),
  ),
  ([participle, preposition, , { unit, bound }]) => {
    const limits = LIMITING.test(participle?.[0] ?? '') || LIMITING.test(preposition?.[0] ?? '');
    return countClaim(unit, limits && bound.min === bound.max ? { min: null, max: bound.max } : bound);
  },
);
