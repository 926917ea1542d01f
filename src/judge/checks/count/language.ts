/** Whether a text is in a language, sentence by sentence, by its letters (franc's trigrams) and its small words. */
import { francAll } from 'franc-min';
import { CheckLanguage } from '../../../domain/check.ts';
import { languageOf, LANGUAGES } from '../../../domain/language.ts';
import { countIn, distinctWords, mostOfOthers, setsOf, SMALL_WORDS } from '../../../text/small-words.ts';
import { sentencesOf, withoutCode } from './lines.ts';

/** Each sentence takes part of a millisecond; longer texts are for a judge. */
const MAX_CHARS = 20_000;
/** As many as franc looks at. */
const SCORED_CHARS = 2_048;
const KNOWN = CheckLanguage.options.flatMap((language) => codeOf(language) ?? []);
/** Shorter sentences (names, "OK.") tell no language. */
const MIN_LETTERS = 15;
/** From here on trigrams alone are sure enough to find a sentence foreign. */
const SURE_LETTERS = 30;
/** Among languages whose letters and words are not known here. */
const SURE_LETTERS_OF_ALL = 60;
/** franc scores the best guess 1; a sentence is foreign where the wanted language scores below. */
const LEAST_SCORE = 0.7;
const LEAST_SURE_SCORE = 0.92;
/** Below, another language leads in a sentence whose small words lead in none. */
const LEAST_SCORE_BESIDE_SURE = 0.8;
/** A name or a loan brings single foreign letters. */
const MAX_FOREIGN_SHARE = 0.02;
/** Letters that a language writes beside a to z, or in place of them; trigrams of a short sentence know less. */
const LATIN: Readonly<Record<string, string>> = {
  ...{ eng: 'éèêàâïöüñç', fra: 'éèêëàâîïôùûüÿçœæ', deu: 'äöüßé', spa: 'áéíóúüñ' },
  ...{ ita: 'àèéìíîòóùú', por: 'áâãàéêíóôõúüç', nld: 'éëèêïöüóáí', pol: 'ąćęłńóśźż' },
  ...{ ron: 'ăâîșşțţ', swe: 'åäöé', tur: 'çğıöşüâîû', hun: 'áéíóöőúüű', ces: 'áčďéěíňóřšťúůýž' },
  ...{ srp: 'čćđšž', ind: 'é', swh: '' },
};
const CYRILLIC: Readonly<Record<string, string>> = {
  rus: 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  ukr: 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
  bul: 'абвгдежзийклмнопрстуфхцчшщъьюя',
  srp: 'абвгдђежзијклљмнњопрстћуфхцчџш',
};
/** Neighbours of these that franc does not know: it takes Catalan for Spanish, and Slovak for Czech. */
const NEIGHBOURS: Readonly<Record<string, string>> = {
  cat: 'el la els les un una uns unes de del dels i és són era en per amb sobre al als que es no va van ha han hi més aquest aquesta com però o si seu seva quan fins també molt tot tota',
  glg: 'o a os as un unha uns unhas de do da dos das e é son era en no na nos nas con por para que se non máis este esta como pero ou seu súa ao á polo pola ten hai ata foi está moi',
  dan: 'og i at det som en et er var på for med af til den de ikke om har havde kan skal fra vi du jeg han hun sig sin vores eller men når ved under ud op så være blev enhver',
  nob: 'og i at det som en et er var på for med av til den de ikke om har hadde kan skal fra vi du jeg han hun seg sin vår eller men når ved under ut opp så være ble enhver',
  slk: 'a v je sa na že to s z do o i ako ale pre by sú bol bola k po za alebo nie ktorý ktorá ktoré však od pri tak už vo so',
  afr: 'die het in is was op met vir van te aan by uit na nie ook as dat dit sy haar hy hulle ons ek jy wat word kan om of oor maar deur nog het se',
  mkd: 'и во на да е се од за со не што кој која кое како но или до по при сите беше го ја ги му',
};
const NEIGHBOUR_SETS = setsOf(NEIGHBOURS);

/** @returns `isWanted`: null where it cannot be told, as in a text too short; `found`: "reads as French" */
export function findLanguage(whole: string, language: CheckLanguage, chars = whole.length) {
  const wanted = codeOf(language);
  if (wanted === null) return { isWanted: null, found: 'no language that can be told' };
  if (chars > MAX_CHARS) return { isWanted: null, found: 'too long a text to tell its language' };
  const text = withoutCode(whole);
  const best = scores(text)[0]?.[0] ?? 'und';
  const allSentences = sentencesOf(text, 'likely');
  const sentences = (allSentences.length === 0 ? [text] : allSentences)
    .map((written) => ({ written, said: withoutNames(written, wanted) }))
    // Scripts without spaces say in few characters what takes many letters.
    .filter(({ said }) => letterCount(said) >= MIN_LETTERS || /\p{Lo}/u.test(said))
    .map(({ written, said }) => ({ written, reading: reads(said, wanted) }));
  const [foreign, open, sure] = (['foreign', 'unclear', 'wanted'] as const).map((one) =>
    sentences.find(({ reading }) => reading === one),
  );
  if (foreign !== undefined) {
    const found =
      best === wanted || sure !== undefined
        ? `one sentence reads otherwise: “${foreign.written}”`
        : `reads as ${nameOf(best)}`;
    return { isWanted: false, found };
  }
  if (open !== undefined) return { isWanted: null, found: `may be of another language: “${open.written}”` };
  if (sure === undefined) return { isWanted: null, found: 'too little text to tell its language' };
  return neighbourLead(text, wanted) < 0 && isBestOfAll(withoutNames(text, wanted), wanted)
    ? { isWanted: true, found: `reads as ${nameOf(wanted)}` }
    : { isWanted: null, found: `reads as ${nameOf(wanted)} or as a language near it` };
}

const LATIN_WORDS = /\p{Script=Latin}[\p{Script=Latin}\p{N}'’-]*(?:\s\p{Script=Latin}[\p{Script=Latin}\p{N}'’-]*)*/gu;
/** More of them in a row are a sentence. */
const MAX_NAME_WORDS = 3;

/** What a language of other letters writes in Latin ones are names: “我喜欢 Taylor Swift 的歌。” */
function withoutNames(text: string, wanted: string): string {
  const isLatin = LATIN[wanted] !== undefined && CYRILLIC[wanted] === undefined;
  if (isLatin || !/(?!\p{Script=Latin})\p{L}/u.test(text)) return text;
  return text.replace(LATIN_WORDS, (words) => (words.split(/\s/u).length > MAX_NAME_WORDS ? words : ''));
}

/** `silent`: it tells nothing, but no other language leads in it. */
type Reading = 'wanted' | 'foreign' | 'unclear' | 'silent';

/** Small words decide where they are clear, trigrams where a sentence is long; in a short one both have to agree. */
function reads(sentence: string, wanted: string): Reading {
  const byWords = readsByWords(sentence, wanted);
  if (byWords === false) return 'foreign';
  if (neighbourLead(sentence, wanted) > 0) return 'unclear';
  if (byWords === true) return 'wanted';
  const all = scores(sentence);
  const score = all.find(([code]) => code === wanted)?.[1] ?? 0;
  if (score === 0) return 'foreign';
  const { ofWanted, ofOthers } = smallWords(sentence, wanted);
  const isKnown = SMALL_WORDS.has(wanted);
  const isLed = !isKnown || ofOthers > ofWanted || (ofOthers === ofWanted && score < LEAST_SCORE_BESIDE_SURE);
  const open = isLed ? 'unclear' : 'silent';
  if (isKnown && letterCount(sentence) < SURE_LETTERS) return score === 1 && ofWanted > ofOthers ? 'wanted' : open;
  if (all[0]?.[0] === wanted || score >= LEAST_SURE_SCORE) return 'wanted';
  return score < LEAST_SCORE ? 'foreign' : open;
}

/** Null where no language's small words stand out. */
function readsByWords(sentence: string, wanted: string): boolean | null {
  if (!SMALL_WORDS.has(wanted) || !spelledAs(wanted, sentence)) return null;
  const { ofWanted, ofOthers } = smallWords(sentence, wanted);
  if (ofWanted >= 2 && ofWanted > ofOthers) return true;
  return ofOthers >= 2 && ofOthers > ofWanted + 1 ? false : null;
}

/** By how many small words another of the languages leads. */
function neighbourLead(text: string, wanted: string): number {
  const set = SMALL_WORDS.get(wanted);
  if (set === undefined) return -1;
  const words = distinctWords(text);
  return Math.max(...Array.from(NEIGHBOUR_SETS.values(), (one) => countIn(words, one))) - countIn(words, set);
}

const letterCount = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

function scores(whole: string): [string, number][] {
  const text = whole.slice(0, SCORED_CHARS);
  const only = KNOWN.filter((language) => spelledAs(language, text));
  return francAll(text, { only: only.length === 0 ? KNOWN : only, minLength: 2 });
}

/** Whether trigrams take it for none of the languages that no check may ask for (Croatian, Javanese); of less text they are not sure. */
function isBestOfAll(text: string, wanted: string): boolean {
  if (letterCount(text) < SURE_LETTERS_OF_ALL) return true;
  return francAll(text.slice(0, SCORED_CHARS))[0]?.[0] === wanted;
}

const nameOf = (code: string): string => languageOf(code)?.name ?? 'an unknown language';

/** Null where franc does not know the language (Hebrew). */
function codeOf(language: CheckLanguage): string | null {
  return LANGUAGES.find(({ name }) => name.toLowerCase() === language)?.iso6393 ?? null;
}

/** Whether the text is written as the language is; true where its letters are not known. */
function spelledAs(language: string, text: string): boolean {
  const letters = text.toLowerCase().match(/\p{L}/gu) ?? [];
  const isCyrillic = letters.some((letter) => /\p{Script=Cyrillic}/u.test(letter));
  const alphabet = (isCyrillic ? CYRILLIC : LATIN)[language];
  if (alphabet === undefined) return true;
  const foreign = letters.filter((letter) => !alphabet.includes(letter) && (isCyrillic || !/[a-z]/u.test(letter)));
  return foreign.length <= letters.length * MAX_FOREIGN_SHARE;
}

/** How many of the words of `text` are such words of the language, and of that of all others which has most; the same word may be one in several. */
function smallWords(text: string, wanted: string): { readonly ofWanted: number; readonly ofOthers: number } {
  const words = distinctWords(text);
  return { ofWanted: countIn(words, SMALL_WORDS.get(wanted)), ofOthers: mostOfOthers(words, wanted) };
}
