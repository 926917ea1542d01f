/** Takes the wrapping off an order: what it asks of the text, not of the person who writes. */
import type { AdviceForm } from './advice-form.ts';
import { fromGerund } from './tokens.ts';
import { isBaseVerb } from './verbs.ts';

/** Advice to make sure of, to remember or to try something is advice to do it. Undefined where it is work on a draft. */
export function plainForm(form: AdviceForm): AdviceForm | undefined {
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
  // "Stop using it and unplug it": only the first is to stop.
  const stopped =
    stop?.[1] === undefined || / and \w+ (?:it|the|a|an|them)\b/u.test(stop[1])
      ? undefined
      : fromGerund(stop[1]);
  if (stopped !== undefined) return negate(stopped);
  return keep(phrase);
}
