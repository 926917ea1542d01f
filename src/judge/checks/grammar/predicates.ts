/** What is said of the response or of a part of it: "contains …", "is … long", "avoids …", "is written in …". */
import { amount, NONE } from './bounds.ts';
import { claimAt, countClaim, joinClaims, opposite, type Claim } from './claims.ts';
import { edgeClaim } from './edges.ts';
import { aimed, confined, exceeding, extent } from './extents.ts';
import { format, listOf, partForm, tableShown, tableWith, wholeForm } from './forms.ts';
import { verbs } from './inflect.ts';
import { keywordList } from './keywords.ts';
import { partsEach, spreadOver } from './limits.ts';
import { adjunct } from './places.ts';
import { either, list, map, maybe, sequence, tokens, type Parser } from './reading.ts';
import { inCase, language, wrapped } from './styles.ts';
import { exactText, ofPart, saysJust } from './texts.ts';
import { located, sized, things } from './things.ts';
import { ALL_OF_IT, IT, PARTICIPLE } from './vocabulary.ts';

const HOLDS = verbs(
  'contain, include, have, use, feature, show, present, offer, give, provide, carry, comprise, consist of, bear, number, total, run to, take up, amount to, come to, count, span, fill, employ, mention, name, incorporate, work in, say, state, list, list out, write, hold, display, make use of, end up with, reach, make, last, last for, measure, insert, add, put, highlight, ask, pose, take, give out, enumerate, throw in, weave in, sprinkle in, work with, show off, answer in, answer with, answer using, respond in, respond with, reply in, reply with, mark, come with, deliver, produce, generate, set out, go to, extend to, be made up of, be given, have got, get in, come in at, come out at, weigh in at, need, require, run for, capture in, publish, place, leave, retain, hold, possess, boast, entail, house, supply, encompass, be composed of, be comprised of, involve, attach, append, tack on, finish up with, sport',
);
/** "has a length of 200 words", "keeps it to two sentences". */
const holds = tokens(
  `(?!(?:including|counting) (?:the|its|all|any) |(?:consist|be composed|be comprised|be made up)\\p{L}* of (?:just |only )?(?:the (?:words?|phrase|line|sentence) )?⟦)${HOLDS}(?: (?:me|us|the (?:user|reader)))?(?: (?:an? (?:total |overall |maximum )?(?:length|word count|character count)(?: of)?|as many as|its length (?:to|at|within)|it (?:to|at|within|in)|(?:the|your) (?:answer|response|text|length) (?:to|within|under|in)))?`,
);
const USE_OF =
  '(?: (?:the use of|saying|mentioning|writing|putting|naming|having|the words?|using|any use of|all use of|use of|including|to use|containing))?';
const AVOIDS = `(?:${verbs('avoid, refrain from, abstain from, do without, be free of, be free from, manage without, get by without, go without, be without, be written without, make do without, lack, omit, leave out, steer clear of, stay away from, keep away from, stay clear of, stay free of, keep clear of, keep out, shun, eschew, make no use of, contain none of, use none of, dispense with, forgo')}|excludes?|skips?|drops?|(?:written )?without(?: any)?|free (?:of|from)|devoid of|clear of)${USE_OF}`;

const altogether = maybe(
  tokens(
    '(?:left|remaining)(?: over| behind)?(?: (?:in|within) (?:it|(?:the|your) \\p{L}+))?|altogether|completely|entirely|at all|throughout|everywhere|, please|whatsoever|of any kind|anywhere|in any form',
  ),
);
const avoided: Parser<Claim> = either(
  map(sequence(tokens(AVOIDS), things, altogether), ([, found]) => opposite(found)),
  // "avoids opening with 'Sure'".
  map(sequence(tokens(`${verbs('avoid, refrain from')}|without`), edgeClaim), ([, found]) => opposite(found)),
);

const formedAs = (forms: Parser<Claim>): Parser<Claim> =>
  map(
    sequence(
      maybe(tokens(ALL_OF_IT)),
      maybe(tokens(PARTICIPLE)),
      maybe(tokens(ALL_OF_IT)),
      maybe(tokens('in(?:side)?|as|using|within|of|with|for')),
      maybe(tokens('the (?:form|format) of|a')),
      forms,
    ),
    ([, , , , , claim]) => claim,
  );
/** The whole response is of that form. */
export const asForm = formedAs(either(format, tableWith, listOf, wholeForm));
/** What is named is of that form; other text may stand around it. */
export const shownAs = formedAs(either(format, tableWith, listOf, tableShown, partForm));

/** After "is": "… at most 200 words long", "… written in French", "… free of commas". */
const complementBase: Parser<Claim> = either(
  extent,
  asForm,
  map(sequence(formedAs(wholeForm), tokens('only|alone|, nothing else')), ([claim]) => claim),
  inCase,
  language,
  wrapped,
  exactText,
  avoided,
  located(listOf),
  sized,
  partsEach,
  spreadOver,
  ofPart,
  map(
    tokens(
      `(?:${PARTICIPLE} )?(?:in |as )?(?:only )?plain text(?: only)?(?: ,? ?(?:without|with no|and no|no) (?:any )?markdown(?: formatting| syntax| markup)?)?`,
    ),
    () => countClaim({ what: 'markdown' }, NONE),
  ),
);
export const complement: Parser<Claim> = map(sequence(complementBase, maybe(adjunct)), ([claim, place]) =>
  place === null ? claim : claimAt(claim, place),
);

const BE = verbs(
  'be, remain, stay, come, appear, keep, fall, lie, land, range, sit, stand, run, end up, turn out, hover',
);
const TELLS = verbs(
  'answer, respond, reply, write, speak, stay, keep, work, format, wrap, put, enclose, give, present, provide, return, output, produce, generate, make, set out, split, divide, organize, organise, set',
);
/** Between predicates of one subject. */
const conjoined = tokens(',? ?(?:and|but|while|yet)(?: also| it| they)?|,|;(?: it)?(?: and)?');

export const conjunction: Parser<unknown> = (wording, at) =>
  // "a single paragraph without line breaks" needs no word between.
  wording.text.startsWith('without ', at) ? [[null, at]] : conjoined(wording, at);

/** "Bold at least three phrases." */
const emphasised: Parser<Claim> = map(
  sequence(
    tokens('(bold|italici[sz]e|highlight)s?'),
    amount(tokens('(?:key )?(?:words?|phrases?|terms?|sections?|parts?|passages?)')),
  ),
  ([[how = ''], { bound }]) =>
    countClaim({ what: how === 'bold' ? 'bold' : how === 'highlight' ? 'highlight' : 'italic' }, bound),
);

const predicateBase: Parser<Claim> = either(
  map(sequence(holds, things), ([, claim]) => claim),
  map(sequence(tokens(verbs('read, say, consist of')), keywordList), ([, { phrases, join }]) =>
    saysJust(phrases, join),
  ),
  map(
    sequence(
      tokens(`(?:only )?${verbs('consist of, contain, use, have, write, keep, keep to, be')}`),
      either(format, inCase, language),
    ),
    ([, claim]) => claim,
  ),
  map(sequence(tokens(BE), list(complement, conjunction)), ([, claims]) => joinClaims(claims, 'and')),
  // "is not only in English" denies the "only".
  map(
    sequence(
      tokens('(?:is|are|was|be) (?:not|never)(?: (?:written|given|set))?(?= (?:in|an?) )'),
      either(language, inCase, ofPart),
    ),
    ([, claim]) => opposite(claim),
  ),
  map(sequence(tokens(`${TELLS}${IT}(?: with)?`), complement), ([, claim]) => claim),
  map(
    sequence(
      tokens(
        '(?:can (?:be )?|(?:be )?)(?:parse|parses|parsed|read|validate|validates|loaded|parseable|parsable|valid|return|returns|output|outputs)(?: (?:as|by|with|only))?',
      ),
      format,
      maybe(tokens(',? ?and nothing else|, nothing else|only')),
    ),
    ([, claim]) => claim,
  ),
  map(sequence(tokens(verbs('consist, be made up, be composed')), exactText), ([, claim]) => claim),
  emphasised,
  aimed,
  confined,
  exactText,
  wrapped,
  avoided,
  exceeding,
  edgeClaim,
);

/** One predicate with its own negation. */
export const predicate: Parser<Claim> = map(
  sequence(
    maybe(
      tokens(
        '(?:always|also|both|actually|successfully|explicitly|overall|deliberately|strictly|clearly|consistently|simply)',
      ),
    ),
    maybe(tokens('(?:do(?:es)? )?(?:not|never)(?: ever| once)?(?! counting| including)')),
    maybe(tokens('(?:always|also|actually|explicitly)')),
    predicateBase,
    altogether,
  ),
  ([, not, , claim]) => (not === null ? claim : opposite(claim)),
);
