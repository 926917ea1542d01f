/** Whole clauses: statements, questions, orders and bare demands, alone or joined. */
import { Part, type CodeCheck, type Place } from '../code-check.ts';
import { amount } from './bounds.ts';
import { allOf, joinClaims, opposite, RESPONSE, type Claim } from './claims.ts';
import { countable } from './countables.ts';
import { listOf } from './forms.ts';
import { limits } from './limits.ts';
import { listSizes } from './list-sizes.ts';
import { markedUp } from './marked-up.ts';
import { measures } from './measures.ts';
import { occurrences } from './occurrences.ts';
import { adjunct, document, DOCUMENT_NOUN, noPart, partPlace, pluralParts } from './places.ts';
import { orders } from './orders.ts';
import { complement, conjunction, predicate } from './predicates.ts';
import { either, list, map, maybe, sequence, tokens, type Parser } from './reading.ts';
import { partsSetApart } from './set-apart.ts';
import { setPhrases } from './set-phrases.ts';
import { styleClauses } from './styles.ts';
import { limitedSubjects } from './subjects.ts';
import { edgeClauses } from './texts.ts';
import { things } from './things.ts';
import { MODAL } from './vocabulary.ts';

/** Who or what a clause is about, and whether the clause denies ("no sentence …"). */
interface Subject {
  readonly place: Place;
  readonly denies: boolean;
}

const subject: Parser<Subject> = either(
  map(document, (place): Subject => ({ place, denies: false })),
  map(partPlace, (place): Subject => ({ place, denies: false })),
  map(pluralParts, (place): Subject => ({ place, denies: false })),
  map(noPart, (place): Subject => ({ place, denies: true })),
);

const modal = maybe(tokens(MODAL));
const not = tokens('(?:not|never)(?! counting| including)');

const side = (claim: Claim, denied: boolean): Claim => (denied ? opposite(claim) : claim);

/** "contains a table and ends with a question": predicates of one subject. */
const predicates: Parser<Claim> = map(
  list(
    map(sequence(modal, predicate), ([, claim]) => claim),
    conjunction,
  ),
  (claims) => joinClaims(claims, 'and'),
);
const complements: Parser<Claim> = map(
  list(
    either(
      map(sequence(maybe(not), complement), ([no, claim]) => side(claim, no !== null)),
      predicate,
    ),
    conjunction,
  ),
  (claims) => joinClaims(claims, 'and'),
);

function about({ place, denies }: Subject, claim: Claim): CodeCheck | null {
  return denies ? claim.denied(place) : claim.asked(place);
}

const statement = map(sequence(subject, predicates), ([who, claim]) => about(who, claim));

const question = either(
  map(sequence(tokens('has|have'), subject, tokens('got'), things), ([, who, , claim]) => about(who, claim)),
  map(
    sequence(
      tokens(`(?:does|do|did|should|must|will|can|would|has|have|may|shall)`),
      subject,
      maybe(tokens('got')),
      predicates,
    ),
    ([, who, , claim]) => about(who, claim),
  ),
  map(
    sequence(tokens('is|are|was|were|has|have'), subject, maybe(tokens('been')), complements),
    ([, who, , claim]) => about(who, claim),
  ),
);

/** An order, a title of a rule ("Contains no commas") or the rest of a sentence whose subject is the response. */
const order = map(
  sequence(
    maybe(
      tokens('please|to|always|make sure to|be sure to|ensure (?:that )?you|remember to|you (?:should|must)'),
    ),
    predicates,
  ),
  ([, claim]) => claim.asked(RESPONSE),
);
/** "Summarise it in four sentences": whatever is done is done in that many. */
const orderWithin = map(
  sequence(
    maybe(tokens('please')),
    tokens(
      '(?:summari[sz]e|describe|explain|write|answer|respond|reply|say|put|express|tell|state|retell|sum|condense|rewrite|rephrase|present|define|introduce|outline|compress|paraphrase|keep|give)(?: (?:it|this|that|them|everything|all of it|the whole thing|your (?:answer|response|reply)|the (?:answer|response|reply|text|story)))?(?: up| all)?',
    ),
    maybe(tokens('with')),
    complement,
  ),
  ([, , , claim]) => claim.asked(RESPONSE),
);
/** "A poem of 14 lines", "summary in one sentence": a noun with a quality before it would ask for that too. */
const nounAlone = map(
  sequence(
    tokens(
      `(?!(?:quote|note|comment) (?!in |of |with |that ))(?:an? |the |1 )?(?:entire |whole |full )?${DOCUMENT_NOUN}|everything|all of it`,
    ),
    either(
      map(sequence(tokens('with|containing|having|that (?:has|contains)'), things), ([, claim]) => claim),
      complement,
    ),
  ),
  ([, claim]) => claim.asked(RESPONSE),
);
/** "Sentences of at most 20 words", "keep sentences below 20 words". */
const partsWithin = map(
  sequence(
    maybe(tokens('keep|limit|restrict|use|write|has|have|contains?|with')),
    either(pluralParts, partPlace),
    maybe(tokens('to')),
    either(
      complement,
      map(sequence(tokens('with|containing|having'), things), ([, claim]) => claim),
    ),
  ),
  ([, place, , claim]) => (place.where === 'each' ? claim.asked(place) : null),
);
/** "… two placeholders, in square brackets" belongs to what comes before. */
const IN_MARKS =
  /^(?:in(?:side)?|within|between|by|with) (?:[\p{L}-]+ )*(?:brackets|parentheses|braces|quotes|marks|asterisks)/u;
/** In "a link and a table" the table is contained, too. */
const bareComplement: Parser<CodeCheck> = (wording, at) =>
  (/ (?:and|or|nor|but) $/u.test(wording.text.slice(0, at)) && /^an? /u.test(wording.text.slice(at))) ||
  (at > 0 && IN_MARKS.test(wording.text.slice(at)))
    ? []
    : map(complements, (claim) => claim.asked(RESPONSE))(wording, at);

const THERE =
  '(?:there (?:should |must |may |can |will |shall |ought to |has to |have to |needs to )?(?:be|is|are|was|were|exist|exists|appear|appears)|(?:is|are|was|were|should|must) there(?: be)?|can 1 find|can you find|do you find)';
const ASKING_FOR =
  '(?:write|use|give|include|produce|provide|(?:the|your) \\p{L}+ (?:should |must )?(?:has|have|contains?|includes?|consists? of)|does (?:the|your) \\p{L}+ (?:have|contain|include|consist of)|has|have|contains?)';
const NTH = ['first', 'second', 'third', 'fourth', 'fifth'];
const existential = map(
  sequence(
    tokens(THERE),
    maybe(tokens('not|never')),
    maybe(tokens('to be found')),
    things,
    maybe(tokens('left(?: over)?|remaining|used|present|included|to be found|at all')),
    maybe(adjunct),
  ),
  ([, denied, , claim, , place]) => side(claim, denied !== null).asked(place ?? RESPONSE),
);
const thereShouldNot = map(
  sequence(tokens('there (?:should|must|may|can|shall) not be'), things),
  ([, claim]) => claim.denied(RESPONSE),
);

/** In "no bullets and headings at all" the last word has no number of its own: it is no demand of its own. */
const belongsBefore = (text: string, at: number): boolean =>
  / (?:and|or|nor|but) $/u.test(text.slice(0, at)) && /^\p{L}+s\b|^\p{L}+ \p{L}+s\b/u.test(text.slice(at));

/** A quoted text alone is no demand; what a label says of words may be a quality: "Names: invented". */
const LABELLED = /^(?:the )?(?:key ?words?|words?|terms?|names?|pronouns?) : (?!⟦)/u;
const bareThings: Parser<CodeCheck> = (wording, at) =>
  wording.text.startsWith('⟦', at) || LABELLED.test(wording.text.slice(at)) || belongsBefore(wording.text, at)
    ? []
    : map(things, (claim) => claim.asked(RESPONSE))(wording, at);

/** "Your response" as a place before the clause: "In your response, …". */
const lead = maybe(
  either(
    map(sequence(adjunct, tokens(',')), ([place]) => place),
    map(sequence(adjunct, maybe(tokens(','))), ([place]) => place),
  ),
);

type Count = Extract<CodeCheck, { kind: 'count' }>;
const IS_A = 'is (?:it|(?:the|your) \\p{L}+)|(?:it|(?:the|your) \\p{L}+) (?:is|must be|should be)';
/** "3 paragraphs", "a numbered list of 3 items". */
const howMany: Parser<Count> = either(
  map(amount(countable), ({ unit, bound }): Count => ({ kind: 'count', of: unit, place: RESPONSE, bound })),
  map(listOf, (claim) => {
    const check = claim.asked(RESPONSE);
    return check?.kind === 'count' ? check : null;
  }),
);

/** "3 paragraphs, the second of which must start with …": how many, and what is said of one or each of them. */
const oneOfThem = map(
  sequence(
    maybe(either(tokens(THERE), tokens(ASKING_FOR), tokens(IS_A))),
    howMany,
    tokens(
      '(?: ?,)? ?(?:and )?(?:with )?(the (first|second|third|fourth|fifth|last|final)|each|all|every 1|none)(?: 1)?(?: of (?:which|them|these))?',
    ),
    either(predicates, complements),
  ),
  ([, count, [which = '', ordinal = ''], claim]): CodeCheck | null => {
    const part = Part.options.find((option) => option === count.of.what);
    if (part === undefined) return null;
    const place: Place =
      ordinal === ''
        ? { where: 'each', part, orNone: false }
        : { where: 'nth', part, nth: NTH.indexOf(ordinal) + 1 || -1 };
    const said = which === 'none' ? claim.denied(place) : claim.asked(place);
    return said === null ? null : allOf([count, said]);
  },
);

const clauseBody: Parser<CodeCheck> = either(
  partsSetApart,
  edgeClauses,
  styleClauses,
  listSizes,
  setPhrases,
  markedUp,
  limits,
  orders,
  limitedSubjects,
  statement,
  question,
  existential,
  oneOfThem,
  thereShouldNot,
  occurrences,
  measures,
  order,
  orderWithin,
  nounAlone,
  partsWithin,
  bareComplement,
  bareThings,
);
const clause: Parser<CodeCheck> = map(sequence(lead, clauseBody), ([place, check]) =>
  place === null || place.where === 'response' ? check : relocated(check, place),
);

/** "In every paragraph, the word X appears": the place that stands before. */
function relocated(check: CodeCheck, place: Place): CodeCheck | null {
  if (check.kind === 'several') {
    const checks = check.checks.map((part) => relocated(part, place)).filter((part) => part !== null);
    return checks.length === check.checks.length ? { ...check, checks } : null;
  }
  if (!('place' in check) || check.place.where !== 'response') return null;
  return { ...check, place };
}

const joint = tokens(
  ',? ?(?:so(?: that)?|meaning|which means|thus)(?: that)?|, i\\.e \\.(?: ,)?|,? ?(?:and|but|with|while)|\\.|;|:|,|-|–|—',
);

/** "… two questions (two question marks)". */
const bracketed = map(
  sequence(tokens('\\('), maybe(tokens('i\\.e \\.(?: ,)?')), clause, tokens('\\)')),
  ([, , check]) => check,
);
/** Without a number it is a gloss: "no links (URLs)". */
const inBrackets: Parser<CodeCheck> = (wording, at) =>
  bracketed(wording, at).filter(
    ([check, end]) => check.kind === 'letter-case' || /\d/u.test(wording.text.slice(at, end)),
  );
const clauseTwice = map(sequence(clause, inBrackets), ([check, again]) => allOf([check, again]));

/** The whole of a wording: one clause or several that must all hold. */
export const wordingGrammar: Parser<CodeCheck> = either(
  clause,
  clauseTwice,
  map(list(either(clause, clauseTwice), joint), (checks) => allOf(checks)),
);
