/** Demands that people put in words of their own: postscripts, filled placeholders, fenced code, spelled numbers. */
import type { Bound, CodeCheck } from '../code-check.ts';
import { amount, atLeast, boundBefore, NONE } from './bounds.ts';
import { RESPONSE } from './claims.ts';
import { countable } from './countables.ts';
import { bareList, keywordList, marker } from './keywords.ts';
import { either, map, maybe, sequence, tokens, type Parser } from './reading.ts';

/** "At the end of your response, please explicitly add a postscript starting with P.S." */
const PS = '(?:post-?scripts?|p\\.s\\.?|ps)(?: \\.)?';
const AT_END =
  '(?:(?:right |placed |standing )?(?:at the (?:very )?(?:end|bottom|close)(?: of (?:your|the|its) \\p{L}+)?|(?:after|below|beneath|under|following) (?:the|your|its) (?:signature|sign-off|signoff|name|closing|close|salutation|farewell|signature line|closing line)))';
const OPENED =
  '(?: (?:that |which )?(?:starting|beginning|introduced|marked|starts|begins|opening|opens|labell?ed|called|marked) (?:(?:with|by|as) )?(?:the (?:letters|words?|marker|label) )?(?:p\\.s|p\\.p\\.s|⟦\\d+⟧)(?: \\.)?)?';
const ADDED =
  '(?:(?:(?:the|your) \\p{L}+ (?:(?:should|must) )?)?(?:adds|appends)|(?:please )?(?:explicitly )?(?:add|include|append|write|put|attach|place)|there (?:is|should be|must be)|is there|does (?:the|your) \\p{L}+ (?:have|contain|include|carry)|(?:the|your) \\p{L}+ (?:(?:should|must) )?(?:has|have|contains?|includes?|carries))';
const ENDING =
  '(?:does (?:the|your) \\p{L}+ (?:end|close|finish|conclude) with|(?:the|your) \\p{L}+ (?:(?:should|must) )?(?:ends?|close|closes|finish|finishes|concludes?) with)';
const postscriptAtEnd = map(
  tokens(
    `(?:${AT_END}(?: ,)? ${ADDED} an? ${PS}${OPENED}|${ADDED} an? ${PS}${OPENED} ${AT_END}|${ENDING} an? ${PS}${OPENED}|(?:is )?(?:(?:an?|the) )?${PS}${OPENED} (?:(?:is|be|must be|should be) )?(?:(?:included|added|given|present|found|appended|attached|placed|there|comes?|appears?|stands?|follows?) )?${AT_END}|${AT_END}(?: ,)? (?:there )?(?:(?:is|must be|should be|comes|stands|follows|appears) )?an? ${PS}${OPENED}(?: (?:(?:is|must be|should be|has to be) )?(?:included|added|given|present|appended|attached|placed|there|found|comes|appears|stands|follows))?)`,
  ),
  (): CodeCheck => postscriptCheck('closing-postscript'),
);
const postscript = map(tokens(`${ADDED} an? ${PS}${OPENED}`), (): CodeCheck => postscriptCheck('postscript'));
const postscriptCheck = (what: 'postscript' | 'closing-postscript'): CodeCheck => ({
  kind: 'count',
  of: { what },
  place: RESPONSE,
  bound: atLeast(1),
});

/** "All template variables such as {{name}} have been replaced." */
const allReplaced = map(
  sequence(
    maybe(tokens('have|are|has|were|is')),
    tokens('all(?: (?:the|of the|its))?|every|each|any'),
    countable,
    tokens(
      '(?:have been |has been |are |is |been |were |must be |should be )?(?:replaced|filled(?: in| out)?|removed|resolved|substituted|completed)(?: (?:with|by) (?:real|actual|concrete) (?:values|text|content|details))?',
    ),
  ),
  ([, , of]): CodeCheck | null =>
    of.what === 'placeholder' ? { kind: 'count', of, place: RESPONSE, bound: NONE } : null,
);

/** "Has every TODO been removed?" */
const markersGone = map(
  sequence(
    maybe(tokens('have|are|has|were|is')),
    tokens('all(?: (?:the|of the|its))?|every|each|any'),
    marker,
    tokens(
      '(?:have been |has been |are |is |been |were |must be |should be )?(?:replaced|removed|resolved|deleted|taken out|cleared|eliminated|dealt with|filled in)',
    ),
  ),
  ([, , phrase]): CodeCheck => ({
    kind: 'count',
    of: { what: 'phrase', phrase },
    place: RESPONSE,
    bound: NONE,
  }),
);

/** "Is each of these terms used: helmet, bell, lamp?" */
const listAfter = map(
  sequence(
    maybe(tokens('is|are|do|does|has|have|must|should')),
    either(
      map(
        tokens(
          '(?:each|all|every 1|both)(?: (?:of )?(?:(?:these|the)(?: following)?|the following)?)?(?: \\d+)?',
        ),
        () => atLeast,
      ),
      map(
        tokens('(?:none|no)(?: of)? (?:these|the following|the)(?: following)?(?: \\d+)?'),
        () => () => NONE,
      ),
      map(
        tokens('(?:any|at least 1|either|1 or more) of (?:these|the following)(?: \\d+)?'),
        () => () => atLeast(1),
      ),
      map(tokens('(?:these|the following)(?: \\d+)?'), () => atLeast),
      map(
        sequence(boundBefore, tokens('of (?:these|the following)(?: \\d+)?')),
        ([found]) =>
          (): Bound =>
            found,
      ),
    ),
    tokens('(?:(?:key)?words?|terms?|phrases?|names?|expressions?|pronouns)'),
    tokens(
      '(?:(?:is|are|must|should|may|can|has to|have to|to|not|be|been) )*(?:in (?:the|your|its) \\p{L}+|used|included|mentioned|present|found|named|appears?|occurs?|contained|there)(?: (?:in|anywhere in|somewhere in) (?:the|your|its) \\p{L}+)?(?: at least once)? :',
    ),
    either(
      keywordList,
      map(sequence(maybe(tokens('the words')), bareList), ([, phrases]) => ({
        phrases,
        join: 'and' as const,
      })),
    ),
  ),
  ([, bound, , , { phrases }]): CodeCheck => ({
    kind: 'several',
    checks: phrases.map((phrase) => ({
      kind: 'count',
      of: { what: 'phrase', phrase },
      place: RESPONSE,
      bound: atLeast(1),
    })),
    bound: bound(phrases.length),
  }),
);

/** "Is the code put between triple backticks, in exactly one block?" */
const fenced = map(
  sequence(
    tokens(
      '(?:(?:is|are|does|has) )?(?:all )?(?:(?:the|any|all|your|its) )?(?:\\p{L}+ )?(?:code|script|snippet|function|program|query|commands?|example)(?: (?:should|must|be|is|are|must be|should be|has to be|sits?|stands?|appears?|comes?|given|shown|inside))* ?(?:put|placed|set|enclosed|wrapped|written|formatted|given|fenced|shown|presented|kept)? ?(?:in(?:side)?|between|within|by|with|as|using)',
    ),
    either(
      map(
        tokens(
          '(?:(?:a pair of )?(?:triple|3) (?:backticks?|back-?ticks|grave accents)|⟦\\d+⟧|an? (?:markdown |fenced )*code (?:block|fence)|(?:markdown |fenced )*code (?:blocks|fences)|a fenced block|fences)',
        ),
        () => atLeast(1),
      ),
      map(amount(tokens('(?:markdown |fenced )*(?:code )?(?:blocks?|fences?)')), ({ bound }) => bound),
    ),
    maybe(
      map(
        sequence(tokens(',? ?(?:and |as |in |forming )*'.trim()), amount(tokens('(?:code )?blocks?'))),
        ([, { bound }]) => bound,
      ),
    ),
  ),
  ([, bound, more]): CodeCheck => ({
    kind: 'count',
    of: { what: 'code-block' },
    place: RESPONSE,
    bound: more ?? bound,
  }),
);

/** "All numbers are spelled out": no digit is left. */
const spelledOut = map(
  tokens(
    '(?:are |is )?(?:all |every |any |the )?(?:numbers?|numerals?|figures|digits)(?: (?:in|of) (?:the|your) \\p{L}+)? ?(?:are|is|be|should be|must be|have to be|has to be)? ?(?:always )?(?:spell?ed|spelt|written)(?: out)?(?: (?:in|as) (?:full|words|letters))?(?: throughout)?(?:(?: rather than| and not| ,(?: and)? (?:not|never)| instead of)(?: (?:given|written|shown))?(?: (?:in|as))? (?:digits|figures|numerals))?',
  ),
  (): CodeCheck => ({ kind: 'count', of: { what: 'digit' }, place: RESPONSE, bound: NONE }),
);

const angleTitle = map(
  tokens(
    '(?:is |does )?(?:the|its|your) title (?:is |be |must be |should be |has to be |stands? )?(?:wrapped |enclosed |set |put |written |given |placed )?(?:in|inside|between|within|with|by) (?:double (?:angular|angle) brackets|< < ?(?:and )?> >)(?: ?,? ?(?:i\\.e \\.|such as|like|e\\.g \\.|\\() ?< <[^<>]*> >(?: \\))?)?',
  ),
  (): CodeCheck => ({ kind: 'count', of: { what: 'angle-title' }, place: RESPONSE, bound: atLeast(1) }),
);
export const setPhrases: Parser<CodeCheck> = either(
  postscript,
  postscriptAtEnd,
  allReplaced,
  markersGone,
  listAfter,
  fenced,
  spelledOut,
  angleTitle,
);
