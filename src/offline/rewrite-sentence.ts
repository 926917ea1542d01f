/** One sentence of advice → one criterion that stands alone, or the reason why there is none. */
import { wordCount } from '../text/words.ts';
import type { AdviceForm } from './advice-form.ts';
import { specialCircumstance } from './circumstance.ts';
import { pointsAtUnknown, type IsKnown } from './common-ground.ts';
import { readAdvice } from './read-advice.ts';
import { isSampleOrder, saysSample, withoutSample } from './sample.ts';
import { clean, fromGerund } from './tokens.ts';
import { trimVerbPhrase, withoutAsides } from './clauses.ts';
import { composeCriterion, type Wording } from './compose-criterion.ts';
import { maskQuotes, restoreQuotes } from './quoted.ts';
import { notInText } from './not-in-text.ts';
import { notPlain } from './plain-demand.ts';
import { resolveSecondPerson } from './second-person.ts';
import { doubtfulCase } from './doubtful-case.ts';
import { doubtfulGrammar } from './doubtful-grammar.ts';
import { doubtfulReference } from './doubtful-reference.ts';
import { unsettledNoun, type IsSettled } from './settled-nouns.ts';
import { danglingReference } from './standalone.ts';
import { isBaseVerb, thirdPerson } from './verbs.ts';
import { DETERMINERS, PREPOSITIONS } from './vocabulary.ts';

const MIN_WORDS = 6;
/** A purpose ("so that …") is kept up to this length. */
const COMFORTABLE_WORDS = 22;
const MAX_WORDS = 30;

/** A verb, what it is done to, and two words about it. */
const MIN_SAYING_WORDS = 4;
const EMPTY = /^(?:and|or|not|be|is|are|it|that|then|so|more|very|purpose|thing|something|good)$/u;

const UNFINISHED =
  /\b(?:(?:what|how|why|who|where|when|which|that) (?:you|the (?:writer|reader|audience))|(?<!\bby |\bsince )(?:what|how|why|who|where|when)|such as|including|the|an?|with|than|and|or|as|into|if|because|but|nor|whose|of course)$/iu;

type Rewritten = Wording | { readonly reason: string };

/** What a sentence is read against. */
export interface Ground {
  /** Stems of the task's words. */
  readonly asked: ReadonlySet<string>;
  readonly isKnown: IsKnown;
  readonly isSettled: IsSettled;
}

/** Where nothing is known of the task or of the field. */
const OPEN_GROUND: Ground = { asked: new Set(), isKnown: () => true, isSettled: () => true };

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
  const trimmed = (keepsPurpose: boolean): AdviceForm => ({
    ...form,
    verbPhrase: withoutSample(withoutAbility(trimVerbPhrase(form.verbPhrase, keepsPurpose)), ground.isKnown),
  });
  // What is left when the purpose or the sample is gone must still say something.
  const whole = trimVerbPhrase(form.verbPhrase, true);
  const isBare = ({ verbPhrase }: AdviceForm): boolean =>
    verbPhrase !== whole && saysLittle({ ...form, verbPhrase });
  if (isBare(trimmed(true))) return { reason: 'It says too little to be judged.' };
  const withPurpose = rewriteForm(trimmed(true), quotes, isWhole, ground);
  if ('text' in withPurpose && wordCount(withPurpose.text) <= COMFORTABLE_WORDS) return withPurpose;
  if (isBare(trimmed(false))) return withPurpose;
  const bare = rewriteForm(trimmed(false), quotes, isWhole, ground);
  return 'reason' in bare ? withPurpose : bare;
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
  const special = specialCircumstance(resolved, isWhole, ground.asked);
  if (special !== null) return { reason: special };
  // "When it quotes a figure": this "it" is the response itself.
  const lead = resolved.lead === null ? null : resolved.lead.replace(/^(\w+) it\b/u, '$1 the response');
  const parts = [
    form.lead?.includes('you') === true ? lead : resolved.lead,
    resolved.subject,
    resolved.verbPhrase,
  ].filter((part) => part !== null);
  if (UNFINISHED.test(resolved.verbPhrase)) return { reason: 'It is only part of a sentence.' };
  const dangling = danglingReference(parts.join(', '));
  if (dangling !== null) return { reason: dangling };
  if (saysSample(resolved.verbPhrase, ground.isKnown))
    return { reason: 'It gives details of a sample text.' };
  // The unresolved words tell "your criteria" from "the criteria"; a part that something is demanded of is named.
  if (pointsAtUnknown(plain.verbPhrase, ground.isKnown))
    return { reason: 'It speaks of a thing that only its own page has introduced.' };
  const wording = composeCriterion(resolved);
  const doubt = doubtAbout(wording.text, resolved.lead, ground);
  if (doubt !== null) return { reason: doubt };
  const text = restoreQuotes(wording.text, quotes);
  // What the filter refuses is the filter's to explain.
  const unplain = notInText(text) === null ? notPlain(resolved) : null;
  if (unplain !== null) return { reason: unplain };
  const length = wordCount(text);
  if (length < MIN_WORDS) return { reason: 'It is too short to be judged.' };
  if (length > MAX_WORDS) return { reason: 'It is too long for one criterion.' };
  return { text: tidy(text), question: tidy(restoreQuotes(wording.question, quotes)) };
}

/** Why the composed demand (quotations masked) cannot be read with certainty, or null: doubt is no matter for repair. */
function doubtAbout(criterion: string, lead: string | null, ground: Ground): string | null {
  const demand = criterion
    .slice('The response should'.length + (lead === null ? 1 : lead.length + 4))
    .replace(/\.$/u, '');
  return (
    doubtfulGrammar(demand) ??
    doubtfulReference(demand, lead !== null) ??
    doubtfulCase(demand, ground.asked, ground.isSettled) ??
    (unsettledNoun(demand, ground.isSettled) === null
      ? null
      : 'It speaks of a thing that only its own page has introduced.')
  );
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

/** A verb and a noun alone ("arrange the results") ask for nothing that a text can miss. */
function saysLittle(form: AdviceForm): boolean {
  const phrase = [form.lead, form.subject, form.verbPhrase].filter((part) => part !== null).join(' ');
  const said = phrase
    .split(' ')
    .map(clean)
    .filter((word) => word !== '' && !DETERMINERS.has(word) && !PREPOSITIONS.has(word) && !EMPTY.test(word));
  return said.length < MIN_SAYING_WORDS && !form.negative && !/[⟦\d:]/u.test(phrase);
}

/** Advice to make sure of, to remember or to try something is advice to do it. */
function plainForm(form: AdviceForm): AdviceForm | undefined {
  if (form.subject !== null) return form;
  const phrase = form.verbPhrase.replace(
    /^(?:tell|show|remind|convince|persuade|reassure|assure|give|help) (?:them|him|her)\b/u,
    (said) => said.replace(/\S+$/u, 'the reader'),
  );
  const negate = (verbPhrase: string): AdviceForm => ({ ...form, verbPhrase, negative: !form.negative });
  const keep = (verbPhrase: string): AdviceForm => ({ ...form, verbPhrase });
  const ensured =
    /^(?:make sure|ensure|be sure|be certain|check|verify|see to it|take care|see) (?:that )?(.+)$/u.exec(
      phrase,
    );
  if (ensured?.[1] !== undefined && !/^(?:to|not to|of|for)\b/u.test(ensured[1])) {
    if (/^(?:make sure|ensure|be sure)/u.test(phrase) || phrase.includes(' that '))
      return keep(`ensure that ${ensured[1]}`);
    return phrase.startsWith('check') || phrase.startsWith('verify') ? undefined : form;
  }
  const notTo =
    /^(?:be careful|take care|try|be sure|make sure) (?:not|never) to (.+)$/u.exec(phrase) ??
    /^resist the (?:urge|temptation) to (.+)$/u.exec(phrase);
  if (notTo?.[1] !== undefined) return negate(notTo[1]);
  const to =
    /^(?:make sure|be sure|remember|try|aim|take care|be careful|strive|seek|endeavour|work|attempt) to (.+)$/u.exec(
      phrase,
    );
  if (to?.[1] !== undefined) return isBaseVerb(to[1].split(' ')[0] ?? '') ? keep(to[1]) : undefined;
  const swap = /^(?:replace|swap) (.+?) (?:with|for|by) (.+)$/u.exec(phrase);
  if (swap?.[1] !== undefined && swap[2] !== undefined && !form.negative) {
    return /^(?:each|it|them|one|some|that|any|every)\b/u.test(swap[1])
      ? undefined
      : keep(`use ${swap[2]} rather than ${swap[1]}`);
  }
  // The text is the only thing that "in it" can mean here.
  const had = /^(have .+) in it$/u.exec(phrase);
  if (had?.[1] !== undefined) return keep(had[1]);
  const given = /^give it ((?:an?|no|one) .+)$/u.exec(phrase);
  if (given?.[1] !== undefined) return keep(`have ${given[1]}`);
  const cut =
    /^(?:cut|delete|remove|drop|strike|omit|skip|leave out|take out|strip out|cross out) (.+)$/u.exec(phrase);
  if (cut?.[1] !== undefined && !form.negative) {
    // To cut "the first paragraph" is work on a draft; to cut "any repetition" says what the text must not have.
    return /^(?:any|all|every|anything|everything|\w+s\b|it\b|unnecessary|filler)/u.test(cut[1])
      ? keep(`leave out ${cut[1].replace(/^any\b/u, 'any')}`)
      : form.verbPhrase.startsWith('omit') ||
          form.verbPhrase.startsWith('leave') ||
          form.verbPhrase.startsWith('skip')
        ? keep(`leave out ${cut[1]}`)
        : undefined;
  }
  const stop = /^(?:stop|quit|refrain from) (.+)$/u.exec(phrase);
  const stopped = stop?.[1] === undefined ? undefined : fromGerund(stop[1]);
  if (stopped !== undefined) return negate(stopped);
  return keep(phrase);
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
