/** Function words by language: they tell languages of the same letters apart. */

/** By ISO 639-3. */
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
export const setsOf = (lists: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(Object.entries(lists).map(([language, words]) => [language, new Set(words.split(' '))]));
export const SMALL_WORDS = setsOf(WORDS);

/** Each once: “a plan, a budget and a team” has one small word twice. */
export const distinctWords = (text: string): readonly string[] => [...new Set(text.toLowerCase().match(/\p{L}+/gu))];

export const countIn = (words: readonly string[], set: ReadonlySet<string> | undefined): number =>
  words.filter((word) => set?.has(word)).length;

/** Of the language with most of them, but for this one. */
export const mostOfOthers = (words: readonly string[], language: string): number =>
  Math.max(...Array.from(SMALL_WORDS, ([code, set]) => (code === language ? 0 : countIn(words, set))));
