/** Reads what one sentence says of the verdict. */
import { readLabel, type Label } from './labels.ts';
import { readValue, type Reading, type ReadValue } from './read-value.ts';
import { readWording } from './read-wording.ts';
import { CONDITIONAL, HEDGE, SO, isAttribution } from './turns.ts';

export type ClaimKind =
  /** "Final answer: no", "the answer is no", "I judge this as a no". */
  | 'label'
  /** Nothing but a verdict on a line. */
  | 'line'
  /** The answer begins with it: "No, because …". */
  | 'opening'
  /** "So no, …", "…, hence NO." */
  | 'closing'
  /** One row of a list, or the reply to a question. */
  | 'item'
  /** "Title: yes": about a part, or the whole answer. */
  | 'row'
  /** In other words: "The criterion is not met." */
  | 'wording'
  /** The same in a sentence of two minds: too little to read, enough to contradict. */
  | 'hint';

export interface Claim {
  readonly kind: ClaimKind;
  readonly reading: Reading;
  /** It calls itself the last word. */
  readonly final: boolean;
  /** What follows the verdict in its sentence. */
  readonly rest: string;
}

export interface Place {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isItem: boolean;
  /** Nothing else stands on its line. */
  readonly isLine: boolean;
  /** A question stands before it. */
  readonly isReply: boolean;
}

const NOTHING = /^[\s\p{P}\p{S}]*$/u;

export function readSentence(sentence: string, place: Place): Claim[] {
  const labelled = [...readLabelled(sentence), ...readFramed(sentence)];
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
  if (bare !== null && NOTHING.test(bare.rest) && (bare.reading !== 'undecided' || isShort)) {
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
  const short = place.isFirst || place.isReply || so !== null ? SHORT_REPLY.exec(body) : null;
  if (short !== null) {
    const reading = /not|n't/iu.test(short[1] ?? '') ? 'no' : 'yes';
    return [claim(so === null ? 'opening' : 'closing', { reading, rest: body.slice(short[0].length) })];
  }
  const ended = readEnd(sentence, place);
  if (ended !== null) return [ended];
  const worded = readWording(body);
  return worded === null
    ? []
    : [{ kind: worded.isFirm ? 'wording' : 'hint', reading: worded.reading, final: false, rest: '' }];
}

/** "Yes, I have read it", "No, I won't": replies to being asked at all. What the judge found, or not, is a reason. */
const TO_THE_ASKER =
  /^[\s,.!;:–—-]*(?:of course|sure|sorry|(?:sorry,? |but )?(?:i|we)(?:'ve|'ll|'m|'d)?(?: have| will| am| can| must)? (?:read|look|check|review|understand|help|do|evaluat|assess|gone|went|happy|refuse|decline|rather|would rather|won't|will not|can't (?!find|see|identify|detect|spot)|cannot (?!find|see|identify|detect|spot)|not (?:going|willing|able|allowed)|unable))/iu;

/** "It does.", "The text does not: …" */
const SHORT_REPLY =
  /^(?:it|this|they|there|the \p{L}+)(?: (?:certainly|clearly|indeed|definitely|really|simply))? ((?:does|do|is|are|has|have|did|was|were)(?: not|n't)?)(?: indeed| so)?(?=\s*(?:[.,:;!–—]|$))/iu;

/** Further numbered rows on the same line. */
const ROWS = /\s\(?\d{1,2}[.)]\s/u;

function claim(kind: ClaimKind, { reading, rest }: ReadValue, label?: Label): Claim {
  return { kind, reading, final: label?.final ?? false, rest };
}

/** "Answer: no", "Verdict → yes | Confidence: high". */
function readLabelled(sentence: string): Claim[] {
  const found: Claim[] = [];
  for (const match of sentence.matchAll(/[:;=|→⇒]>?|\s[–—-]+>?\s/gu)) {
    const name =
      sentence
        .slice(0, match.index)
        .split(/[.;,!?|–—:(]\s*/u)
        .at(-1) ?? '';
    const label = readLabel(name.trim().replace(SO, ''));
    if (label === null || isAttribution(sentence.slice(0, match.index - name.length))) continue;
    const value = sentence.slice(match.index + match[0].length);
    const read = readValue(value, 'written') ?? readWordedValue(value);
    if (read !== null) found.push(claim(label.numbered ? 'item' : 'label', read, label));
    else if (/^[\s.…"'“([{<*_]*$/u.test(value))
      found.push(claim('label', { reading: 'undecided', rest: '' }, label));
  }
  return found;
}

function readWordedValue(value: string): ReadValue | null {
  const worded = readWording(value.trim());
  return worded?.isFirm === true ? { reading: worded.reading, rest: '' } : null;
}

const IS =
  /\s(?:is|remains|stays|must be|has to be|should be|would be|will be|is that|ist|lautet|est|es|è|é|jest|är|er|этo|это)[\s:]+|\s?[は은는]\s*|\s?是\s*:?\s*/giu;
const I_SAY =
  /\bi(?:'d| would|'ll| will| must| have to| can only| am|'m| therefore| thus| hence)*\s+(?:say|answer|respond|judge|conclude|rate|mark|vote|rule|go(?:ing)?(?: with)?|choose|select|assign|give|score|grade|call|consider|evaluate|deem|see|regard|count|take|treat|find|answering|marking|settle on)(?:\s+(?:it|this|that|this one|the criterion|this criterion|with|as|a|an|for|is|the answer|the answer is|that the answer is|my answer is))*[\s:]+/iu;
const IT_IS =
  /\b(?:it|this|that|which)(?:'s|\s+(?:is|makes|counts|means|gets|gives|earns|yields|leads to|results in|warrants|deserves|amounts to|calls for|points to))(?:\s+(?:it|this|as|in|a|an|the answer|the answer is|clear|firm))*[\s:]+/iu;

/** "Changing to yes", "please use N/A": it replaces what was said. */
const CHANGE_TO =
  /\b(?:chang(?:e|ing)|switch(?:ing)?|revis(?:e|ing)|updat(?:e|ing)|correct(?:ing)?)(?: (?:it|this|that|my|the|answer|verdict|judge?ment))* (?:to|into)\s+|(?:^|\bplease )(?:use|put|record|enter|count (?:it|this) as|treat (?:it|this) as|mark (?:it|this)? ?as|make (?:it|that))\s+(?:an? )?/iu;
/** "There is no reason not to answer yes." */
const NO_REASON_NOT = /\bno (?:reason|grounds?) not to (?:say|answer|give|choose)\s+(?:an? )?/iu;
/** "It would be wrong to say yes": of the two verdicts on a text only the other one is left. */
const DENIED_YES =
  /\b(?:(?:wrong|incorrect|false|inaccurate|a mistake|an error) to (?:say|answer)|(?:cannot|can't|could not|couldn't) (?:\p{L}+ ){0,3}?(?:say|answer|give (?:it|this) (?:an? )?|justify (?:an? )?))\s*(?:a )?["']?yes(?![\p{L}-])["']?(?! (?:or|and|if|unless|until|without|because)\b)/iu;

/** "My answer is no", "I judge this as a no", "that is a no". */
function readFramed(sentence: string): Claim[] {
  for (const match of sentence.matchAll(IS)) {
    const name =
      sentence
        .slice(0, match.index)
        .split(/[.;,!?|–—:(]\s*/u)
        .at(-1) ?? '';
    const label = readLabel(name.trim().replace(SO, ''));
    if (label === null) continue;
    // "My answer would be no" is one; "the answer would be no" is the beginning of a condition.
    const before = sentence.slice(0, match.index - name.length) + (/\bmy\b/iu.test(name) ? '' : match[0]);
    if (HEDGE.test(before) || isAttribution(before)) continue;
    const value = readValue(sentence.slice(match.index + match[0].length), 'written');
    if (value !== null) return [claim(label.numbered ? 'item' : 'label', value, label)];
  }
  for (const pattern of [I_SAY, IT_IS]) {
    const match = pattern.exec(sentence);
    const before =
      sentence
        .slice(0, match?.index)
        .split(/[;:–—]\s/u)
        .at(-1) ?? '';
    if (match === null || HEDGE.test(before) || isAttribution(before)) continue;
    // "I consider it met."
    const where =
      /\b(?:it|this|that|criterion)\b/iu.test(match[0]) && pattern === I_SAY ? 'written' : 'spoken';
    const value = readValue(sentence.slice(match.index + match[0].length), where);
    if (value !== null) return [claim('label', value)];
  }
  const change = CHANGE_TO.exec(sentence) ?? NO_REASON_NOT.exec(sentence);
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
  if (DENIED_YES.test(sentence) && !/\b(?:if|unless|until|without)\b/iu.test(sentence))
    return [claim('label', { reading: 'no', rest: '' })];
  return [];
}

const CONCLUDED =
  /[,;–—-]?\s*\b(?:so|hence|thus|therefore|which means|meaning|also|daher|somit|folglich|donc|por lo tanto|por tanto|así que|quindi|dunque|portanto|então|dus|więc|поэтому|значит)[\s:,]+(?:it(?:'s| is)|that(?:'s| is))?\s*["'(]*([\p{L}/]+)["')]*([.!?]*)(?:$|(?<=[.!?])\s)/iu;
const MARKED =
  /(?:(?<!\b(?:is|was|are|were|be))(?:→|⇒|=>|->|➜|[–—:(]|\s-\s)\s*["'([]{0,3}(?=yes|no|n\/a)|\s(?=[✅❌✔✗✘👍👎]))([\p{L}/]+|\p{S})["')\]]*([.!?]*)(?:$|(?<=[.!?])\s)/iu;

/** "The date is missing, so no.", "The date is missing: NO". */
function readEnd(sentence: string, place: Place): Claim | null {
  const match = CONCLUDED.exec(sentence) ?? MARKED.exec(sentence);
  const word = match?.[1];
  if (match === null || word === undefined) return null;
  const before =
    sentence
      .slice(0, match.index)
      .split(/[.!?]\s/u)
      .at(-1) ?? '';
  if (CONDITIONAL.test(before) || isAttribution(before)) return null;
  const value = readValue(`${word}${match[2] ?? ''}`, 'written');
  // "Title: YES" is about the title.
  const isRow = place.isItem || before.trim().split(/\s+/u).length <= MAX_ROW_WORDS || PART.test(before);
  return value === null ? null : claim(isRow ? 'row' : 'closing', value);
}

const MAX_ROW_WORDS = 3;
const PART = /^\s*(?:for|in|on|as for|as to|regarding|concerning|with regard to|paragraph|part|section)\b/iu;
