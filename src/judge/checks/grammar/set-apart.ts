/** Parts that a divider or a label sets apart; often said in two sentences. */
import type { CodeCheck } from '../code-check.ts';
import { amount, atLeast, exactly } from './bounds.ts';
import { RESPONSE } from './claims.ts';
import { verbs } from './inflect.ts';
import { document } from './places.ts';
import { either, map, maybe, sequence, tokens, type Parser } from './reading.ts';

const HAVE =
  '(?:there (?:is|are)|(?:is|are) there|(?:there (?:should|must) be|(?:your |the )?(?:entire )?(?:response|answer|text|output|reply)? ?(?:should|must) (?:have|contain|include|be divided into|consist of)|(?:is|are) (?:the |your )?[\\p{L}]+ (?:split|divided|organi[sz]ed|broken) (?:up |down )?(?:in|into)|(?:has|have|contains?|includes?|writes?|gives?|offers?|presents?|provides?)))';
const documentHas = sequence(
  maybe(tokens('is|are|does|do|has|have|should|must')),
  document,
  maybe(tokens('should|must|shall|will|has to|needs to')),
  tokens(
    `${verbs('have, contain, include, consist of, comprise, be divided into, be split into, be broken into, be organised into, be organized into')}|(?:split|divided|broken|organi[sz]ed) (?:up |down )?(?:in|into)`,
  ),
);
const have = maybe(
  either(
    map(tokens(HAVE), () => true),
    map(documentHas, () => true),
  ),
);

const DIVIDER =
  '(?:a |the )?(?:single )?(?:markdown )?(?:dividers?|separators?|horizontal (?:rules?|lines?)|lines? (?:of|with|made of|consisting of) (?:\\d+ )?(?:hyphens|dashes|asterisks|stars|underscores)|lines? with|\\d+ (?:asterisk symbols|asterisks|hyphens|dashes))?(?: of)?(?: ?:)?(?: ?\\( ?)? ?(\\*{3,6}|---|___|\\* \\* \\*|⟦\\d+⟧)(?: \\))?';
const SEPARATED =
  '(?:separated|divided|set apart|split|kept apart)(?: from (?:each other|1 another))? (?:by|with|using)';
const PIECES = '(?:paragraphs?|parts?|sections?|responses|answers|versions|pieces|halves)';

/** "There should be 3 paragraphs. Paragraphs are separated with the markdown divider: ***". */
const dividedParts = map(
  sequence(
    either(
      have,
      map(tokens('are(?: the| there)?|is|the|give'), () => true),
    ),
    amount(tokens(`(?:different )?${PIECES}`)),
    maybe(tokens('\\.|,|;|that|which')),
    tokens(
      `(?:(?:(?:the )?(?:${PIECES}|they)(?: and only (?:${PIECES}))? )?(?:are |should be |must be |is )?${SEPARATED}|by|with) ${DIVIDER}`,
    ),
  ),
  ([, { bound }, , [found = '']], { quoted }): CodeCheck => ({
    kind: 'count',
    of: {
      what: 'divided-part',
      divider: dividerOf(found, quoted),
    },
    place: RESPONSE,
    bound,
  }),
);

const SEVERAL_PARTS = tokens(
  `(?:(?:are|is) )?(?:the |its |all )?${PIECES} (?:(?:are|is|should be|must be|be) )?${SEPARATED} ${DIVIDER}`,
);
const SEPARATING = tokens(
  `${DIVIDER} (?:separates?|divides?|stands? between|sets? apart) (?:the |its )?(?:2 |two )?${PIECES}`,
);
const separatedParts = map(either(SEVERAL_PARTS, SEPARATING), ([found = ''], { quoted }): CodeCheck => ({
  kind: 'count',
  of: { what: 'divided-part', divider: dividerOf(found, quoted) },
  place: RESPONSE,
  bound: atLeast(2),
}));

function dividerOf(found: string, quoted: readonly string[]): string {
  return found.startsWith('⟦') ? (quoted[Number(found.slice(1, -1))] ?? found) : found;
}

/** "3 sections. Mark the beginning of each section with SECTION X, such as: SECTION 1". */
const labelledParts = map(
  sequence(
    have,
    amount(tokens('(?:sections?|parts?|chapters?|days?|stages?|steps?|scenes?|acts?)')),
    maybe(tokens('\\.|,|;')),
    either(
      map(
        tokens(
          '(?:mark|start|begin|label|introduce|head) (?:the (?:beginning|start) of )?each (?:section|part|chapter|1|of them) (?:with|as|by) (?:⟦(\\d+)⟧|([\\p{L}]+) (?:x|\\d+))(?: ?,? (?:such as|like|e\\.g \\.|for example)(?: ?:)? (?:(?:⟦\\d+⟧|[\\p{L}]+ \\d+)(?: ?(?:\\[[^\\]]*\\]|\\.\\.\\.|…|,|and))*(?: |$))+)?',
        ),
        ([index = '', bare = '']) => ({ index, bare }),
      ),
      map(
        tokens(
          '(?:each )?(?:,? ?(?:that are|which are) )?(?:labelled|labeled|marked|headed|introduced|titled|called|beginning|starting|opened|opening) (?:as |with |by )?(?:an? (?:line|heading|label|marker)(?: ,)? (?:such as |like |of the form |reading )?)?(?:such as |like )?(?:⟦(\\d+)⟧|([\\p{L}]+) 1)(?: ,)?(?: ⟦\\d+⟧| ,| (?:and|to|through) ⟦\\d+⟧|(?: (?:and|to|through))? \\2 \\d+| and (?:so on|so forth)| etc(?: \\.)?)*',
        ),
        ([index = '', bare = '']) => ({ index, bare }),
      ),
    ),
  ),
  ([, { bound }, , { index, bare }], { quoted }): CodeCheck | null => {
    const label = index === '' ? bare : (quoted[Number(index)] ?? '').replace(/\s*(?:\d+|X|[A-Z])\W*$/u, '');
    return label === ''
      ? null
      : { kind: 'count', of: { what: 'labelled-part', label }, place: RESPONSE, bound };
  },
);

/** "Separate the two answers with ******." */
const separate = map(
  tokens(
    `(?:separate|divide|split)(?: apart)? (?:the |your |both )?(\\d+)? ?(?:different )?${PIECES} (?:by|with|using) ${DIVIDER}`,
  ),
  ([n = '', found = ''], { quoted }): CodeCheck => ({
    kind: 'count',
    of: { what: 'divided-part', divider: dividerOf(found, quoted) },
    place: RESPONSE,
    bound: n === '' ? atLeast(2) : exactly(Number(n)),
  }),
);

export const partsSetApart: Parser<CodeCheck> = either(dividedParts, separatedParts, separate, labelledParts);
