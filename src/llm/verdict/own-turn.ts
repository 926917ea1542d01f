/** Keeps the judge's own answer of a transcript that runs on: what others say is no verdict, nor what is said of other questions. */

/** What begins somebody else's turn. */
const OTHERS_TURN =
  /<\|(?:im_start|start_header_id)\|>\s*(?:user|system|human)\b|<\|(?:user|human|system|prompter)\|>|\[INST\]|^[ \t]*#{1,5}[ \t]*(?:instructions?|user|human|input)\b|^[ \t]*next (?:response|item|criterion|question|text)\b|^[ \t]*(?:example|sample|case) \d{1,2}[ \t]*:?[ \t]*$|^[ \t]*[*[]{0,2}(?:human|user)[*\]]{0,2}[ \t]*:|\[(?:user|human)\][ \t]*:/gimu;
/** What begins the judge's. */
const OWN_TURN =
  /<\|(?:im_start|start_header_id)\|>\s*(?:assistant|model)\b|<\|assistant\|>|\[\/INST\]|^[ \t]*#{1,5}[ \t]*(?:response|assistant|output)\b:?|^[ \t]*[*[]{0,2}(?:assistant|ai|judge|evaluator|model|bot|gpt|claude)[*\]]{0,2}[ \t]*(?::|$)|\[assistant\][ \t]*:/gimu;
const TOKEN = /<\|[a-z_]+\|>|<\/?s>|<(?:end|start)_of_turn>|\[\/?INST\]/giu;
/** "Q: …?", "Criterion: …?" on a line of its own, or before its answer. */
const ASKS =
  /^[ \t]*(?:#+[ \t]*)?[*_]{0,2}(?:q|question|criterion|task|item)[ \t]*\d{0,2}[*_]{0,2}[ \t]*(?:[:.)–—-][*_]{0,2}|\n)[ \t]*["“]?([^\n?]{3,300}\?)/gimu;

/** @param isAsked true for the criterion's own question */
export function ownTurn(text: string, isAsked: (text: string) => boolean): string {
  return onQuestion(firstTurn(text).replace(OWN_TURN, '\n').replace(TOKEN, '\n'), isAsked).trim();
}

/** Up to where somebody else takes over; what others said before the judge began is left out. */
function firstTurn(text: string): string {
  const other = [...text.matchAll(OTHERS_TURN)].find(({ index }) => !isInsideQuotation(text, index));
  if (other === undefined) return text;
  const before = text.slice(0, other.index);
  if (before.replace(OWN_TURN, '').replace(TOKEN, '').trim() !== '') return before;
  const rest = text.slice(other.index + other[0].length);
  const [own] = rest.matchAll(OWN_TURN);
  return own === undefined ? '' : firstTurn(rest.slice(own.index + own[0].length));
}

/** What a judge quotes of a response ends no turn of his: the response would choose what of his answer is read. */
function isInsideQuotation(text: string, index: number): boolean {
  return text.lastIndexOf('“', index) > text.lastIndexOf('”', index);
}

/** Of several questions with their answers the one that was asked; else what was said before the first. */
function onQuestion(text: string, isAsked: (text: string) => boolean): string {
  const questions = [...text.matchAll(ASKS)];
  const others = questions.filter(([, question = '']) => !isAsked(question));
  const asked = questions.filter(([, question = '']) => isAsked(question));
  const [only, another] = asked;
  if (others.length === 0 || another !== undefined) return text;
  if (only !== undefined) {
    const next = questions[questions.indexOf(only) + 1];
    return text.slice(only.index, next?.index);
  }
  const before = text.slice(0, others[0]?.index).trim();
  return before === '' ? text : before;
}
