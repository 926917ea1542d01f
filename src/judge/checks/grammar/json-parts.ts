/** What JSON holds: "the keys 'a' and 'b'", "exactly the key 'id'", "4 strings", "a field whose value is a number". */
import type { CodeCheck, Countable, SimpleCheck } from '../code-check.ts';
import { amount } from './bounds.ts';
import { allOf, RESPONSE } from './claims.ts';
import { keywordList, quotedText } from './keywords.ts';
import { either, list, map, maybe, sequence, tokens, type Parser } from './reading.ts';

export const jsonEntries: Parser<Countable> = map(
  tokens(
    '(?:entries|entry|elements?|items?|values?|members?|records?|names?|(?:top-level )?(?:keys?|fields?|properties|property|attributes?)|key-value pairs?|keys in total)',
  ),
  (): Countable => ({ what: 'json-entry' }),
);
const KEY = '(?:top-level )?(?:keys?|fields?|propert(?:y|ies)|attributes?|entry|entries|members?)';
type ValueType = Extract<SimpleCheck, { kind: 'json-key' }>['valueType'];
const TYPES: ReadonlyMap<string, ValueType> = new Map([
  ['string', 'string'],
  ['text', 'string'],
  ['number', 'number'],
  ['numeric', 'number'],
  ['integer', 'number'],
  ['boolean', 'boolean'],
  ['array', 'array'],
  ['list', 'array'],
  ['object', 'object'],
]);
const key = (name: string, valueType: ValueType = 'any'): CodeCheck => ({
  kind: 'json-key',
  key: name,
  valueType,
});
const isType = map(
  tokens(
    `(?:that |which )?(?:is|are|be|must be|should be|holds|has|contains|of type) (?:an? )?(${[...TYPES.keys()].join('|')})(?: value)?`,
  ),
  ([type = '']) => TYPES.get(type) ?? null,
);
const separator = tokens('(?:, )?(?:and|as well as)|,|plus');

const bareKey = map(
  tokens('((?!(?:and|or|is|are|must|should|with|that|of|in|for|per|each)(?: |$))[\\p{L}_][\\p{L}\\p{N}_-]*)'),
  ([name = '']) => name,
);

/** "the keys "a" and "b"", "a "title", a "year" and an "author" field". */
export const jsonKeys: Parser<CodeCheck> = either(
  map(
    sequence(
      tokens(`(?:(?:all|both) )?(?:the )?(?:\\d+ )?${KEY}(?: (?:named|called|names))?(?: ?:)?`),
      list(bareKey, separator),
    ),
    ([, names]) => allOf(names.map((name) => key(name))),
  ),
  map(
    sequence(
      tokens(
        `(?:(?:all|both) )?(?:the |an? |at least the |these )?(?:\\d+ )?${KEY}(?: (?:named|called|names))?(?: ?:)?`,
      ),
      keywordList,
    ),
    ([, { phrases, join }]) => (join === 'and' ? allOf(phrases.map((name) => key(name))) : null),
  ),
  map(
    sequence(
      list(
        map(sequence(maybe(tokens('the|an?|both')), quotedText), ([, name]) => name),
        separator,
      ),
      tokens(KEY),
    ),
    ([names]) => allOf(names.map((name) => key(name))),
  ),
);
/** "exactly the keys 'a' and 'b'": no others. */
export const onlyKeys: Parser<CodeCheck> = either(
  map(
    sequence(
      tokens(
        '(?:exactly|only|just|precisely|no (?:other )?keys (?:other than|except|but|besides)|no other keys than)(?: the| these)?',
      ),
      jsonKeys,
    ),
    ([, check]) => withNoOtherKey(check),
  ),
  map(
    sequence(
      jsonKeys,
      tokens(
        '(?:, )?(?:(?:and|but) )?(?:no others?(?: keys)?|nothing else|no (?:other|additional|further|extra) (?:keys|fields))|only',
      ),
    ),
    ([check]) => withNoOtherKey(check),
  ),
  map(
    sequence(tokens('no (?:other )?keys (?:other than|than|except|but|besides)'), keywordList),
    ([, { phrases }]) => withNoOtherKey(allOf(phrases.map((name) => key(name)))),
  ),
);
function withNoOtherKey(check: CodeCheck): CodeCheck {
  const keys = check.kind === 'several' ? check.checks.length : 1;
  return allOf([
    check,
    {
      kind: 'count',
      of: { what: 'json-entry' },
      place: RESPONSE,
      bound: { min: keys, max: keys },
    },
  ]);
}

export const keyOfType: Parser<CodeCheck> = map(
  sequence(
    maybe(tokens('in which|where|whose')),
    maybe(tokens('the|an?')),
    maybe(tokens('value of(?: the)?')),
    maybe(tokens(`${KEY}(?: (?:named|called))?`)),
    either(quotedText, bareKey),
    maybe(tokens(KEY)),
    isType,
  ),
  ([, , , , name, , type]) => key(name, type),
);

/** "4 strings": that many entries, and all of them strings. */
export const typedEntries: Parser<CodeCheck> = map(
  amount(tokens('(string|number|boolean|array|object|integer)s?(?: (?:entries|values|elements|items))?')),
  ({ unit: [name = ''], bound }) => {
    const type = TYPES.get(name);
    return type === undefined || type === 'any'
      ? null
      : allOf([
          { kind: 'count', of: { what: 'json-entry' }, place: RESPONSE, bound },
          { kind: 'count', of: { what: 'json-entry-of', type }, place: RESPONSE, bound },
        ]);
  },
);
