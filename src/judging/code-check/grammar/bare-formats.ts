/** Formats of which nothing more is asked: YAML, a number alone. */
import { wholeClaim, type Claim } from './claims.ts';
import { either, map, tokens, type Parser } from './reading.ts';

export const bareFormat: Parser<Claim> = either(
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
);
