/** Dates, times, sums of money and percentages by how they are written. */

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const DAY_2 = '(?:0[1-9]|[12]\\d|3[01])';
const MONTH_2 = '(?:0[1-9]|1[0-2])';
const YEAR = '\\d{4}';

/** The names are the layouts as wordings give them, in lower case. */
const LAYOUTS: Readonly<Record<string, string>> = {
  'yyyy-mm-dd': `${YEAR}-${MONTH_2}-${DAY_2}`,
  'yyyy/mm/dd': `${YEAR}/${MONTH_2}/${DAY_2}`,
  'yyyy.mm.dd': `${YEAR}\\.${MONTH_2}\\.${DAY_2}`,
  'dd-mm-yyyy': `${DAY_2}-${MONTH_2}-${YEAR}`,
  'dd/mm/yyyy': `${DAY_2}/${MONTH_2}/${YEAR}`,
  'dd.mm.yyyy': `${DAY_2}\\.${MONTH_2}\\.${YEAR}`,
  'mm/dd/yyyy': `${MONTH_2}/${DAY_2}/${YEAR}`,
  'mm-dd-yyyy': `${MONTH_2}-${DAY_2}-${YEAR}`,
};
export const DATE_LAYOUTS = Object.keys(LAYOUTS);

const whole = (source: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}]|[./-]\\d)`, 'giu');
const ANY_DATE = whole(
  [
    ...Object.values(LAYOUTS),
    '\\d{1,4}([./-])\\d{1,2}\\1\\d{2,4}',
    `${DAY}(?:st|nd|rd|th)?(?: of)? ${MONTH}(?:,? ${YEAR})?`,
    `${MONTH} ${DAY}(?:st|nd|rd|th)?(?:,? ${YEAR})?`,
  ].join('|'),
);
const CLOCK_TIME = whole('(?:[01]?\\d|2[0-3]):[0-5]\\d');
const PERCENTAGE = /\p{Nd}+(?:[.,]\p{Nd}+)*\s?(?:%|per ?cent\b)/giu;
const MONEY =
  /(?:[$€£¥]|\b(?:USD|EUR|GBP) ?)\s?\p{Nd}+(?:[.,]\p{Nd}+)*|\p{Nd}+(?:[.,]\p{Nd}+)*\s?(?:[$€£¥]|(?:USD|EUR|GBP|dollars?|euros?|pounds?|cents?)\b)/gu;

const found = (text: string, pattern: RegExp): string[] => text.match(pattern) ?? [];

/** @param layout one of `DATE_LAYOUTS`. */
export const datesAs = (text: string, layout: string): number =>
  found(text, whole(LAYOUTS[layout] ?? '(?!)')).length;
const dates = (text: string): number => found(text, ANY_DATE).length;
export const datesNotAs = (text: string, layout: string): number => dates(text) - datesAs(text, layout);
export const clockTimes = (text: string): number => found(text, CLOCK_TIME).length;
export const percentages = (text: string): number => found(text, PERCENTAGE).length;
export const sumsOfMoney = (text: string): number => found(text, MONEY).length;
