/** Reads the verdict of a prose answer: one of the offered choices. */
import { LABEL, NOUN, ownLines } from './own-words.ts';

const CONCLUDES = '(?:so|thus|hence|therefore|overall),? ';
const LABELLED = String.raw`(?:${CONCLUDES})?${LABEL}(?: ?\([^()]*\))?(?: is:?|[:：=]) ?`;
const LINE_END = String.raw`[.!]?$`;
/** "No, …", "No. …", "No – …": not "No one", "No. 4", "4.5", "YES, NO or N/A". @param others of the choices */
const wordEnd = (others: string) =>
  String.raw`(?:[,.!]?$|(?:,|[.!](?! \d)| [—–-]) (?!(?:or )?(?:${others})(?:$|[,;:.!?/)|]| or )))`;
/** "Yes, but …", "Yes – if …" take back what a no keeps. */
const YES_BUT = /^(?!no\b)[^,—–-]*(?:,| [—–-]) (?:but|if|unless)\b/iu;

/**
 * A verdict counts where the judge plainly states it: as the last line by itself ("NO", "Verdict: NO", "[[NO]]") or its last
 * sentence, as the first line, and as the first word ("No, …") of an answer that does not turn round ("Wait, …"). What stands
 * anywhere else may be quoted. If two of these differ, or what the last clause concludes ("…, so NO."), there is none.
 * @param raw the whole answer, reasoning blocks included
 * @param choices Two single characters are the sides of a comparison ("Response A"), with up to two choices for a tie. Whole
 *   numbers are scores ("4/5").
 */
export function readVerdict<const Choice extends string | number>(
  raw: string,
  choices: readonly Choice[],
): Choice | null {
  const word = readWord(raw, choices.map(String));
  return choices.find((choice) => String(choice) === word) ?? null;
}

function readWord(raw: string, choices: readonly string[]): string | null {
  const lines = ownLines(raw);
  if (lines === null) return null;
  const isPair = choices.every((choice, index) => (choice.length === 1) === index < 2) && choices.length <= 4;
  const forms = choices.map((choice, index) =>
    formOf(choice, isPair && index < 2 ? index : null, choices.at(-1) ?? ''),
  );
  const find = (text: string, before: string, after = LINE_END) =>
    choices.filter((_, index) => new RegExp(`^${before}${forms[index] ?? ''}${after}`, 'iu').test(text));
  const bare = (line: string) => find(line, '');
  const marked = (line: string) => [
    ...find(line, LABELLED),
    ...find(line, `${LABELLED}\``, `\`${LINE_END}`),
    ...find(fromMyVerdict(line), `(?:${LABELLED})?\\[\\[ ?`, ` ?\\]\\]${LINE_END}`),
  ];

  const sentences = lines.last.split(/(?<=[.!?]) /u);
  const lastSentence = sentences.at(-1) ?? '';
  // After a colon, a sentence may be quoted, unless it concludes.
  const isBehindColon = sentences.slice(0, -1).some((sentence) => /[:：]/u.test(sentence));
  // It may be the heading of what is said of that response, or of the parts that are of that grade.
  const isHeading =
    lines.all.length > 1 &&
    (new Set(lines.all.slice(0, -1).flatMap(bare)).size > 1 ||
      (isPair ? NAME.test(lines.first) : lines.isHeaded && !YES_OR_FIGURE.test(lines.first)));
  const stated = new Set([
    ...bare(lines.last),
    ...[lines.last, lines.first, isBehindColon ? '' : lastSentence].flatMap(marked),
    ...(isHeading ? [] : bare(lines.first)),
    ...(isPair
      ? find(
          lastSentence,
          isBehindColon ? CONCLUDES : `(?:${CONCLUDES})?`,
          ` is (?:the )?better(?: ${NOUN}| than ${NOUN} \\S+)?(?: because [^,;:]*)?${LINE_END}`,
        )
      : []),
  ]);
  // "A. …" and "1. …" are items of a list.
  const isWord = choices.every((choice) => !/^(?:.|\d+)$/u.test(choice));
  const isFirstWord = (_: string, index: number) =>
    new RegExp(`^${forms[index] ?? ''}${wordEnd(forms.filter((_form, at) => at !== index).join('|'))}`, 'iu').test(
      lines.first,
    );
  if (isWord && !isHeading && !YES_BUT.test(lines.first) && (stated.size > 0 || !TURN.test(lines.all.join('\n'))))
    for (const choice of choices.filter(isFirstWord)) stated.add(choice);
  // "Yes, it is short; it asks for two, so no."
  if (isWord && stated.size > 0) for (const choice of find(lines.last, `.*[,;.] ${CONCLUDES}`)) stated.add(choice);
  const isMet = MET.exec(lastSentence);
  const concluded = isMet === null ? null : isMet[1] === undefined ? 'yes' : 'no';
  const against = [...stated].find((choice) => /^(?:yes|no)$/iu.test(choice) && choice.toLowerCase() !== concluded);
  if (concluded !== null && against !== undefined) return null;
  const [choice = null, other] = stated;
  return other === undefined ? choice : null;
}

/** A last sentence by itself, against a first word. */
const MET = new RegExp(`^(?:${CONCLUDES})?the (?:criterion|requirement|demand) is (not )?met[.!]?$`, 'iu');
const MY_VERDICT = /\bmy (?:final )?verdict is\b/iu;
const NAMES_A_TEXT = new RegExp(`\\b${NOUN}\\b`, 'iu');
const GOES_ON = new RegExp(`, (?:${CONCLUDES}|and )$`, 'iu');

/** "After careful comparison, my verdict is …"; "Response B writes that my verdict is …" is a report. */
function fromMyVerdict(line: string): string {
  const at = line.search(MY_VERDICT);
  const before = line.slice(0, Math.max(0, at));
  const isOwn = GOES_ON.test(before.slice(-40)) || (before.endsWith(', ') && !NAMES_A_TEXT.test(before));
  return isOwn ? line.slice(before.length) : line;
}

const YES_OR_FIGURE = /^(?:yes|no|n\/?a|\d+)\b/iu;
/** What was said first is taken back: the answer is unread, and asked for again. */
const TURN = /(?:^|[.!?…] )(?:wait|hold on|correction|actually|on second thought)\b/imu;
const NAME = new RegExp(`^${NOUN}\\b`, 'iu');

/** Choices are words of the user's own. @param side of a comparison: 0 or 1 */
function formOf(choice: string, side: number | null, highest: string): string {
  const literal = literally(choice);
  if (side !== null) return `(?:(?:${NOUN} )?(?:\\(${literal}\\)|${literal})|${NOUN} ${side + 1})`;
  return /^\d+$/u.test(choice) ? `${literal}(?: ?(?:/|out of) ?${literally(highest)})?` : literal;
}

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&').replace(/\s+/gu, ' ');
