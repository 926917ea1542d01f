/** The languages that the text of a page can be told to be in. */

export interface Language {
  readonly tag: string;
  /** ISO 639-3, as texts are recognised. */
  readonly iso6393: string;
  readonly name: string;
}

const TABLE = `
  am amh Amharic, ar arb Arabic, be bel Belarusian, bg bul Bulgarian, bn ben Bengali, bs bos Bosnian,
  cs ces Czech, de deu German, el ell Greek, en eng English, es spa Spanish, fa pes Persian,
  fr fra French, gu guj Gujarati, ha hau Hausa, hi hin Hindi, hr hrv Croatian, hu hun Hungarian,
  id ind Indonesian, ig ibo Igbo, it ita Italian, ja jpn Japanese, jv jav Javanese, kk kaz Kazakh,
  kn kan Kannada, ko kor Korean, ml mal Malayalam, mr mar Marathi, ms zlm Malay, my mya Burmese,
  ne npi Nepali, nl nld Dutch, pa pan Punjabi, pl pol Polish, pt por Portuguese, ro ron Romanian,
  ru rus Russian, si sin Sinhala, so som Somali, sr srp Serbian, sv swe Swedish, sw swh Swahili,
  ta tam Tamil, te tel Telugu, th tha Thai, tl tgl Tagalog, tr tur Turkish, uk ukr Ukrainian,
  ur urd Urdu, uz uzn Uzbek, vi vie Vietnamese, yo yor Yoruba, zh cmn Chinese, zu zul Zulu`;

export const LANGUAGES: readonly Language[] = TABLE.split(',').map((entry) => {
  const [tag = '', iso6393 = '', name = ''] = entry.trim().split(' ');
  return { tag, iso6393, name };
});

/** @param code ISO 639-1, ISO 639-3, or a tag that begins with either (`de-AT`); null where it is none of ours */
export function languageOf(code: string): Language | null {
  const [primary = ''] = code.trim().toLowerCase().split(/[-_]/u);
  return LANGUAGES.find(({ tag, iso6393 }) => tag === primary || iso6393 === primary) ?? null;
}
