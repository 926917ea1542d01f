/** Reads what one sentence says of the verdict. */
import { claim, isOther, MAX_ROW_WORDS, type Claim } from './claim.ts';
import { readFramed } from './read-framed.ts';
import { readLabelled, readPoint } from './read-labelled.ts';
import { readValue } from './read-value.ts';
import { readWording } from './read-wording.ts';
import { CONDITIONAL, SHAKY, SO, isAttribution } from './turns.ts';

export interface Place {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isItem: boolean;
  /** Nothing else stands on its line. */
  readonly isLine: boolean;
  /** A question stands before it. */
  readonly isReply: boolean;
}

/** ", I'm afraid," */
const ASIDE =
  /,\s*(?:i'm afraid|i am afraid|i think|i believe|i'd say|in my (?:view|opinion|judge?ment)|of course|unfortunately|sadly|alas|though|again|as far as i can see|strictly speaking|after all)\s*,/giu;
/** "Borderline, but …": the doubt is weighed, and decided. */
const WEIGHED =
  /^(?:it(?:'s| is) |this is )?(?:an? )?(?:very )?(?:borderline|debatable|close(?: call)?|tough(?: one| call)?|tricky|difficult|hard)(?: \p{L}+){0,2}[,;:–—]\s*(?:but |still,? |yet )*/iu;
const ASSENT = /^(?:of course|indeed|sure|certainly|absolutely|right),? (?=(?:it|this|they|there|the)\b)/iu;

/** "Fail – no price." */
const STATE =
  /^(?:negative|pass(?:ed)?|fail(?:ed)?|(?:not |un)?met|(?:not |un)?satisfied|(?:not |un)?fulfilled)\s*[.:,;–—-]/iu;

const NOTHING = /^[\s\p{P}\p{S}]*$/u;

export function readSentence(whole: string, place: Place): Claim[] {
  const sentence = whole.replace(ASIDE, ' ');
  const weighed = WEIGHED.exec(sentence);
  const settled = weighed === null ? null : readValue(sentence.slice(weighed[0].length), 'spoken');
  if (settled !== null) return [claim('closing', settled)];
  const point = place.isFirst && place.isLast ? readPoint(sentence) : null;
  if (point !== null && /^\s*(?:[(–—-]|[\p{P}\s]*$)/u.test(point.rest)) return [claim('line', point)];
  const labelled = [...readLabelled(sentence), ...readFramed(sentence)];
  const opening = labelled.length > 0 ? readValue(sentence, 'spoken') : null;
  // "No, the criterion is met."
  if (
    opening !== null &&
    !SHAKY.test(opening.rest) &&
    labelled.some(({ reading }) => isOther(opening.reading, reading))
  )
    return [claim('label', { reading: 'undecided', rest: '' })];
  if (labelled.length > 0) return labelled;
  const sign = /^[✅✔☑❌✗✘✖👍👎](?=\s)/u.exec(sentence)?.[0];
  const signed = sign === undefined ? null : readValue(sign, 'written');
  // "❌ Not mentioned."
  if (signed !== null && !NOTHING.test(sentence) && readValue(sentence, 'written') === null)
    return [claim('item', signed)];
  const so = SO.exec(sentence);
  const body = so === null ? sentence : sentence.slice(so[0].length);
  const bare = readValue(body, 'written');
  const isShort = body.split(/\s+/u).length <= MAX_ROW_WORDS;
  if (bare !== null && place.isFirst && STATE.test(body)) return [claim('opening', bare)];
  if (
    bare !== null &&
    (NOTHING.test(bare.rest) || /^\s*\([^()]*\)[.!]*$/u.test(bare.rest)) &&
    (bare.reading !== 'undecided' || isShort)
  ) {
    const kind = place.isItem || place.isReply ? 'item' : place.isLine && so === null ? 'line' : 'closing';
    const isPlain = place.isLine || place.isFirst || place.isLast || readValue(body, 'spoken') !== null;
    return isPlain ? [claim(kind, bare)] : [];
  }
  const spoken = readValue(body, 'spoken');
  if (spoken !== null && TO_THE_ASKER.test(spoken.rest)) return [];
  if (spoken !== null && (so !== null || place.isItem || place.isReply || place.isFirst)) {
    const kind = so !== null ? 'closing' : place.isItem || place.isReply ? 'item' : 'opening';
    const again = ROWS.exec(spoken.rest);
    return again === null ? [claim(kind, spoken)] : [claim('item', spoken), claim('item', spoken)];
  }
  const plain = body.replace(ASSENT, '');
  if (spoken !== null && place.isLast && IN_THE_END.test(spoken.rest)) return [claim('closing', spoken)];
  const short =
    place.isFirst || place.isLast || place.isReply || so !== null ? SHORT_REPLY.exec(plain) : null;
  if (short !== null) {
    const reading = /not|n't/iu.test(short[1] ?? '') ? 'no' : 'yes';
    return [claim(so === null ? 'opening' : 'closing', { reading, rest: plain.slice(short[0].length) })];
  }
  const asIsAsked = AS_IS_ASKED.exec(sentence);
  if (asIsAsked !== null)
    return [claim('closing', { reading: /not|n't/iu.test(asIsAsked[1] ?? '') ? 'no' : 'yes', rest: '' })];
  const ended = readEnd(sentence, place);
  if (ended !== null) return [ended];
  const worded = readWording(body);
  return worded === null
    ? []
    : [{ kind: worded.isFirm ? 'wording' : 'hint', reading: worded.reading, final: false, rest: '' }];
}

/** "Yes, I have read it", "No, I won't": replies to being asked at all. What the judge found, or not, is a reason. */
const TO_THE_ASKER =
  /^[\s,.!;:–—-]*(?:of course|sure|sorry|thanks|thank you|understood|got it|okay|ok|will do|ready|please|happy to|(?:sorry,? |but )?(?:i|we)(?:'ve|'ll|'m|'d)?(?: have| will| am| can| must)? (?:read|look|check|review|understand|help|do|evaluat|assess|gone|went|happy|refuse|decline|rather|would rather|won't|will not|can't (?!find|see|identify|detect|spot)|cannot (?!find|see|identify|detect|spot)|not (?:going|willing|able|allowed)|unable))/iu;

/** "It does.", "The text does not: …" */
const SHORT_REPLY =
  /^(?:it|this|they|there|the \p{L}+)(?: (?:certainly|clearly|indeed|definitely|really|simply|sure|surely))? ((?:does|do|is|are|has|have|did|was|were)(?: not|n't)?)(?: indeed| so)?(?=\s*(?:[.,:;!–—]|(?<=d(?:o|oes|id)(?: not|n't)?)$))/iu;

/** "The criterion wants it to be mentioned, but it isn't." */
const AS_IS_ASKED =
  /^(?:the|this) (?:criterion|question|requirement) (?:wants|asks|demands|requires)\b[^,;]*[,;] (?:and|but|which|yet) (?:it|they|there) ((?:is|does|has|are)(?: not|n't)?)(?=[.,!]|$)/iu;

/** Further numbered rows on the same line. */
const ROWS = /\s\(?(?:\d{1,2}|[a-h])[.)]\s/u;

const CONCLUDED =
  /[,;–—-]?\s*\b(?:so|hence|thus|therefore|which means|meaning|also|daher|somit|folglich|donc|por lo tanto|por tanto|así que|quindi|dunque|portanto|então|dus|więc|поэтому|значит)[\s:,]+(?:it(?:'s| is)|that(?:'s| is))?\s*["'(]*([\p{L}/]+)["')]*([.!?]*)(?:$|(?<=[.!?])\s|\s*[,;:–—])/iu;
/** "I looked, but no." */
const BUT_NO = /[,;–—-]\s*but (yes|no)\b()[.!]*$/iu;
/** "=> 3 of 3, YES" */
const ARROWED = /(?<=^(?:=>|→|⇒|->|➜).{1,80}[,:–—-])\s*(yes|no|n\/a)([.!]*)$/iu;
const MARKED =
  /(?:(?<!\b(?:is|was|are|were|be))(?:→|⇒|=>|->|➜|[–—:(]|\s-\s)\s*["'([]{0,3}(?=yes|no|n\/a|inapplicable)|\s(?=[✅❌✔✓✗✘👍👎]))(not applicable|[\p{L}/]+|\p{S})["')\]]*([.!?]*)(?:$|(?<=[.!?])\s)/iu;

/** "The date is missing, so no.", "The date is missing: NO". */
function readEnd(sentence: string, place: Place): Claim | null {
  const concluded = CONCLUDED.exec(sentence);
  const turned = BUT_NO.exec(sentence) ?? ARROWED.exec(sentence);
  const match = concluded ?? turned ?? MARKED.exec(sentence);
  const word = match?.[1];
  if (match === null || word === undefined) return null;
  // A bracket that never closes is cut off.
  if (/^[\s:–—]*\(/u.test(match[0]) && !match[0].includes(')')) return null;
  const before =
    sentence
      .slice(0, match.index)
      .split(/[.!?]\s|\b(?:but|yet) /u)
      .at(-1) ?? '';
  if (turned === null && (CONDITIONAL.test(before) || (concluded === null && isAttribution(before))))
    return null;
  const value = readValue(`${word}${match[2] ?? ''}`, 'written');
  if (TENTATIVE.test(before)) return null;
  // "Title: YES" is about the title.
  const isRow =
    match !== concluded &&
    match !== turned &&
    !(place.isLast && GROUNDS.test(before)) &&
    (place.isItem || before.trim().split(/\s+/u).length <= MAX_ROW_WORDS || PART.test(before));
  return value === null ? null : claim(isRow ? 'row' : 'closing', value);
}

const IN_THE_END = /^\s+(?:in the end|on balance|overall|then|from me|for me)[\s.!]*$/iu;

/** "As one is missing: NO" at the end of it all. */
const GROUNDS =
  /^\s*(?:as|since|because|given|taken together|in total|altogether|both|all|none|everything|i(?:'m| am)|(?:after|on|upon) (?:\p{L}+ )?(?:re-?reading|re-?checking|reflection|review|thought|reading|look))\b/iu;
const TENTATIVE =
  /^\s*(?:preliminary|draft|initial(?:ly)?|tentative(?:ly)?|provisional(?:ly)?|previous(?:ly)?|earlier|first impression)\b/iu;
const PART =
  /^\s*(?:for|in|on|as for|as to|check|step|point|aspect|test|regarding|concerning|with regard to|paragraph|part|section)\b/iu;
