/** The names of columns: 'the columns "Name" and "Age"', "three columns (Name, Age and City)". */
import type { Countable } from '../code-check.ts';
import { amount } from './bounds.ts';
import { keywordList } from './keywords.ts';
import { either, list, map, maybe, sequence, tokens, type Parser } from './reading.ts';

/** "the columns "Name" and "Age"". */
export const header: Parser<string[]> = either(
  map(
    sequence(
      tokens(
        '(?:(?:the |an? )?(?:header (?:row|line|cells)|header)|(?:the )?(?:headers|column (?:headers|names|titles|headings)|columns|headings))(?: (?:named|called|titled|is|are|being|reading|reads|of|with|containing|showing))?(?: ?:)?',
      ),
      keywordList,
    ),
    ([, { phrases }]) => (phrases.length === 1 ? (phrases[0] ?? '').split(/\s*[,|]\s*/u) : phrases),
  ),
  map(
    sequence(
      tokens(
        '(?:the |a )?(?:header (?:row|line)|header|column(?:s| headers| names| headings))(?: (?:named|called|is|are|being|reads?|reading))?(?: ?:)?',
      ),
      list(
        map(
          tokens("((?!(?:and|or|with|that|is|are|in|of)(?: |$))[\\p{L}\\p{N}_'-]+)"),
          ([word = '']) => word,
        ),
        tokens(', and|,|and'),
      ),
    ),
    ([, names]) => (names.length > 1 ? names : null),
  ),
);

const columnName: Parser<string> = map(
  tokens(
    "((?!(?:left|right|middle)(?: |$))(?:(?!(?:and|or|with|that|is|are|in|of|for|not|the|an?|each)(?: |$))[\\p{L}_'-]+ ?){1,3}(?<! ))",
  ),
  ([name = '']) => name,
);
/** "three columns (Name, Age and City)": as many names as columns. */
export const namedColumns = (unit: Parser<Countable>): Parser<string[]> =>
  map(
    sequence(
      amount(unit),
      tokens('(?:: )?\\(|:|,? ?(?:named|called|titled|labell?ed|headed|namely)(?: :)?'),
      either(
        map(keywordList, ({ phrases }) => phrases),
        list(columnName, tokens(', and|,|and')),
      ),
      maybe(tokens('\\)')),
    ),
    ([{ bound }, , names]) =>
      names.length > 1 && bound.min === names.length && bound.max === names.length ? names : null,
  );
