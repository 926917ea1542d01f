/** Reads sentences that weigh a verdict by its name: "a NO would be unfair", "there is no way this gets a yes". */
import { answerAtStart } from './answer-words.ts';
import { claim, type Claim } from './claim.ts';
import { stanceOf, withoutModesty } from './stance.ts';
import { CONDITIONAL } from './turns.ts';

/** What judges do with a verdict, and what a text does to have it. */
const GOVERNOR =
  "(?:say(?:ing)?|answer(?:ing)?|respond(?:ing)?(?: with)?|giv(?:e|ing)|call(?:ing)?|mark(?:ing)?|award(?:ing)?|justify(?:ing)?|claim(?:ing)?|support(?:ing)?|defend(?:ing)?|gets?|earns?|deserves?|merits?|warrants?|allows?|permits?|rules? out|withhold(?:ing)?|be|is|isn't|wasn't|believe|think|see|find|that|as|for|of|to|with|not|than|into|hence|so|thus|therefore)";
const OBJECT =
  '(?:(?: (?:it|this|that|the criterion|here|anything but))* (?:an?|the|any|clear|clean|plain|firm|straight|real|other than))*';
/** The word, set apart: in capitals, in quotation marks, after an article or a verb of saying; the rest of its clause. */
const NAMED = new RegExp(
  `(?:^|(?<before>^.*?\\b${GOVERNOR}${OBJECT}|^.*[,;:–—(]\\s*(?:an?|the)?)\\s+|^(?:an?|the|any)\\s+)["'(]*(?<word>yes|no|n/a)["')]*(?![\\p{L}-]| (?:one|way|longer|doubt|question|more|reason))(?<after>.*)$`,
  'iu',
);
const COPULA =
  /^(?: (?:here|verdict|answer|judge?ment|in this case|for this))?((?: (?:is|was|would|could|can|cannot|can't|should|does|do|seems?|looks?|must|has|be|been|isn't|wasn't|wouldn't|doesn't|not|never|hardly|\p{L}+ly|really|quite|an?|the|to be|have been|only))+) (?<judged>\p{L}+(?: \p{L}+){0,3})/iu;
const RIGHT =
  /^(?:warranted|justified|justifiable|right|correct|fair|answer|verdict|appropriate|in order|deserved|fitting|tenable|accurate|reasonable|due|called for|defensible|honest|earned|supported|defended|given|the (?:only|right|correct)|right (?:answer|verdict|call)|correct (?:answer|verdict))\b/iu;
const WRONG =
  /^(?:wrong|mistake|mistaken|incorrect|inaccurate|unfair|unwarranted|unjustified|unjustifiable|dishonest|error|untenable|indefensible|unreasonable|out of the question|off the table|too \p{L}+|stretch|overly \p{L}+|false|misleading|impossible|unthinkable|excluded|ruled out|hard to (?:justify|defend|support))\b/iu;
const UNSETTLED = /\b(?:if|unless|until|whether|neither|nor|were|had|either|only when|would have)\b/iu;
/** Whose sayings are the judge's. */
const OWN =
  /\b(?:i|we|one|you|it|this|that|there|nobody|no one|nothing|any(?:body|one)|verdict|answer|criterion|response|text)\b|^\s*(?:not|no|never|hence|so|thus|therefore|say\p{L}*|answering|giving|calling|marking|under)\b/iu;
/** "The response says no to": the word belongs to the text. */
const OF_THE_TEXT =
  /\b(?:(?:says|answers|replies|responds)|(?:does|did)(?: not|n't) (?:say|answer|give|reply))\s*$/iu;

const SAYING = /(?:\b(?:to|for))?(?:\s*\b(?:say(?:ing)?|answer(?:ing)?|claim(?:ing)?))?\s*$/iu;

const DENIAL = /\b(?:no|not|never|cannot|nothing|deny|wrong|withhold)\b|n't\b/giu;

/** Null where the sentence names no verdict or two of them, or neither denies nor weighs the one it names. */
export function readWeighed(sentence: string): Claim | null {
  const plain = withoutModesty(sentence).replace(/\s+/gu, ' ').trim();
  const groups = NAMED.exec(plain)?.groups;
  const word = groups?.['word'];
  if (groups === undefined || word === undefined || UNSETTLED.test(plain)) return null;
  const [before, after] = [groups['before'] ?? '', groups['after'] ?? ''];
  const named = answerAtStart(word, 'spoken')?.answer;
  if (named === undefined || named === 'not-applicable' || namesVerdict(`${before} ${after}`)) return null;
  if (
    word === 'no' &&
    !/\b(?:an?|any|say|saying|answer|answering)\s*$|["'(]$/iu.test(before) &&
    !/^\s*(?:$|[\p{P}])/u.test(after)
  )
    return null;
  const judged = COPULA.exec(after);
  const quality = judged?.groups?.['judged'] ?? '';
  const isJudged = RIGHT.test(quality) || WRONG.test(quality);
  if (before !== '' && (OF_THE_TEXT.test(before) || !OWN.test(before))) return null;
  const said = isJudged ? `${judged?.[1] ?? ''}${WRONG.test(quality) ? ' not' : ''}` : '';
  const isDoubled = (before.match(DENIAL)?.length ?? 0) > 1;
  const stance = stanceOf(before.replace(SAYING, ''), said);
  if (stance === 'open' || CONDITIONAL.test(before)) return null;
  if (stance === 'asserted' && !isJudged && !isDoubled) return null;
  const reading = (stance === 'asserted') === (named === 'yes') ? 'yes' : 'no';
  return claim('wording', { reading, rest: '' });
}

/** True where a text names one of the verdicts, set apart as one. */
export function namesVerdict(text: string): boolean {
  return /(?<!\p{L})(?:yes|Yes|YES|n\/a|N\/A)(?!\p{L})|\bNO\b|["'(]no["')]|\b(?:an?|say|saying|answer|answering) no\b/u.test(
    text,
  );
}
