/** Scripts that are written without spaces between words. */

/** One letter of such a script; those at the end are of Japanese, though Unicode counts them for no script. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ーｰ〆〱-〵〼]/u;

/** A word with its marks; in scripts without spaces, which no pattern divides, each letter. */
export const WORD_OR_LETTER = new RegExp(
  String.raw`${UNSPACED.source}\p{M}*|(?:(?!${UNSPACED.source})[\p{L}\p{N}]\p{M}*)+`,
  'gu',
);
