/** Formats and what they hold: "a JSON object with the keys …", "CSV with three columns", "a table with five rows". */
import type { Bound, CodeCheck, Countable, Form, PlainCountable } from '../code-check.ts';
import { amount } from './bounds.ts';
import { allOf, wholeClaim, type Claim } from './claims.ts';
import { bareFormat } from './bare-formats.ts';
import { header, namedColumns } from './column-names.ts';
import { jsonEntries, jsonKeys, keyOfType, onlyKeys, typedEntries } from './json-parts.ts';
import { either, list, map, maybe, sequence, tokens, type Parser } from './reading.ts';
import { BESIDES_HEADER } from './vocabulary.ts';

const count = (what: PlainCountable, min: number, max: number | null = null): CodeCheck => ({
  kind: 'count',
  of: { what },
  place: { where: 'response' },
  bound: { min, max },
});

const FORMS: readonly (readonly [Form, string])[] = [
  [
    'json-object',
    '(?:an? )?(?:single |1 )?(?:valid |well-formed |correct |parseable |parsable )*json (?:object|dictionary)',
  ],
  [
    'json-array',
    '(?:an? )?(?:single |1 )?(?:valid |well-formed |correct |parseable |parsable )*json (?:array|list)',
  ],
  [
    'json',
    '(?:an? )?(?:valid |well-formed |correct |pure |parseable |parsable |proper )*json(?: (?:format|document|output|code|data|text|syntax|file|string))?(?:(?: only)?(?: ,)?(?:(?: and)? nothing else|(?: (?:and|with))? (?:no|without(?: any)?) (?:(?:extra|other|additional|further|surrounding) )?(?:explanations?|commentary|comments|text|prose|preamble|words)(?: (?:around|before or after|outside) it)?)| only)?',
  ],
  [
    'csv',
    '(?:an? )?(?:valid |well-formed |proper )*(?:csv|comma-separated values?|comma-separated)(?: (?:format|document|output|data|text|file|table|lines|rows))?(?: \\( csv \\))?',
  ],
];

const WITH =
  '(?:(?:,|and|;) )?(?:with|having|that has|showing|holding|that holds|containing|that (?:has|have|contains|includes|consists of)|which (?:has|contains|includes)|that is made up of|consisting of|made up of|comprising|including|of|whose)';

const csvUnits: Parser<Countable> = either(
  map(
    tokens(
      '(?:columns?|fields?(?: (?:per|in each|in every) (?:row|line))?|values (?:per|in each|in every) (?:row|line))',
    ),
    (): Countable => ({ what: 'csv-column' }),
  ),
  map(tokens(`(?:data )?(?:rows?|lines|records?)(?: of data)?${BESIDES_HEADER}`), (): Countable => ({
    what: 'csv-row',
  })),
);
const counted = (unit: Parser<Countable>): Parser<CodeCheck> =>
  map(amount(unit), ({ unit: of, bound }): CodeCheck => ({
    kind: 'count',
    of,
    place: { where: 'response' },
    bound,
  }));

const sameFields = map(
  tokens(
    '(?:in which|where|with) (?:every|each|all) (?:rows?|lines?) (?:has|have|having|contains|holds|with) (?:the same|an equal) number of (?:fields|columns|values|entries)|with the same number of (?:fields|columns|values) (?:in|on|per) (?:each|every) (?:row|line)|with equally many (?:fields|columns) in (?:each|every) row',
  ),
  (): CodeCheck => ({ kind: 'form', form: 'csv' }),
);

/** What a format may be said to have. */
function details(form: Form): Parser<CodeCheck> {
  if (form === 'csv')
    return either(
      sameFields,
      map(
        sequence(
          tokens(`${WITH}|(?:,|and|, and)? ?(?:followed by|then)|and|,`),
          either(
            counted(csvUnits),
            map(namedColumns(csvUnits), (columns): CodeCheck => ({ kind: 'csv-header', columns })),
            map(header, (columns): CodeCheck => ({ kind: 'csv-header', columns })),
          ),
        ),
        ([, check]) => check,
      ),
      // Any first row may be a header.
      map(tokens(`${WITH} (?:an? |1 )?header(?: row| line)?`), (): CodeCheck => ({
        kind: 'form',
        form: 'csv',
      })),
    );
  const jsonDetails = either(
    jsonKeys,
    onlyKeys,
    keyOfType,
    ...(form === 'json-object' ? [] : [counted(jsonEntries), typedEntries]),
  );
  return either(
    map(sequence(tokens(`${WITH}|and`), jsonDetails), ([, check]) => check),
    keyOfType,
  );
}

/** "exactly three keys", "4 columns and a header row": what a response that is of the form is said to have. */
export const formParts = (form: Form): Parser<CodeCheck[]> =>
  list(
    form === 'csv'
      ? either(
          counted(csvUnits),
          map(namedColumns(csvUnits), (columns): CodeCheck => ({ kind: 'csv-header', columns })),
          map(header, (columns): CodeCheck => ({ kind: 'csv-header', columns })),
          map(tokens('(?:an? |1 )?header(?: row| line)?'), (): CodeCheck => ({ kind: 'form', form })),
        )
      : either(counted(jsonEntries), ...(form === 'json-object' ? [] : [typedEntries])),
    tokens(',? ?and|,'),
  );

const formats: readonly Parser<Claim>[] = FORMS.map(([form, source]) =>
  map(sequence(tokens(source), maybe(list(details(form), maybe(tokens(',? ?and|,'))))), ([, more]) =>
    wholeClaim(allOf([{ kind: 'form', form }, ...(more ?? [])])),
  ),
);

const tableUnit: Parser<Countable> = either(
  map(tokens('(?:table )?columns?'), (): Countable => ({ what: 'table-column' })),
  map(tokens(`(?:data |table |body )?rows?(?: of data)?${BESIDES_HEADER}`), (): Countable => ({
    what: 'table-row',
  })),
);
export const tableParts: Parser<CodeCheck> = either(
  counted(tableUnit),
  map(namedColumns(tableUnit), (columns): CodeCheck => ({ kind: 'table-header', columns })),
  map(header, (columns): CodeCheck => ({ kind: 'table-header', columns })),
  // Every table has one.
  map(tokens('(?:an? |1 )header(?: row| line)?'), () => count('table', 1)),
);
const tableDetail: Parser<CodeCheck> = map(
  sequence(tokens(`${WITH}|and|,`), tableParts),
  ([, check]) => check,
);
/** A Markdown table with what it has, anywhere in the response. */
export const tableWith: Parser<Claim> = map(
  sequence(
    tokens('(?:an? |1 |the )?(?:markdown )?table(?: in markdown)?'),
    list(tableDetail, maybe(tokens(','))),
  ),
  ([, more]) => wholeClaim(allOf([count('table', 1), ...more])),
);

const itemUnit = (what: 'bullet' | 'numbered-item') =>
  map(
    tokens(
      '(?:bullet(?:ed)? points?|bullets?|(?:list )?items?|entries|entry|points?|numbered items?|steps?)',
    ),
    (): Countable => ({ what }),
  );
/** A list of at most five items is still a list. */
const notEmpty = ({ min, max }: Bound): Bound => ({ min: min ?? (max === 0 ? null : 1), max });
/** "a numbered list of five items". */
export const listOf: Parser<Claim> = either(
  map(
    sequence(
      tokens('(?:an? |the |1 )?(?:(?!(?:un)?ordered|bullet|numbered|markdown|json)\\p{L}+ )?list'),
      tokens(WITH),
      amount(
        tokens(
          '(bullet(?:ed)?(?: |-)(?:points?|items?)|bullets?|numbered items?|(?:list )?items?|entries|entry|points?)',
        ),
      ),
      maybe(tokens(',? ?numbered (?:from )?1 (?:to|through|-) \\d+')),
    ),
    ([
      ,
      ,
      {
        unit: [unit = ''],
        bound,
      },
      numbered,
    ]) =>
      wholeClaim({
        kind: 'count',
        of: {
          what:
            numbered !== null || unit.startsWith('num')
              ? 'numbered-item'
              : unit.startsWith('bul')
                ? 'bullet'
                : 'list-item',
        },
        place: { where: 'response' },
        bound: notEmpty(bound),
      }),
  ),
  ...(['bullet', 'numbered-item'] as const).map((what) =>
    map(
      sequence(
        tokens(
          `(?:an? |the |1 )?(?:markdown )?${what === 'bullet' ? '(?:bullet(?:ed|-point| point)?|unordered)' : '(?:numbered|ordered)'} list`,
        ),
        tokens(`${WITH}|,`),
        amount(itemUnit(what)),
      ),
      ([, , { unit: of, bound }]) =>
        wholeClaim({ kind: 'count', of, place: { where: 'response' }, bound: notEmpty(bound) }),
    ),
  ),
  map(
    sequence(
      amount(
        tokens(
          '(?!(?:words?|sentences?|paragraphs?|lines?|characters?|letters?) )(?:(?!(?:and|or|in|as|with|of) )[\\p{L}-]+ )?(?!(?:in|as|with|and|or|of|is|are|lists?) )[\\p{L}-]+',
        ),
      ),
      tokens(
        '(?:given |set |shown |written |formatted |presented |listed )?(?:as|in|using|with) (?:an? )?(bullet(?:ed)?(?=s| |-)|unordered|numbered|ordered)(?:s|(?: |-)(?:points?|list|items|entries|lines))',
      ),
    ),
    ([{ bound }, [marker = '']]) =>
      wholeClaim({
        kind: 'count',
        of: { what: /^(?:b|u)/u.test(marker) ? 'bullet' : 'numbered-item' },
        place: { where: 'response' },
        bound: notEmpty(bound),
      }),
  ),
);

/** Formats that a whole response may be. */
export const format: Parser<Claim> = either(...formats, bareFormat);

/** Where other things may stand beside it: "the members are given as a Markdown table". */
export const tableShown: Parser<Claim> = map(
  tokens('(?:an? )?(?:single )?(?:markdown )?tables?(?: in markdown)?(?: format| form)?'),
  () => wholeClaim(count('table', 1)),
);

const whole = (form: Form, source: string): Parser<Claim> =>
  map(tokens(source), () => wholeClaim({ kind: 'form', form }));

/** "as a bulleted list", "in a code block". */
export const otherWholeForm: Parser<Claim> = either(
  whole(
    'bulleted-list',
    '(?:an? )?(?:markdown )?(?:bullet(?:ed|-point| point)?|unordered) list(?: format| form)?|bullet points|bullets|bullet point (?:format|form)',
  ),
  whole('numbered-list', '(?:an? )?(?:markdown )?(?:numbered|ordered) list(?: format| form)?'),
  whole('code-block', '(?:an? )?(?:single )?(?:markdown |fenced )?code (?:block|fence)|triple backticks'),
  whole(
    'prose',
    '(?:plain |continuous |running |flowing )?(?:prose|paragraphs)(?: only)?|(?:continuous|running|flowing) text',
  ),
);
/** Of what is named only, with other text around it. */
export const partForm: Parser<Claim> = either(
  ...(
    [
      [
        'bulleted-list',
        '(?:an? )?(?:markdown )?(?:bullet(?:ed|-point| point)?|unordered) list(?: format| form)?|bullet points|bullets|bullet point (?:format|form)',
      ],
      ['numbered-list', '(?:an? )?(?:markdown )?(?:numbered|ordered) list(?: format| form)?'],
      ['code-block', '(?:an? )?(?:single )?(?:markdown |fenced )?code (?:block|fence)|triple backticks'],
    ] as const
  ).map(([what, source]) => map(tokens(source), () => wholeClaim(count(what, 1)))),
);
/** The whole of it is that form, a table among them. */
export const wholeForm: Parser<Claim> = either(
  otherWholeForm,
  whole('table', '(?:an? )?(?:single )?markdown tables?(?: format)?|(?:an? )?table(?: format| form)?'),
);
