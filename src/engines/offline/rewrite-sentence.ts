/** One sentence of advice → one criterion that stands alone, or the reason why there is none. */
import { wordCount } from '../../text/words.ts';
import type { AdviceForm } from './advice-form.ts';
import { trimVerbPhrase, withoutAsides } from './clauses.ts';
import { composeCriterion, type Wording } from './compose-criterion.ts';
import { doubtsAbout, type Doubt, type Ground } from './doubts.ts';
import { plainForm } from './plain-form.ts';
import { maskQuotes, restoreQuotes } from './quoted.ts';
import { readAdvice } from './read-advice.ts';
import { isSampleOrder, withoutSample } from './sample.ts';
import { resolveSecondPerson } from './second-person.ts';
import { thirdPerson } from './verbs.ts';

/** A purpose ("so that …") is kept up to this length. */
const COMFORTABLE_WORDS = 22;
export interface Composed extends Wording {
  readonly form: AdviceForm;
  /** The demand with its quotations masked. */
  readonly demand: string;
  readonly doubts: readonly Doubt[];
}

type Rewritten = Composed | { readonly reason: string };

/** Where nothing is known of the task or of the field. */
const OPEN_GROUND: Ground = { asked: new Set(), isKnown: () => true };

export function rewriteSentence(
  sentence: string,
  isWhole: (nounPhrase: string) => boolean,
  ground: Ground = OPEN_GROUND,
): Rewritten {
  const { text: masked, quotes } = maskQuotes(sentence.trim());
  if (/[“”"]/u.test(masked)) return { reason: 'It is cut from the middle of a quotation.' };
  const form = readAdvice(
    withoutAsides(masked)
      .replace(/,? instead(?= (?!of\b))/u, '')
      .replace(/, (?:say|perhaps|ideally|preferably), /u, ' '),
    isWhole,
  );
  if (form === undefined) return { reason: 'It is not advice in a form that stands as a criterion.' };
  if (isSampleOrder(form.verbPhrase, form.negative, quotes))
    return { reason: 'It quotes the wording of a sample text.' };
  const compose = (keepsPurpose: boolean): Rewritten => {
    const verbPhrase = withoutSample(
      withoutAbility(trimVerbPhrase(form.verbPhrase, keepsPurpose)),
      ground.isKnown,
    );
    return rewriteForm({ ...form, verbPhrase }, quotes, isWhole, ground);
  };
  const withPurpose = compose(true);
  if ('text' in withPurpose && wordCount(withPurpose.text) <= COMFORTABLE_WORDS) return withPurpose;
  const bare = compose(false);
  // What is left without its purpose must still say something.
  return 'reason' in bare || bare.doubts.some(({ sign }) => sign === 'bare') ? withPurpose : bare;
}

function rewriteForm(
  form: AdviceForm,
  quotes: readonly string[],
  isWhole: (nounPhrase: string) => boolean,
  ground: Ground,
): Rewritten {
  const plain = plainForm(form);
  if (plain === undefined)
    return { reason: 'It asks for work on the draft, not for something that the text shows.' };
  const resolved = aboutTheText(plain);
  if (resolved === undefined)
    return { reason: 'It speaks to the writer in a way that cannot be turned to the text.' };
  const wording = composeCriterion(resolved);
  const demand = demandIn(wording.text, resolved.lead);
  // "A heading with the date (closing days": a sentence that was cut.
  if (demand.split('(').length !== demand.split(')').length)
    return { reason: 'It is only part of a sentence.' };
  const text = tidy(restoreQuotes(wording.text, quotes));
  return {
    text,
    question: tidy(restoreQuotes(wording.question, quotes)),
    form: resolved,
    demand,
    doubts: doubtsAbout({ said: form, plain, resolved, demand, text }, isWhole, ground),
  };
}

function demandIn(criterion: string, lead: string | null): string {
  return criterion
    .slice('The response should'.length + (lead === null ? 1 : lead.length + 4))
    .replace(/\.$/u, '');
}

/** "Where you can" lets the writer off; "as close as you can" is as close as possible. */
function withoutAbility(verbPhrase: string): string {
  return verbPhrase
    .replace(
      /,? (?:where(?:ver)?|if|when(?:ever)?|as far as|as much as|as best) you (?:\w+ly )?(?:can|could|may)(?=$|[,.;])/giu,
      '',
    )
    .replace(/\b(as \w+(?: [^,;]{1,40})?) as you (?:\w+ly )?can(?=$|[,.;])/giu, '$1 as possible');
}

/** Verbs of what a text does: "when you quote a figure" is then "when it quotes a figure". */
const TEXT_VERBS = new Set(
  'mention quote cite describe use name give include refer introduce state claim list compare present report define tell show open begin start close end rely borrow disagree criticise criticize praise address argue link repeat paraphrase summarise summarize ask offer recommend propose mix rhyme switch change move contrast'.split(
    ' ',
  ),
);

function aboutTheText(form: AdviceForm): AdviceForm | undefined {
  const lead = form.lead === null ? null : resolvedLead(form.lead);
  const subject = form.subject === null ? null : resolveSecondPerson(form.subject);
  const verbPhrase = resolveSecondPerson(form.verbPhrase);
  if (lead === undefined || subject === undefined || verbPhrase === undefined) return undefined;
  return {
    ...form,
    lead,
    subject: subject?.replace(/^(?:the writer['’]s) (?=opening|title|first|last|closing)/u, 'the ') ?? null,
    verbPhrase,
  };
}

/** Null where the lead only says that it does not matter. */
function resolvedLead(lead: string): string | null | undefined {
  if (/^(?:whichever|whatever|however)\b/u.test(lead)) return null;
  const writing =
    /^(if|when|where|whenever|wherever|unless) you (must |need to |have to |do )?(\S+)(.*)$/u.exec(lead);
  if (writing !== null) {
    const [, word = '', , verb = '', rest = ''] = writing;
    if (!TEXT_VERBS.has(verb)) return undefined;
    return resolveSecondPerson(`${word} it ${thirdPerson(verb)}${rest}`);
  }
  if (
    /\byou\b/iu.test(lead) &&
    !/^(?:in|for|at|with|on|by|from|after|under|instead of|rather than) /u.test(lead)
  )
    return undefined;
  return resolveSecondPerson(lead.replace(/^as for /u, 'in '));
}

function tidy(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .replace(/([.!?])([”"’'])([.?])$/u, (_match, mark: string, quote: string, end: string) =>
      (end === '.' ? `${mark}${quote}` : `${quote}${end}`).replace(/^\.(?=[”"’'])/u, '.'),
    )
    .replace(/ ([,.;:?!])/gu, '$1');
}
