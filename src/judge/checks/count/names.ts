/** What was counted, in plain words. */
import type { Bound, Countable, Place } from '../code-check.ts';

const IRREGULAR: Readonly<Record<string, string>> = {
  'list-item': 'list items',
  emoji: 'emoji',
  bold: 'bold passages',
  italic: 'italic passages',
  highlight: 'highlighted passages',
  'table-row': 'table rows below the header',
  'csv-row': 'CSV rows below the header',
  'csv-column': 'CSV columns',
  'angle-title': 'titles in << >>',
  'all-capital-word': 'words in capitals',
  'character-without-spaces': 'characters without spaces',
  'json-entry': 'JSON entries',
  email: 'e-mail addresses',
  'web-address': 'web addresses',
  'email-address': 'e-mail addresses',
  markdown: 'marks of Markdown',
  parenthesis: 'parentheses',
  mention: '@mentions',
  money: 'sums of money',
  'clock-time': 'times of day',
  'closing-postscript': 'postscripts at the end',
  'closing-hashtag': 'hashtags at the end',
  'closing-emoji': 'emoji at the end',
};

/** "words", "question marks", "× “soil”". */
export function nameOf(of: Countable, n: number): string {
  const name = pluralOf(of);
  return n === 1 && !name.startsWith('×') ? singular(name) : name;
}

function pluralOf(of: Countable): string {
  switch (of.what) {
    case 'phrase':
      return `× “${of.phrase}”`;
    case 'given-letter':
      return `× the letter “${of.letter}”`;
    case 'mark':
      return of.name === 'ellipsis' ? 'ellipses' : `${of.name}${/[sx]$|sh$/u.test(of.name) ? 'es' : 's'}`;
    case 'heading-of-level':
      return `headings of level ${of.level}`;
    case 'labelled-part':
      return `parts labelled “${of.label}”`;
    case 'code-block-in':
      return `code blocks in ${of.language}`;
    case 'date-as':
      return `dates as ${of.layout.toUpperCase()}`;
    case 'date-not-as':
      return `dates not as ${of.layout.toUpperCase()}`;
    case 'json-entry-of':
      return `JSON entries (${of.type})`;
    case 'tagged':
      return `<${of.tag}> tags`;
    case 'divided-part':
      return `parts set apart by “${of.divider}”`;
    default:
      return IRREGULAR[of.what] ?? `${of.what.replaceAll('-', ' ')}s`;
  }
}

/** Of its first plural: "sums of money", "bold passages". */
function singular(name: string): string {
  return name.replace(/\p{L}+s\b/u, (plural) =>
    plural
      .replace(/(?<=parenthe|ellip)ses$/u, 'sis')
      .replace(/ies$/u, 'y')
      .replace(/(?<=ss|sh|x)es$/u, '')
      .replace(/(?<![si])s$/u, ''),
  );
}

const ORDINALS = [
  '',
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];

/** "in the third paragraph"; nothing for the response as a whole. */
export function placeName(place: Place): string {
  switch (place.where) {
    case 'response':
      return 'the response';
    case 'title':
      return 'the title';
    case 'subject-line':
      return 'the subject line';
    case 'nth': {
      const part = place.part.replaceAll('-', ' ');
      return place.nth === -1
        ? `the last ${part}`
        : place.nth < 0
          ? `the last ${part} but one`
          : `the ${ORDINALS[place.nth] ?? `${place.nth}th`} ${part}`;
    }
    case 'any':
      return `any ${place.part.replaceAll('-', ' ')}`;
    case 'each':
      return `each ${place.part.replaceAll('-', ' ')}`;
  }
}

/** "exactly 3", "3 to 5", "at most 1", "none". */
export function describeBound({ min, max }: Bound): string {
  if (min === null || min === 0) return max === null ? 'any number' : max === 0 ? 'none' : `at most ${max}`;
  if (max === null) return `at least ${min}`;
  return min === max ? `exactly ${min}` : `${min} to ${max}`;
}
