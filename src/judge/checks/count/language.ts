/** Whether a text is in a language, sentence by sentence, by its letters (franc's trigrams) and its small words. */
import { francAll } from 'franc-min';
import { CheckLanguage } from '../../../domain/check.ts';
import { languageOf, LANGUAGES } from '../../../domain/language.ts';
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
/** Words that only hold sentences together: they tell languages of the same letters apart. */
const WORDS: Readonly<Record<string, string>> = {
  eng: 'a an do no go so all one some just never me up out more here the and of to in is are was were it that this for with on at by from as be been have has had not you your we they their our will would can could should there when which who what i he she his her my me but or if than then so its an into about please',
  fra: 'le la les un une des du de et est sont était dans en pour avec sur par au aux ce cette ces qui que il elle ils elles nous vous je ne pas plus se son sa ses mon ma mes leur leurs mais ou où votre notre être ont à y si',
  deu: 'der die das den dem des ein eine einen einem einer und ist sind war waren in im mit auf für von zu zum zur an am bei aus nach nicht auch als wie dass sich es er sie wir ihr ich haben hat wird werden kann können unser unsere ihre sein bis um über oder aber wenn noch nur bitte',
  spa: 'a mi me tu te el la los las un una unos unas de del y es son era en por para con sobre al que se su sus lo le les no nos más este esta estos como pero o si nuestro nuestra hay está están ha han muy ya cuando desde hasta',
  ita: 'a il lo la i gli le un una uno di del della dei delle degli e è sono era in nel nella con per su da dal dalla al alla che si non più questo questa come ma o se anche ha hanno ci suo sua loro nostro nostra ogni fino',
  por: 'o a os as um uma uns umas de do da dos das e é são era em no na nos nas com por para que se não mais este esta como mas ou seu sua ao à pelo pela tem há até nosso nossa foi está muito',
  nld: 'de het een en is zijn was waren in op met voor van te aan bij uit naar niet ook als dat die dit deze er je wij we ze zij ik hij heeft hebben wordt worden kan onze hun tot om over of maar door nog',
  pol: 'i w z na do nie się jest są był była to że o od po za przez dla jak ale lub czy który która które ten ta te jego jej ich nas może już tylko oraz co przed',
  ron: 'și în de la cu pe un o este sunt era pentru din că nu se care mai ce sau dar prin ale al a lui ei lor sa său noastră nostru fi are au',
  swe: 'och i att det som en ett är var på för med av till den de inte om har hade kan ska från vi du jag han hon sig sin vår eller men när vid under ut upp så',
  tur: 've bir bu da de için ile olarak çok daha en var yok değil gibi kadar sonra her ne o ama veya ki mi olan ise biz siz',
  hun: 'a az és egy is nem hogy van volt de ha meg mint vagy csak már még ez azt ezt ki el lehet minden után',
  ces: 'a v je se na že to s z do o i jako ale pro by jsou byl byla k po za nebo který která které však od při tak už má být není jeho ani',
  bul: 'и в на да е се от за с не че който която което като но или до по при всички беше го я ги му са ще',
  srp: 'и у на да је се од за са не што који која које као али или до по при све су га му i u na da je se od za sa ne što koji koja koje kao ali ili do po pri sve su ga mu',
  ind: 'yang dan di dengan untuk dari ini itu pada adalah tidak ke dalam akan atau oleh juga bisa dapat kami kita setiap ada',
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
const setsOf = (lists: Readonly<Record<string, string>>) =>
  new Map(Object.entries(lists).map(([language, words]) => [language, new Set(words.split(' '))]));
const SETS = setsOf(WORDS);
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
  const isKnown = SETS.has(wanted);
  const isLed = !isKnown || ofOthers > ofWanted || (ofOthers === ofWanted && score < LEAST_SCORE_BESIDE_SURE);
  const open = isLed ? 'unclear' : 'silent';
  if (isKnown && letterCount(sentence) < SURE_LETTERS) return score === 1 && ofWanted > ofOthers ? 'wanted' : open;
  if (all[0]?.[0] === wanted || score >= LEAST_SURE_SCORE) return 'wanted';
  return score < LEAST_SCORE ? 'foreign' : open;
}

/** Null where no language's small words stand out. */
function readsByWords(sentence: string, wanted: string): boolean | null {
  if (!SETS.has(wanted) || !spelledAs(wanted, sentence)) return null;
  const { ofWanted, ofOthers } = smallWords(sentence, wanted);
  if (ofWanted >= 2 && ofWanted > ofOthers) return true;
  return ofOthers >= 2 && ofOthers > ofWanted + 1 ? false : null;
}

/** By how many small words another of the languages leads. */
function neighbourLead(text: string, wanted: string): number {
  const set = SETS.get(wanted);
  if (set === undefined) return -1;
  const words = wordsOf(text);
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
  const words = wordsOf(text);
  const others = [...SETS].flatMap(([code, set]) => (code === wanted ? [] : [countIn(words, set)]));
  return { ofWanted: countIn(words, SETS.get(wanted)), ofOthers: Math.max(...others) };
}

/** Each once: “a plan, a budget and a team” has one small word twice. */
const wordsOf = (text: string): readonly string[] => [...new Set(text.toLowerCase().match(/\p{L}+/gu))];
const countIn = (words: readonly string[], set: ReadonlySet<string> | undefined): number =>
  words.filter((word) => set?.has(word)).length;
