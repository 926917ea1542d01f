/** Subjects of which only some things can be said: "the JSON object has …", "every letter is …", "the steps are a list". */
import type { CodeCheck } from '../code-check.ts';
import { amount, atLeast } from './bounds.ts';
import { allOf, anyOf, countClaim, plainClaim, RESPONSE, type Claim } from './claims.ts';
import { countable } from './countables.ts';
import { formParts, tableParts } from './forms.ts';
import { keyOfType } from './json-parts.ts';
import { verbs } from './inflect.ts';
import { predicate, shownAs } from './predicates.ts';
import { inCase } from './styles.ts';
import { document, DOCUMENT_NOUN } from './places.ts';
import { quotedText } from './keywords.ts';
import { either, list, map, maybe, sequence, tokens, type Parser } from './reading.ts';
import { ASKING, MODAL } from './vocabulary.ts';

const asking = maybe(tokens(ASKING));
const modal = maybe(tokens(MODAL));

/** What is said of "the JSON object" holds for a response that is one. */
const FORMATS = [
  ['json-array', '(?:each|every|all) objects?(?: (?:in|of) the (?:json )?(?:array|list))?'],
  ['json-object', 'json (?:object|dictionary)'],
  ['json-array', 'json (?:array|list)'],
  ['json', 'json(?: (?:output|document|response|answer|data|reply))?'],
  ['csv', '(?:csv|comma-separated)(?: (?:output|document|response|answer|data|reply|file|table|values))?'],
] as const;
const HAVING = verbs('have, contain, include, consist of, show, comprise, hold');
const formatted = either(
  ...FORMATS.flatMap(([form, source]) => [
    map(
      sequence(asking, tokens(`(?:the |your |its )?${source}`), modal, predicate),
      ([, , , claim]): CodeCheck | null => {
        const said = claim.asked(RESPONSE);
        return said === null ? null : allOf([{ kind: 'form', form }, said]);
      },
    ),
    map(
      sequence(asking, tokens(`(?:the |your |its )?${source}`), modal, tokens(HAVING), formParts(form)),
      ([, , , , checks]) => allOf([{ kind: 'form', form }, ...checks]),
    ),
  ]),
);

/** "Every object in the array has an id": in whatever case the key is. */
const keyWithoutQuotes = map(
  tokens('an? (?!(?:value|key|property|field|entry)(?: |$))([\\p{L}_]+)'),
  ([name = '']) =>
    anyOf([name, name.toUpperCase(), name.charAt(0).toUpperCase() + name.slice(1)].map(jsonKey)),
);
const objectsHave = map(
  sequence(
    asking,
    tokens(
      '(?:each|every|all) (?:objects?|items?|elements?) (?:in|of) the json (?:array|list)|(?:each|every|all) objects? (?:in|of) the (?:array|list)',
    ),
    modal,
    tokens(HAVING),
    list(keyWithoutQuotes, tokens(',? ?and|,')),
  ),
  ([, , , , keys]) => allOf([{ kind: 'form', form: 'json-array' }, ...keys]),
);
const jsonKey = (key: string): CodeCheck => ({ kind: 'json-key', key, valueType: 'any' });

const LETTERS = '(?:every|each|all|all the|all of the) (?:letters?|characters?|words?|text)';
const letterKind: Parser<Claim> = map(
  tokens(
    'an? (?:(capital|upper-?(?: )?case)|small|lower-?(?: )?case)(?: letter| 1)?|((?:in )?upper-?(?: )?case)',
  ),
  ([capital = '', upper = '']) =>
    plainClaim((place) => ({
      kind: 'letter-case',
      letterCase: `${capital}${upper}` === '' ? 'lower' : 'upper',
      place,
    })),
);
const letters = map(
  sequence(
    asking,
    tokens(LETTERS),
    maybe(sequence(tokens('in|of'), document)),
    modal,
    maybe(tokens('be|is|are|being|(?:be |is |are )?(?:typed|written|set)')),
    either(inCase, letterKind),
  ),
  ([, , , , , claim]) => claim.asked(RESPONSE),
);

/** Things that stand in a list or table; that they are these things is not looked at. */
const COLLECTION =
  '(?:(?:the|its|your|all|all the) (?:[\\p{L}-]+ )?)?(?:steps|items|points|ideas|tips|ingredients|instructions|suggestions|results|members|options|answers|examples|entries|questions|tasks|rules|recommendations|benefits|names|data|information|table|list|schedule|plan|facts|features|details|findings|arguments|reasons|products|prices)';
const inItems: Parser<Claim> = map(
  sequence(
    maybe(tokens('(?:given |set out |presented |listed |shown |arranged )?(?:in|as|into|using)')),
    amount(countable),
  ),
  ([, { unit, bound }]) => (ITEMS.has(unit.what) ? countClaim(unit, bound) : null),
);
const ITEMS = new Set(['bullet', 'numbered-item', 'list-item']);
const collected = map(
  sequence(
    asking,
    tokens(COLLECTION),
    modal,
    maybe(tokens('be|is|are|come|comes')),
    either(shownAs, inItems),
  ),
  ([, , , , claim]) => claim.asked(RESPONSE),
);
/** "The list is numbered." */
const marked = map(
  tokens(`(?:${ASKING} )?${COLLECTION} (?:(?:is|are|be|must be|should be) )?(numbered|bulleted)`),
  ([how]): CodeCheck => ({
    kind: 'count',
    of: { what: how === 'numbered' ? 'numbered-item' : 'bullet' },
    place: RESPONSE,
    bound: atLeast(1),
  }),
);
/** Whatever it is that is "given as a Markdown table". */
const given = map(
  sequence(
    asking,
    tokens(
      `(?!(?:the|its|your) ${DOCUMENT_NOUN} )(?:the|its|your) [\\p{L}-]+(?: (?:be|is|are|must be|should be|has to be))? (?:given|presented|shown|laid out|set out|displayed|formatted|arranged|provided|listed|written|put|organi[sz]ed|structured|returned)`,
    ),
    tokens('as|in|using|with'),
    shownAs,
  ),
  ([, , , claim]) => claim.asked(RESPONSE),
);

/** "The comparison table"; an ordinal would tell it from other tables. */
const OF_A_KIND =
  '(?:(?:markdown )?(?:comparison|summary|results?|overview|data|price|pricing|cost|budget|schedule|feature|nutrition|ranking|decision|progress|risk|evaluation|scoring) )';
const tabled = map(
  sequence(
    asking,
    tokens(`(?:(?:the|its|your) )?(?:${OF_A_KIND}|markdown )?table`),
    modal,
    tokens(verbs('have, contain, include, consist of, show, be made up of, comprise, hold')),
    list(tableParts, tokens(',? ?and|,')),
  ),
  ([, , , , checks]) => allOf([TABLE, ...checks]),
);
const TABLE: CodeCheck = { kind: 'count', of: { what: 'table' }, place: RESPONSE, bound: atLeast(1) };

/** "Every line has three comma-separated fields." */
const commaSeparated = map(
  sequence(
    asking,
    tokens('(?:every|each|all) (?:csv )?(?:line|row|record)s?(?: (?:of|in) the csv(?: file| output)?)?'),
    modal,
    tokens(verbs('have, contain, include, consist of, hold')),
    amount(
      tokens(
        '(?:comma-separated|csv) (?:fields?|values?|columns?|entries)|(?:fields?|values?) separated by commas',
      ),
    ),
  ),
  ([, , , , { bound }]) =>
    allOf([
      { kind: 'form', form: 'csv' },
      { kind: 'count', of: { what: 'csv-column' }, place: RESPONSE, bound },
    ]),
);

/** "present the members in a Markdown table". */
const presenting = map(
  sequence(
    asking,
    maybe(document),
    modal,
    tokens(
      `(?:present|give|list|show|arrange|display|put|provide|return|set out|lay out|organi[sz]e|format|compare|summari[sz]e|collect)s?(?! (?:the|its|your) ${DOCUMENT_NOUN} )(?: (?:all|the|its|your|their|both))*(?: (?!(?:in|as|using|with|and|or|not) )[\\p{L}-]+){1,2}`,
    ),
    tokens('in|as|using|into|inside'),
    either(shownAs, inItems),
  ),
  ([, , , , , claim]) => claim.asked(RESPONSE),
);

/** "The first row of the CSV is "name,price"." */
const firstRow = map(
  sequence(
    asking,
    tokens('the (?:first|header|top) (?:row|line)(?: (?:of|in) the (?:csv|file|output|table))?'),
    modal,
    maybe(tokens('is|be|reads?')),
    quotedText,
  ),
  ([, , , , said]): CodeCheck | null =>
    said.includes(',')
      ? { kind: 'csv-header', columns: said.split(/\s*,\s*/u).filter((name) => name !== '') }
      : null,
);

/** "The value of "price" is a number": of any other thing it could be said that it is a list. */
const typedKey = map(sequence(asking, keyOfType), ([, check], { text }) =>
  /\b(?:value of|key|field|property) /u.test(text) ? check : null,
);

export const limitedSubjects: Parser<CodeCheck> = either(
  typedKey,
  formatted,
  objectsHave,
  letters,
  collected,
  marked,
  given,
  tabled,
  commaSeparated,
  firstRow,
  presenting,
);
