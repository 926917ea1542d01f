/** Clauses about a list as such: "the list has ten items", "the tips are numbered from 1 to 7". */
import type { CodeCheck } from '../code-check.ts';
import { amount, denied, exactly } from './bounds.ts';
import { RESPONSE } from './claims.ts';
import { verbs } from './inflect.ts';
import { either, map, maybe, sequence, tokens, type Parser } from './reading.ts';

/** "Is the list made of three to five bullets?", "the list has ten items". */
const listSize = map(
  sequence(
    maybe(tokens('is|are|does|do|has|have')),
    tokens('(?:the|its|your)(?: (bullet(?:ed)?(?: point)?|numbered|ordered|unordered))? list'),
    maybe(tokens('should|must|will|has to|needs to|does|do')),
    maybe(tokens('not|never')),
    tokens(
      `${verbs('have, contain, include, hold, list, consist of, be made of, be made up of, comprise, count, number, run to, show, give, be limited to, be')}|(?:made(?: up)?|composed) of|limited to|split into`,
    ),
    amount(
      tokens(
        '((?:(?:bullet(?:ed)?|numbered|list)(?: |-))?(?:bullets?|points?|items?|entries|entry|lines?|steps?|elements?))',
      ),
    ),
  ),
  ([
    ,
    [kind = ''],
    ,
    not,
    ,
    {
      unit: [own = ''],
      bound,
    },
  ]): CodeCheck | null => {
    const said = `${kind} ${own}`;
    const what = /numbered|(?<!un)ordered/u.test(said)
      ? 'numbered-item'
      : /bullet|unordered/u.test(said)
        ? 'bullet'
        : 'list-item';
    const wanted = not === null ? bound : denied(bound);
    return wanted === null ? null : { kind: 'count', of: { what }, place: RESPONSE, bound: wanted };
  },
);

const listUpTo = map(
  tokens(
    '(?:an?|the) (?:numbered|ordered) list (?:from 1 (?:to|through)|numbered (?:from )?1 (?:to|through|-)|1 -) (\\d+)(?: (?:is|be) (?:used|given))?',
  ),
  ([n = '']): CodeCheck => ({
    kind: 'count',
    of: { what: 'numbered-item' },
    place: RESPONSE,
    bound: exactly(Number(n)),
  }),
);

const numberedTo = map(
  tokens(
    '(?:are |is )?(?:the|all|all the) [\\p{L}-]+ (?:are |is |be |must be |should be )?numbered (?:(?:from )?1 (?:to|through|-)|from 1 up to) (\\d+)',
  ),
  ([n = '']): CodeCheck => ({
    kind: 'count',
    of: { what: 'numbered-item' },
    place: RESPONSE,
    bound: exactly(Number(n)),
  }),
);

/** "List 3 ideas, numbered 1 to 3." */
const numberedThings = map(
  tokens(
    '(?:(?:list|give|name|provide|write|offer|present|include|contains?|has|are there|there are) )?(?:exactly |precisely )?(\\d+) [\\p{L}-]+(?: [\\p{L}-]+)? ?,? ?(?:(?:that are |which are )?numbered|numbered as) (?:from )?1(?: to | through | - | up to )(\\d+)',
  ),
  ([n = '', last = '']): CodeCheck | null =>
    n === last
      ? { kind: 'count', of: { what: 'numbered-item' }, place: RESPONSE, bound: exactly(Number(n)) }
      : null,
);
export const listSizes: Parser<CodeCheck> = either(numberedThings, listUpTo, listSize, numberedTo);
