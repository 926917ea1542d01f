/** Letters that a language writes beside a to z, or in place of them; trigrams of a short sentence know less. */
const LATIN: Readonly<Record<string, string>> = {
  eng: 'éèêàâïöüñç',
  fra: 'éèêëàâîïôùûüÿçœæ',
  deu: 'äöüßé',
  spa: 'áéíóúüñ',
  ita: 'àèéìíîòóùú',
  por: 'áâãàéêíóôõúüç',
  nld: 'éëèêïöüóáí',
  pol: 'ąćęłńóśźż',
  ron: 'ăâîșşțţ',
  swe: 'åäöé',
  tur: 'çğıöşüâîû',
  hun: 'áéíóöőúüű',
  ces: 'áčďéěíňóřšťúůýž',
  srp: 'čćđšž',
  ind: 'é',
  swh: '',
};
const CYRILLIC: Readonly<Record<string, string>> = {
  rus: 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  ukr: 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
  bul: 'абвгдежзийклмнопрстуфхцчшщъьюя',
  srp: 'абвгдђежзијклљмнњопрстћуфхцчџш',
};

/** A name or a loan brings single foreign letters. */
const MAX_FOREIGN_SHARE = 0.02;

/** Whether the text is written as the language is; true where its letters are not known. */
export function spelledAs(language: string, text: string): boolean {
  const letters = text.toLowerCase().match(/\p{L}/gu) ?? [];
  const isCyrillic = letters.some((letter) => /\p{Script=Cyrillic}/u.test(letter));
  const own = (isCyrillic ? CYRILLIC : LATIN)[language];
  if (own === undefined) return true;
  const foreign = letters.filter((letter) => !own.includes(letter) && (isCyrillic || !/[a-z]/u.test(letter)));
  return foreign.length <= letters.length * MAX_FOREIGN_SHARE;
}
