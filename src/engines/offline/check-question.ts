/** Questions of a guide for checking a text. */
import { isTextPart } from './lexicon.ts';
import { orderOf, type Demand, type Reader } from './demand-types.ts';
import { upperFirst } from './sentence-text.ts';
import { isBaseForm } from './order.ts';
import { tag } from './tagger.ts';

const ASKS_WHAT = /^(?:who|what|when|where|why|how|which|whose|whom)\b/iu;
/** "Has" and "did" ask about the work, not about the text. */
const YES_NO = /^(is|are|does|do|can|will) (.+)$/iu;
const MAX_SUBJECT_WORDS = 4;

/** Turns "Does it name a date?" into an order, and any other question into one that the text should answer. */
export function readCheckQuestion(text: string, { isWhole }: Reader): Demand | undefined {
  const question = text.replace(/\?+$/u, '');
  const asQuestion: Demand = { form: 'question', sentence: `${upperFirst(question)}?` };
  if (ASKS_WHAT.test(question)) return asQuestion;
  const [, auxiliary = '', clause = ''] = YES_NO.exec(question) ?? [];
  // "Does it please or is it likely to offend?" is not a yes/no question.
  if (clause === '' || /\bor (?:is|are|does|do|will|can)\b/iu.test(clause)) return undefined;
  const words = clause.split(' ').map((word) => word.replace(/,$/u, ''));
  const lengths = Array.from({ length: Math.min(MAX_SUBJECT_WORDS, words.length - 1) }, (_, index) => index + 1);
  const isText = (length: number): boolean => {
    const subject = words.slice(0, length).join(' ');
    return /^(?:it|you)$/iu.test(subject) || isWhole(subject);
  };
  const length = lengths.findLast(isText);
  // Whether "every name is right" a text does not show; what "this incident" was or how two parts agree it does.
  if (length === undefined)
    return /\b(?:this|your)\b/iu.test(clause) || words.filter(isTextPart).length >= 2 ? asQuestion : undefined;
  const [first = '', ...rest] = words.slice(length);
  const isYou = /^you$/iu.test(words[0] ?? '');
  if (/^do(?:es)?$/iu.test(auxiliary) && isBaseForm(first.toLowerCase()))
    return orderOf(first.toLowerCase(), rest.join(' '));
  // "Is it clear?" is of the text, "is it a bug?" of something else; "are you sure?" asks the writer.
  const word = tag(`it is ${first}`).at(-1);
  const isQuality = word?.is('Adjective', 'PastTense', 'Participle', 'Adverb') === true;
  if (/^(?:is|are)$/iu.test(auxiliary) && !isYou)
    return isQuality ? orderOf('be', [first, ...rest].join(' ')) : asQuestion;
  return isYou ? undefined : asQuestion;
}
