/** Reads verdicts that a sentence frames: "my answer is no", "I judge this as a no", "that is a no". */
import { answerAtStart } from './answer-words.ts';
import { claim, type Claim } from './claim.ts';
import { readLabel } from './labels.ts';
import { labelBefore } from './read-labelled.ts';
import { readValue } from './read-value.ts';
import { namesVerdict, readWeighed } from './read-weighed.ts';
import { stanceOf } from './stance.ts';
import { CONDITIONAL, isAttribution } from './turns.ts';

const IS =
  /\s(?:is|remains|stays|must be|has to be|should be|can only be|would be|will be|is that|is simply|is clearly|ist|lautet|est|es que|es|è|é|jest|brzmi|är|er|этo|это)[\s:]+|\s?[は은는]\s*|\s?是\s*:?\s*/giu;
const IS_NOT = /\s(?:is not|isn't|cannot be|can't be|is certainly not|is by no means|can hardly be)\s+/giu;
const I_SAY =
  /\bi(?:'d| would|'ll| will| must| have to| can only| am|'m| therefore| thus| hence| still| ultimately| nevertheless)*\s+(?:say|answer|respond|judge|conclude|rate|mark|vote|rule|go(?:ing)?(?: with| for)?|choose|pick|select|assign|give|score|grade|call|consider|evaluate|deem|see|regard|count|take|treat|find|put|record|answering|marking|settle (?:on|for)|settling (?:on|for)|opt for|arrived? at|c[ao]me (?:down on|out with)|ended up (?:with|at)|landed on|settled (?:on|for)|end up (?:with|at)|stick (?:with|to)|land on)(?:\s+(?:it|this|that|this one|down|the criterion|this criterion|with|as|a|an|for|is|the answer|the answer is|that the answer is|my answer is))*[\s:]+/iu;
const IT_IS =
  /\b(?:it|this|that|which)(?:'s|\s+(?:is|has to be|must be|can only be|makes|counts|means|gets|gives|earns|yields|leads to|results in|warrants|deserves|amounts to|calls for|points to))(?:\s+(?:it|this|as|in|a|an|the answer|the answer is|clear|firm))*[\s:]+/iu;
/** What leads to a verdict, whoever or whatever it is. */
const LEADS_TO =
  /\b(?:(?:verdict|answer|judge?ment) of|leads? (?:me |us )?to|leaves? (?:me|us) with|adds? up to|amounts? to|boils? down to|in favou?r of|(?:go|going|side|siding) with|settl(?:e|ing) (?:on|for)|opt(?:ing)? for|comes? down to|gives|yields|earns?|deserves?|merits?|warrants?|should (?:be|have been|read)|becomes|enough (?:(?:for me )?to (?:say|answer|give|warrant|justify|earn)|for))(?:\s+(?:an?|the|it|clear|firm|verdict of|answer of|verdict|answer))*[\s:]+/iu;
const IT_IS_NOT =
  /\b(?:it|this|that)(?:'s| is)? (?:not|isn't|doesn't|does not)(?: (?:get|earn|deserve|warrant|merit|amount to|count as|be))? (?:an? |the )?/iu;
/** "Mark it YES", at the beginning. */
const MARK =
  /^(?:please )?(?:mark|count|record|score|rate|put|use|enter|treat|make)(?: (?:it|this|that|them))?(?: (?:down )?as)? (?:an? )?/iu;

/** The same in other languages. */
const I_SAY_ABROAD =
  /(?<!\p{L})(?:je (?:réponds|dis|dirais)|ich würde(?: \p{L}+)? sagen|ich (?:antworte|sage|urteile)|(?:yo )?(?:respondo|digo)|rispondo|dico|ik (?:antwoord|zeg)|jag svarar|я отвечаю|отвечаю|odpowiadam),?[\s:]+(?:(?:par|mit|que|con|di|met|med)\s+)?/iu;
/** "NO is my answer." */
const IS_MINE =
  /^["'(]*(?:yes|no|n\/a|not applicable)["')]*,? (?:is|would be|will be|remains|it is:?) (?:my|the|our) ([\p{L} ]{3,25})/iu;

/** "N/A it is." */
const IT_IS_THEN = /(?:^|[,;:–—]\s*)["'(]*(yes|no|n\/a|not applicable)["')]*,? it is(?:,? then)?[.!]*$/iu;

/** "Changing to yes", "please use N/A": it replaces what was said. */
const CHANGE_TO =
  /\b(?:chang(?:ed?|ing)|switch(?:ed|ing)?|revis(?:ed?|ing)|updat(?:ed?|ing)|correct(?:ed|ing)?)(?: (?:it|this|that|my|the|answer|verdict|judge?ment))*(?: (?:to|into)|:)\s+|\bplease (?:use|put|record|enter)\s+/iu;
/** "Cannot be anything but", "have no choice but to". */
const NOTHING_BUT =
  /\b(?:(?:can(?:not|'t| not)|could(?: not|n't)) (be) anything (?:but|other than)|have no (?:choice|option) but to)/giu;

/** "My answer is no", "I judge this as a no", "that is a no". */
export function readFramed(said: string): Claim[] {
  const sentence = said.replace(NOTHING_BUT, 'must $1');
  for (const pattern of [IS, IS_NOT]) {
    for (const match of sentence.matchAll(pattern)) {
      const named = labelBefore(sentence.slice(0, match.index));
      if (named === null) continue;
      // "My answer would be no" is one; "the answer would be no" is the beginning of a condition.
      const isMine = /\bmy\b[^,;:]*$/iu.test(sentence.slice(0, match.index));
      const before = named.before + (isMine || pattern === IS_NOT ? '' : `it${match[0]}`);
      const value = sentence.slice(match.index + match[0].length);
      const claims = taken(value, 'written', before, pattern === IS_NOT);
      if (claims !== null)
        return claims.map((one) => ({
          ...one,
          kind: one.kind === 'label' && named.label.numbered ? 'item' : one.kind,
          final: named.label.final,
        }));
    }
  }
  const it = IT_IS_THEN.exec(sentence)?.[1];
  const then = it === undefined ? null : readValue(it, 'spoken');
  if (then !== null) return [claim('label', then)];
  const change = CHANGE_TO.exec(sentence);
  if (
    change !== null &&
    !CONDITIONAL.test(sentence.slice(0, change.index)) &&
    !isAttribution(sentence.slice(0, change.index))
  ) {
    const value = readValue(
      sentence.slice(change.index + change[0].length).replace(/ instead of .*$/iu, ''),
      'spoken',
    );
    if (value !== null) return [{ ...claim('label', value), final: true }];
  }
  for (const pattern of [I_SAY, I_SAY_ABROAD, IT_IS, LEADS_TO, MARK, IT_IS_NOT]) {
    const match = pattern.exec(sentence);
    if (match === null) continue;
    // "I consider it met."
    const where =
      /\b(?:it|this|that|criterion)\b/iu.test(match[0]) && pattern === I_SAY ? 'written' : 'spoken';
    const claims = taken(
      sentence.slice(match.index + match[0].length),
      where,
      sentence.slice(0, match.index),
      pattern === IT_IS_NOT,
    );
    if (claims !== null) return claims;
  }
  const mine = IS_MINE.exec(sentence)?.[1];
  const own =
    mine === undefined || readLabel(mine.replace(/\bhere$/iu, '')) === null
      ? null
      : answerAtStart(sentence.replace(/^["'(]+/u, ''), 'spoken');
  if (own !== null) return [claim('label', { reading: own.answer, rest: '' })];
  const weighed = readWeighed(sentence);
  return weighed === null ? [] : [weighed];
}

/** The verdict at the start of a text as what stands before it takes it; null where there is none, or nobody's. */
function taken(text: string, where: 'spoken' | 'written', before: string, isDenied: boolean): Claim[] | null {
  const stance = stanceOf(before);
  if (stance === 'open') return null;
  if (stance === 'asserted' && !isDenied) {
    const value = readValue(text, where);
    return value === null ? null : [claim('label', value)];
  }
  if (stance === 'denied' && isDenied) return null;
  const [denied = '', instead] = text.split(/,? but (?:rather )?(?:an? )?/iu);
  const other = instead === undefined ? null : readValue(instead, where);
  const value = readValue(denied, where);
  if (value === null || value.reading === 'undecided' || value.reading === 'not-applicable') return null;
  if (other !== null) return [claim('label', other)];
  // Of two verdicts that are denied none is left.
  if (namesVerdict(value.rest) || /\b(?:not|n't|nor|neither)\b/iu.test(value.rest)) return null;
  return [claim('wording', { reading: value.reading === 'yes' ? 'no' : 'yes', rest: '' })];
}
