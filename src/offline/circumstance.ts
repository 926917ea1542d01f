/** Circumstances in advice: those of the text itself stay; those of one writer or one occasion make advice for other texts. */
import { contentStems } from '../text/words.ts';
import type { AdviceForm } from './advice-form.ts';
import { clean, isTextPart, wordAt } from './tokens.ts';
import { isReceiver } from './receivers.ts';
import { DETERMINERS } from './vocabulary.ts';

const SPECIAL = 'It is for a circumstance that the task does not name.';
const CONDITION =
  /^(?:if|when|whenever|where|wherever|unless|once|until|as soon as|after|before|even|in case)\b/iu;
/** "If it rhymes", "where there are several questions", "when nothing else fits". */
const OF_THE_TEXT =
  /^(?:if|when|whenever|where|wherever|unless) (?:(?:it|the response) |there (?:is|are) )/iu;
const BACKWARD =
  /^(?:if (?:yes|no|not|so)|only now|for (?:the same|this|that) reason|at (?:this|that) point|in (?:this|that) case|from (?:here|there|now) on|past \S+|otherwise|by (?:now|then)|then|next|now)\b/iu;
/** "For a beginner", "with sceptics": for some readers or occasions only. */
const FOR_SOME = /^(?:for|with|as) (?:an? )?((?:\S+ ){0,3}\S+)$/iu;
/** "If the client allows it": people outside decide. */
const OTHERS_DECIDE =
  /,? (?:if|unless|when|where|once) (?:the|an?|your) (\S+) (?:allows?|asks?|wants?|requires?|requests?|prefers?|agrees?|accepts?|uses?|insists?|likes?|has|have|is|are)\b.*$/iu;

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
  const outside = OTHERS_DECIDE.exec(verbPhrase)?.[1];
  if (outside !== undefined && isReceiver(clean(outside))) return SPECIAL;
  if (lead === null) return null;
  if (BACKWARD.test(lead)) return 'It refers to something said before it.';
  if (contentStems(lead).some((stem) => asked.has(stem))) return null;
  if (CONDITION.test(lead)) return OF_THE_TEXT.test(lead) || speaksOfPart(lead, isWhole) ? null : SPECIAL;
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
