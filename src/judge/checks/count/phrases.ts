/** Given words in a text. */

const WORD_CHARACTER = '[\\p{L}\\p{N}]';

/** Whole words: "soil" is not in "subsoil"; white space and the form of apostrophes and quotes do not matter. */
export function phrasePattern(phrase: string, where: 'anywhere' | 'start' | 'end'): RegExp {
  const body = normal(phrase)
    .split(' ')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&'))
    .join('\\s+');
  const from = where === 'start' ? '^' : isWord(phrase.trim().at(0)) ? `(?<!${WORD_CHARACTER})` : '';
  const to = where === 'end' ? '$' : isWord(phrase.trim().at(-1)) ? `(?!${WORD_CHARACTER})` : '';
  return new RegExp(`${from}${body}${to}`, 'giu');
}

export function occurrencesOf(phrase: string, text: string): readonly string[] {
  return normal(text).match(phrasePattern(phrase, 'anywhere')) ?? [];
}

export function countPhrase(text: string, phrase: string): number {
  return occurrencesOf(phrase, text).length;
}

export function normal(text: string): string {
  return text.normalize('NFC').replace(/[’‘]/gu, "'").replace(/[“”]/gu, '"').replace(/\s+/gu, ' ').trim();
}

const isWord = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);
