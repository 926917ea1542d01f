/** Signs in a composed demand that it holds only in a case that the task does not name, or that only the writer can tell. */
import { contentStems } from '../text/words.ts';
import type { IsSettled } from './settled-nouns.ts';
import { clean, isTextPart } from './tokens.ts';
import { DETERMINERS } from './vocabulary.ts';

const CASE = 'It applies only in a case that the text may not be in.';
const WRITER = 'It depends on what only the writer knows.';

const ONLY_WRITER =
  /^use the writer['’]s own\b|\b(?:that|what|which|than|where) the writer (?:can(?:not|['’]t)?|could(?:n['’]t| not)?|means?|meant|intends?|admires|sees|has never|has not|hasn['’]t|did not|didn['’]t|does not (?:intend|mean|like|believe|know))\b/u;
const CONDITION =
  /(?<!\bonly )\b(?:if (?!any|necessary|possible|needed|not\b|they\b)|in case |(?:when|where|whenever) (?=(?:it|there) (?:is|are|has|have)\b))([^,;]+)/u;
/** "One page for a job, two for graduate study": which of them is due, the task has settled. */
const ALTERNATIVES =
  /\bfor (?:an? )?[^,]+, (?:and |but |or )?(?:to )?(?:one|two|three|four|five|half|\d+)\b[^,]*\bfor\b/u;
/** "As late as the writer dares": the measure is in the writer. */
const WRITERS_MEASURE = /\bas the writer (?:dares|likes|wishes|wants|feels|sees|chooses|prefers)\b/u;
/** "Ensure that a carpenter does not think in …": a person of one case. */
const PERSON_OF_A_CASE =
  /^(?:not )?ensure that an? (?!reader|listener|writer|author|header|number|letter|answer|chapter|figure|order|paper|footer|newcomer|character|stranger)(?:\w+ )?\w+(?:er|or|ist|ian|ant)\b (?:\w+s|does|is|can|will|has)\b/u;
const OUTSIDER = /\b(?:somebody|someone|anybody|a person) (?:outside|else)\b/u;
const NEED_BE = /\bif need be\b/u;

/** Pictures and plots as such; "each chart" asks for none. */
const PLOTS = /\b(?:axis|axes|error bars?|bar charts?|pie charts?|graphs?|charts?|diagrams?)\b/u;
const NO_PLOT_ASKED = /^(?:not|avoid)\b|\b(?:each|every|any|no|if)\b/u;
/** Tasks that have something to show. */
const SHOWN =
  /^(?:figur|graph|chart|plot|diagram|slide|poster|talk|lectur|present|infograph|dashboard|illustr|visual)/u;
/** "A bar of soap has …", "a complaint has …": one thing among many, of which the task need have none. */
const ONE_CASE = /^(?:not )?ensure that an? (.+?) (?:has|is|gets|needs|takes|uses|should)\b/u;

/** @param asked stems of the task's words */
export function doubtfulCase(
  demand: string,
  asked: ReadonlySet<string>,
  isSettled: IsSettled = () => false,
): string | null {
  if (ONLY_WRITER.test(demand) || WRITERS_MEASURE.test(demand)) return WRITER;
  if (PERSON_OF_A_CASE.test(demand) || OUTSIDER.test(demand))
    return 'It depends on people or things outside the text.';
  if (PLOTS.test(demand) && !NO_PLOT_ASKED.test(demand) && ![...asked].some((stem) => SHOWN.test(stem)))
    return CASE;
  const one = ONE_CASE.exec(demand)?.[1]?.split(' ').map(clean);
  if (
    one !== undefined &&
    !one.some((word) => isTextPart(word) || isSettled(word)) &&
    !contentStems(one.join(' ')).some((stem) => asked.has(stem))
  )
    return CASE;
  if (NEED_BE.test(demand) || ALTERNATIVES.test(demand)) return CASE;
  const condition = CONDITION.exec(demand)?.[1];
  if (condition !== undefined && !isOfText(condition, asked)) return CASE;
  return null;
}

function isOfText(condition: string, asked: ReadonlySet<string>): boolean {
  if (contentStems(condition).some((stem) => asked.has(stem))) return true;
  const words = condition.split(' ').map(clean);
  const subject = DETERMINERS.has(words[0] ?? '') ? words.slice(1, 3) : words.slice(0, 2);
  return subject.some(isTextPart);
}
