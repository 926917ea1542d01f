/** Circumstances in advice: those of the text itself stay; those of one writer or one occasion make advice for other texts. */
import { contentStems } from '../../text/words.ts';
import type { AdviceForm } from './advice-form.ts';
import { clean, isTextPart, wordAt } from './tokens.ts';
import { isReceiver } from './receivers.ts';
import { DETERMINERS, PLAIN_ADJECTIVES } from './vocabulary.ts';

const SPECIAL = 'It is for a circumstance that the task does not name.';
const CONDITION = /^(?:if|when|whenever|where|wherever|unless|even|in case)\b/iu;
/** "Once the facts are in place", "when the work is over", "if it were printed alone": stages of work, not of the text. */
const STAGE =
  /^(?:(?:once|until|as soon as)\b|(?:after|before|when|if|while)\b.*\b(?:are|is|was|were|has|have|had|will|do|does) (?:over|done|finished|ready|complete|written|printed|gone|in place)\b|(?:after|before) (?:the writer|you|it|they|we|\w+ing)\b|if \S+(?: \S+)? were\b)/iu;
/** "… if they paid": what people did before. */
const WHAT_THEY_DID = /\b(?:if|unless|when) (?:they|he|she|somebody|someone|anybody|anyone|nobody) \S+/iu;
/** "For a guide-like piece": another sort of text. */
const OF_OTHER_SORT =
  /\b(?:for|in|with) an? ([\p{L}’'-]+) ([\p{L}-]+)(?=$|[,.;]| (?:and|or|but|the|say|use)\b)/giu;
/** What may have happened to one writer. */
const INCIDENT =
  /^(?:explain|mention|justify|account for|address) (?:a|an|any) (?:gap|change|break|move|absence|lack|failure|delay|interruption|illness|dismissal)\b/iu;
/** "If it rhymes", "where the response quotes". */
const OF_THE_TEXT = /^(?:if|when|whenever|where|wherever|unless) (?:it|the response) /iu;
/** "If a figure is quoted": whatever part of the text is meant, the text itself shows whether it is there. */
const USED = /^(?:if|when|whenever|where|wherever) an? [^,]* is \w+$/iu;
const BACKWARD =
  /^(?:if (?:yes|no|not|so)|only now|for (?:the same|this|that) reason|at (?:this|that) point|in (?:this|that) case|from (?:here|there|now) on|past \S+|otherwise|by (?:now|then)|then|next|now)\b/iu;
/** "For a beginner", "with sceptics": for some readers or occasions only. */
const FOR_SOME = /^(?:for|with|as) (?:an? )?((?:\S+ ){0,3}\S+)$/iu;
/** "Done on a Tuesday": a picture, unless the task names the day. */
const WEEKDAY = /\b(?:on|by|until|next|every) (?:an? )?((?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\b/u;
/** "If the client allows it": people outside decide. */
const OTHERS_DECIDE =
  /,? (?:if|unless|when|where|once) (?:the|an?|your) \S+ (?:allows?|asks?|wants?|requires?|requests?|prefers?|agrees?|accepts?|uses?|insists?|likes?)\b.*$/iu;

/**
 * Why advice applies to some texts only, or null.
 * @param asked stems of the task's words; what it names is no special circumstance.
 */
export function specialCircumstance(
  form: AdviceForm,
  isWhole: (nounPhrase: string) => boolean,
  asked: ReadonlySet<string>,
): string | null {
  const { lead, verbPhrase } = form;
  if (OTHERS_DECIDE.test(verbPhrase)) return SPECIAL;
  const day = WEEKDAY.exec(verbPhrase)?.[1];
  if (day !== undefined && !contentStems(day).some((stem) => asked.has(stem))) return SPECIAL;
  if (INCIDENT.test(verbPhrase) || WHAT_THEY_DID.test(verbPhrase)) return SPECIAL;
  for (const [, modifier = '', noun = ''] of `${lead ?? ''}, ${verbPhrase}`.matchAll(OF_OTHER_SORT)) {
    if (
      isWhole(noun) &&
      !PLAIN_ADJECTIVES.has(modifier) &&
      !contentStems(modifier).some((stem) => asked.has(stem))
    )
      return SPECIAL;
  }
  if (form.subject !== null && /^⟦\d+⟧$/u.test(form.subject))
    return 'It presupposes wording that the text need not have.';
  if (lead === null) return null;
  if (STAGE.test(lead)) return SPECIAL;
  if (BACKWARD.test(lead)) return 'It refers to something said before it.';
  const named = contentStems(lead).filter((stem) => asked.has(stem)).length;
  // Of a condition, the task must name what is the case, not only of whom.
  if (named > 0 && (!CONDITION.test(lead) || named === contentStems(lead).length)) return null;
  if (CONDITION.test(lead))
    return OF_THE_TEXT.test(lead) || (USED.test(lead) && speaksOfPart(lead, isWhole)) ? null : SPECIAL;
  const some = FOR_SOME.exec(lead)?.[1];
  if (some === undefined || DETERMINERS.has(wordAt(some.split(' '), 0))) return null;
  const head = clean(some.split(' ').at(-1) ?? '');
  return isTextPart(head) ||
    isTextPart(head.replace(/s$/u, '')) ||
    (/^for \S+s$/u.test(lead) && !isReceiver(head))
    ? null
    : SPECIAL;
}

/** "If a figure is quoted", "where the text lists items": the condition's subject is the text or a part of it. */
function speaksOfPart(lead: string, isWhole: (nounPhrase: string) => boolean): boolean {
  const tokens = lead.split(' ').slice(1).map(clean);
  const noun = DETERMINERS.has(tokens[0] ?? '') ? tokens.slice(1) : tokens;
  return noun
    .slice(0, 2)
    .some(
      (word, index) =>
        isTextPart(word) ||
        isWhole(noun.slice(0, index + 1).join(' ')) ||
        /^(?:term|abbreviation|acronym|metaphor|joke|statistic|percentage|sample)s?$/u.test(word),
    );
}
