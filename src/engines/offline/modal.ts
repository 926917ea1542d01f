/** Statements of what a text, a part of it, its writer or its reader should do. */
import { orderOf, type Demand, type Reader } from './demand-types.ts';
import { isReceiver, isTextPart, MAKERS, singular } from './lexicon.ts';
import { lowerFirst, upperFirst } from './sentence-text.ts';
import { IN_PART, isBaseForm } from './order.ts';
import { tag, type TaggedWord } from './tagger.ts';

const MODAL =
  /^(.+?) (?:should|must|ought to|needs? to|ha(?:s|ve) to) (not |never )?((?:(?:also|always|ideally|therefore|generally|usually|at least) )*)(?:(only|\w{3,}ly) )?(.+)$/iu;
const NO_SUBJECT =
  /^(?:if|when|because|since|although|as|while|where|whether|unless|i|we|he|she|they|that|which|who|what|there|this|these|those|it|not|few|many|most|some|no|none|nobody|nothing|neither|hardly|scarcely|only|(?:an? |the )?(?:bad|poor|weak|worst))\b/iu;
const MAX_SUBJECT_WORDS = 9;
/** What a text can bring about in its reader, so that the text shows it. */
const GRASPS = /^(?:know|see|understand|find|be able|learn|recogni[sz]e|come away|grasp|tell|identify|follow|get)\b/iu;

export function readModal(statement: string, { isWhole }: Reader): Demand | undefined {
  const [match, subject = '', negation, adverbs = '', adverb = '', predicate = ''] = MODAL.exec(statement) ?? [];
  if (match === undefined || subject.split(' ').length > MAX_SUBJECT_WORDS || NO_SUBJECT.test(subject))
    return undefined;
  const words = tag(subject);
  if (
    // Alone, many a noun is tagged as a verb ("Impact should …").
    words.slice(1).some((word) => word.is('Verb') && !word.is('Gerund', 'Participle', 'PastTense'))
  )
    return undefined;
  const negative = negation !== undefined;
  const [verb = '', ...rest] = predicate.split(' ');
  const head = headOf(words);
  const isPlain =
    /\b(?:should|must)\b/u.test(statement) &&
    (isTextPart(head) || isReceiver(head) || /^be \w+(?:ed|en)\b/u.test(predicate));
  const kept: Demand | undefined = isPlain ? { form: 'kept', sentence: `${upperFirst(statement)}.` } : undefined;
  if (!isBaseForm(verb.toLowerCase()) || (negative && IN_PART.test(`${adverbs}${adverb} `))) return kept;
  if (isWhole(subject) || MAKERS.has(singular(head)))
    return {
      ...orderOf(verb.toLowerCase(), rest.join(' ')),
      adverb: adverb.toLowerCase(),
      negative,
      ofText: isWhole(subject),
    };
  if (isReceiver(head))
    return !negative && GRASPS.test(predicate)
      ? { form: 'reader', subject: lowerFirst(subject), predicate, negative }
      : kept;
  const isDefinite = /^(?:the|your|each|every)\s/iu.test(subject);
  if (isDefinite && isTextPart(head) && !words.some((word) => word.is('Preposition', 'Conjunction')))
    return {
      form: 'part',
      subject: lowerFirst(subject).replace(/^(?:the|your)\s+/iu, ''),
      predicate: `${adverb} ${predicate}`.trim(),
      negative,
    };
  return kept;
}

function headOf(words: readonly TaggedWord[]): string {
  const end = words.findIndex((word, index) => index > 0 && word.is('Preposition'));
  return words.slice(0, end === -1 ? undefined : end).findLast((word) => word.text !== '')?.lower ?? '';
}
