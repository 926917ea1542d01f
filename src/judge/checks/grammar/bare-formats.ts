/** Formats of which nothing more is asked: YAML, a number alone. */
import { exactly } from './bounds.ts';
import { allOf, RESPONSE, wholeClaim, type Claim } from './claims.ts';
import { either, map, tokens, type Parser } from './reading.ts';

/** "Contains exactly one number" says how many, "contains only a number" what alone. */
const CONTAINED = /\b(?:contain|include|mention|give|has|have|use|show|feature|quote|state)(?:s|ing)? $/u;
const HOW_MANY = /^(?:exactly|(?:only|just) 1) /u;
export const bareFormat: Parser<Claim> = (wording, at) =>
  HOW_MANY.test(wording.text.slice(at)) && CONTAINED.test(wording.text.slice(0, at))
    ? []
    : formatAlone(wording, at);

const formatAlone: Parser<Claim> = either(
  map(
    tokens(
      '(?:(?:only|just) )?(?:(?:valid|well-formed|proper|correct|parseable|parsable|pure) )*yaml(?: (?:format|document|output|text|syntax|file|code))?(?: only|(?: ,)? (?:and|with) nothing else)?',
    ),
    () => wholeClaim({ kind: 'form', form: 'yaml' }),
  ),
  map(
    tokens(
      '(?:(?:only|just|nothing but|exactly) (?:an? |1 )?(?:single |1 )?(?:whole )?(integer|number)|(?:an? |1 )(?:single |1 )?(?:whole )?(integer|number)(?: (?:only|alone)|(?: ,)? (?:and|with) nothing else|(?: ,)? without any (?:other |further )?text))(?: ,? ?(?:and|with) (?:nothing else|no (?:other |further )?(?:text|words|explanation)))?',
    ),
    ([first = '', second = ''], { text }) =>
      wholeClaim({
        kind: 'form',
        form:
          `${first}${second}` === 'integer' || /whole (?:integer|number)/u.test(text) ? 'integer' : 'number',
      }),
  ),
  map(tokens('(?:only |just )?(?:an? |1 )?single digit(?: (?:only|alone))?'), () =>
    wholeClaim(
      allOf([
        { kind: 'form', form: 'integer' },
        { kind: 'count', of: { what: 'digit' }, place: RESPONSE, bound: exactly(1) },
      ]),
    ),
  ),
);
