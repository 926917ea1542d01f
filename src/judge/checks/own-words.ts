/** Words in which people say a demand once more; none of them limits it any further. */
import type { CodeCheck } from './code-check.ts';
import { LANGUAGES } from './languages.ts';
import { runCheck } from './run-check.ts';

/** What a remark may be joined with. */
const PLAIN =
  'a an the this that it its your in on of to for with by as and or is are be being must should has have been any all every still simply please text response reply answer';

const QUESTION =
  'question questions mark asks ask asking reader user something closes close closing ends end ending finishes last final sentence character';
const PLACEHOLDER =
  'template field fields placeholder placeholders bracket brackets bracketed square curly sample blank blanks variable variables gap gaps left remain remains remaining filled replaced in nothing like none no not unfilled';
const MARKDOWN =
  'markdown formatting syntax markup symbol symbols plain heading headings header headers bold bolded italic italics bullet bullets point points list lists backtick backticks asterisk asterisks hash hashes code block blocks table tables link links no not without # ## * ** _ ` ```';
const OWN_WORDS: Readonly<Record<string, string>> = {
  markdown: MARKDOWN,
  placeholder: PLACEHOLDER,
  bold: 'marked set wrapped between bold bolded asterisk asterisks double markdown emphasis **',
  'code-block': 'fence fences fenced backtick backticks triple markdown code block ```',
  'email-address': 'email e-mail mail address',
  emoji: 'emoji emojis pictogram pictograms',
  contraction: 'contraction contractions shortened contracted form forms',
  hashtag: 'hashtag hashtags hash tag tags sign #',
  'capital-letter': 'a-z capitals uppercase upper-case letter letters',
  'web-address': 'url link web website address http https',
};
/** "the header does not count": rows are counted so anyway. */
const COUNTING_SO =
  /^(?:(?:the )?header(?: row| line)? (?:does not count|is not (?:counted|included)|not (?:counted|included)|excluded|is excluded)|(?:not counting|not including|excluding|without|besides) (?:the )?header(?: row| line)?)$/u;
const WITHOUT_HEADER = new Set<string>(['table-row', 'csv-row']);

/** What holds for all of a response holds there, too: "no digits, not even in dates". */
const EVEN =
  /^(?:not )?(?:even|including) (?:in|at|within|for) (?:(?!but |except |unless |when |if )[\p{L}-]+ ?){1,6}$/u;
const isDenial = (check: CodeCheck): boolean =>
  check.kind === 'count' && check.place.where === 'response' && check.bound.max === 0;

const NEGATION = /(?:^| )(?:no|not|none|nothing|without|filled|replaced)(?= |$)/u;

/**
 * Whether `remark`, as its tokens, says no more than `check` does.
 *
 * @param isApposed it stands in brackets or is an example: "no" before it holds for it, too.
 */
export function isOwnWords(remark: string, check: CodeCheck, isApposed: boolean): boolean {
  if (check.kind === 'language') {
    const other = LANGUAGES[/^not (?:in )?(\p{L}+)$/u.exec(remark)?.[1] ?? ''];
    return other !== undefined && other !== check.language;
  }
  if (EVEN.test(remark)) return check.kind === 'letter-case' || isDenial(check);
  const denies = isDenial(check);
  // "Plain text: bullet points" asks for what "plain text: no bullet points" forbids.
  if (NEGATION.test(remark) ? !denies && !COUNTING_SO.test(remark) : denies && !isApposed) return false;
  if (check.kind === 'several') {
    // A table is asked for with its rows; any other pair is two demands.
    const rest = check.checks.filter((part) => !(part.kind === 'count' && part.of.what === 'table'));
    const [only] = rest;
    return (
      only !== undefined &&
      rest.length === 1 &&
      rest.length < check.checks.length &&
      isOwnWords(remark, only, isApposed)
    );
  }
  if (check.kind === 'sorted') return !check.descending && /^(?:from )?a (?:to|-|–) z$/u.test(remark);
  const own = ownWordsOf(check);
  if (own !== null) return madeOf(remark, own);
  return check.kind === 'count' && WITHOUT_HEADER.has(check.of.what) && COUNTING_SO.test(remark);
}

function ownWordsOf(check: CodeCheck): string | null {
  if (check.kind === 'edge')
    return check.edge === 'end' && check.place.where === 'response' && isQuestion(check) ? QUESTION : null;
  if (check.kind !== 'count' || check.place.where !== 'response') return null;
  const { what } = check.of;
  return Object.hasOwn(OWN_WORDS, what) ? (OWN_WORDS[what] ?? null) : null;
}

const isQuestion = (check: Extract<CodeCheck, { kind: 'edge' }>): boolean =>
  check.with.type === 'shape' && check.with.shape === 'question';

function madeOf(remark: string, own: string): boolean {
  const known = new Set(`${PLAIN} ${own}`.split(' '));
  const isSample = own === PLACEHOLDER ? /\[[^\]]*\]|\{\{[^}]*\}\}|< ?\p{L}[\p{L} ]*>/gu : /(?!)/gu;
  return remark
    .replace(isSample, '')
    .split(' ')
    .filter((word) => /[\p{L}\p{N}#*`_]/u.test(word))
    .every((word) => known.has(word.replace(/^[#*_`]+(?=\p{L})|(?<=\p{L})[#*_`]+$/gu, '')));
}

/** A sample of these is told from other text by its form. */
const BY_FORM = new Set<string>([
  'hashtag', 'percentage', 'money', 'placeholder', 'link', 'web-address', 'email-address', 'emoji', 'clock-time',
  'phone-number', 'contraction', 'mention', 'bold', 'italic', 'markdown-link', 'date-as', 'checkbox',
]); // prettier-ignore

/** Whether each of `samples` is itself what the check counts: "a hashtag (such as #travel)". */
export function isSampleOf(samples: readonly string[], check: CodeCheck): boolean {
  if (check.kind !== 'count' || check.place.where !== 'response' || !BY_FORM.has(check.of.what)) return false;
  return (
    samples.length > 0 &&
    samples.every(
      (sample) =>
        !/\s/u.test(sample) && runCheck({ ...check, bound: { min: 1, max: null } }, sample).met === true,
    )
  );
}
