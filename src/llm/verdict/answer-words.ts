/** The words that judges answer with, in the languages that they answer in. */
import type { Answer } from '../../domain/judgement.ts';

type Words = Readonly<Record<Answer, string>>;

/** These can open a sentence as its verdict: "No, because …". */
const SPOKEN: Words = {
  yes:
    'yes|yess|yep|yeah|yup|yea|aye|affirmative|very much so|ja|jawohl|jep|taip|jā|já|bai|ndiyo|jes|oui|sí|si|sì|sim|tak|ano|áno|jah|kyllä|igen|ναι|да|так|evet|da|có|כן|نعم|हाँ|हां|' +
    'जी हाँ|はい|是|是的|예|네|그렇습니다|ใช่|对|對|有|بله|بلی|جی ہاں|ہاں|হ্যাঁ|ஆம்|అవును|होय|დიახ|კი|այո',
  no:
    'no|nope|nah|nay|nu|no way|not at all|not in the least|not remotely|nē|hapana|nein|non|não|nee|nej|nei|nie|ne|ei|nem|όχι|нет|ні|не|hayır|không|tidak|לא|لا|नहीं|जी नहीं|いいえ|否|不|' +
    '不是|不是的|아니요|아니오|아뇨|아닙니다|ไม่|ไม่ใช่|不对|不對|没有|沒有|خیر|نه|نہیں|না|இல்லை|కాదు|नाही|არა|ոչ|كلا',
  'not-applicable':
    'n/a|n.a.|n.a|n/d|not applicable|inapplicable|non-applicable|does not apply|do not apply|nicht zutreffend|nicht anwendbar|entfällt|sans objet|' +
    'non applicable|pas applicable|no aplica|no aplicable|no procede|non applicabile|não aplicável|não se aplica|niet van toepassing|' +
    'n.v.t.|nvt|ej tillämpligt|ikke relevant|nie dotyczy|nelze použít|nem alkalmazható|неприменимо|не применимо|не применяется|' +
    'незастосовно|uygulanamaz|geçerli değil|không áp dụng|tidak berlaku|不适用|不適用|該当なし|適用外|해당 없음|해당없음|لا ينطبق|' +
    'غير قابل للتطبيق|लागू नहीं|لا يطبق|قابل اعمال نیست|該当しない|該当しません|対象外|무관|해당사항 없음|해당되지 않음|해당하지 않음|н/д|δεν εφαρμόζεται|' +
    'לא רלוונטי|לא ישים|не застосовується|neaplikovatelné|netýká se|inte tillämpligt|ikke anvendelig|ei sovellu|no corresponde|' +
    'non pertinente|non concerné|trifft hier nicht zu',
};

/** These are verdicts only where nothing but a verdict can stand: alone, after a label, in a field. */
const WRITTEN: Words = {
  yes:
    'y|true|pass|passed|passes|met|is met|satisfied|fulfilled|fully met|fully satisfied|criterion met|requirement met|thumbs up|meets criterion|meets the criterion|check passed|criterion satisfied|criterion fulfilled|requirement satisfied|requirement fulfilled|✅|✔|✓|🟢|☑|👍|' +
    'ya|wahr|trifft zu|erfüllt|bestanden|rempli|satisfait|respecté|vrai|cumple|cumplido|verdadero|soddisfatto|vero|atende|cumprido|atendido|' +
    'verdadeiro|voldaan|spełnione|spełniony|выполнено|выполнен|соответствует|符合|符合标准|符合要求|满足要求|○|〇|◯|满足|滿足|达标|通过|満たす|満たしている|' +
    '満たしています|適合|합격|충족|충족함',
  no:
    'n|negative|false|fail|failed|fails|not met|is not met|unmet|not satisfied|unsatisfied|not fulfilled|unfulfilled|not passed|not fully met|' +
    'criterion not met|requirement not met|thumbs down|check failed|does not meet|criterion not satisfied|criterion not fulfilled|criterion failed|criterion unmet|requirement not satisfied|requirement not fulfilled|requirement unmet|does not meet criterion|does not meet the criterion|fails criterion|fails the criterion|❌|⛔|🚫|🔴|✗|✘|✖|👎|falsch|trifft nicht zu|nicht erfüllt|unerfüllt|nicht bestanden|non rempli|non satisfait|' +
    'non respecté|pas respecté|faux|no cumple|no cumplido|incumplido|falso|non soddisfatto|não atende|não cumprido|não atendido|' +
    'niet voldaan|niespełnione|niespełniony|не выполнено|не выполнен|не соответствует|×|不符合|不符合标准|不符合要求|不满足要求|不满足|不滿足|未满足|未达标|' +
    '不通过|未通过|満たさない|満たしていない|満たしていません|不適合|불합격|미충족|충족하지 않음',
  'not-applicable': 'na',
};

const ANSWERS = ['yes', 'no', 'not-applicable'] as const satisfies readonly Answer[];

/** What a verdict may be followed by in Japanese and Korean: a copula. */
const COPULA = '(?:です|でした|だ|である|となります|입니다|이다|임)?';
const WORD_END = '(?![\\p{L}\\p{N}\\p{M}])';

const answerOf = new Map(
  [SPOKEN, WRITTEN].flatMap((words) =>
    ANSWERS.flatMap((answer) => words[answer].split('|').map((word) => [word, answer] as const)),
  ),
);

/** Any of the words as a source for regular expressions, the longest first: "not applicable" before "no". */
function anyOf(...tables: readonly Words[]): string {
  const all = tables.flatMap((words) => ANSWERS.flatMap((answer) => words[answer].split('|')));
  const sources = all.sort((a, b) => b.length - a.length).map((word) => word.replace(/[./]/gu, '\\$&'));
  return `(?:${sources.join('|')})`;
}

export const SPOKEN_WORD = anyOf(SPOKEN);
export const ANSWER_WORD = anyOf(SPOKEN, WRITTEN);

const AT_START = {
  spoken: new RegExp(`^(${SPOKEN_WORD})${COPULA}${WORD_END}`, 'iu'),
  written: new RegExp(`^(${ANSWER_WORD})${COPULA}${WORD_END}`, 'iu'),
};

export interface FoundAnswer {
  readonly answer: Answer;
  /** As it was written. */
  readonly word: string;
  /** What follows it. */
  readonly rest: string;
}

/** @param where "written": also words such as "met" that are verdicts only where nothing else can stand */
export function answerAtStart(text: string, where: 'spoken' | 'written'): FoundAnswer | null {
  const match = AT_START[where].exec(text);
  const word = match?.[1];
  const answer = word === undefined ? undefined : answerOf.get(word.toLowerCase());
  if (match === null || word === undefined || answer === undefined) return null;
  return { answer, word, rest: text.slice(match[0].length) };
}

/** Matches a text that is nothing but a verdict. */
export const ONLY_ANSWER = new RegExp(`^[\\s\\p{P}]*(?:${ANSWER_WORD})[\\s.!,]*$`, 'iu');

const SET_APART = `["'<\\[(]{0,3}(?:${ANSWER_WORD})["'>\\])]{0,3}`;
/** "YES or NO", "yes/no/n.a.": a template or a choice not made. */
const OR = '(?:or|oder|ou|o|eller|of|или|lub|または)';
export const ALTERNATIVES = new RegExp(
  `(?<![\\p{L}\\p{N}])${SET_APART}(?:(?:\\s*,\\s*${SET_APART}){0,3},?\\s+${OR}\\s+${SET_APART}|(?:\\s*[/|]\\s*${SET_APART})+)(?![\\p{L}\\p{N}-])`,
  'giu',
);
