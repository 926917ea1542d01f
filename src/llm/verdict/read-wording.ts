/** Reads verdicts in other words: "The criterion is not met." */
import type { Answer } from '../../domain/judgement.ts';
import { stanceOf, withoutModesty } from './stance.ts';
import { ABROAD } from './wording-abroad.ts';

export interface Wording {
  readonly reading: Answer;
  /** False where the sentence is of two minds ("…, but …"). */
  readonly isFirm: boolean;
}

const CRITERION =
  '(?:(?:the|this|that|your|said|its|whole|given) )?(?:criterion|criteria|requirements?|condition|check|standard|constraint|question|item|test|rule|bar|threshold)';
const IT = '(?:it|this|that|this one)';
const TEXT =
  '(?:it|this(?: \\p{L}+)?|the (?:response|text|answer|output|submission|essay|article|letter|e-?mail|message|reply|story|poem|summary|report|review|code|paper|document|post|ad|speech|memo|plan|proposal|recipe|guide|manual|page|piece|passage|note|abstract|one))';
const BE =
  "(?:'s|\\s(?:is|are|was|were|has|have|can|cannot|can't|could|remains?|goes|stays|stands|gets|ends up|counts|isn't|aren't|wasn't|hasn't|haven't))";
/** Denials among these are counted. */
const BETWEEN =
  "(?: (?:\\p{L}+ly|\\p{L}+n't|not|never|no longer|thus|hence|indeed|still|also|then|therefore|been|be|by no means|anything but|far from|nowhere near|as|(?:considered|regarded|deemed|counted|called|seen|treated|left)(?: as)?)){0,5}";
const MET = '(?:un)?(?:met|satisfied|fulfilled)';
const MET_BY_ALL = `(?:${MET}|achieved|honou?red|complied with|lived up to|passed)`;
const BROKEN = '(?:violated|broken|missed|failed|breached|infringed)';
const WANTED = `(?:what ${CRITERION} (?:asks|demands|requires|wants|calls)|(?:what|as) (?:is|was|has been) (?:asked|required|demanded|wanted|called|needed))`;
const END =
  '(?: (?:here|then|at all|overall|either|in full))?(?=\\s*(?:$|[.!,;:–—)(]|(?:because|since|as|by|in|with|given)\\b))';

/** What is said of the criterion, or of the text with regard to it; how often that is denied is counted apart. */
const PREDICATES: readonly (readonly [Answer, readonly string[]])[] = [
  [
    'not-applicable',
    [
      `${CRITERION}${BETWEEN} (?:does not|doesn't|cannot|can't)${BETWEEN} (?:apply|be applied|arise|come up)`,
      `${CRITERION} (?:is|are)${BETWEEN} (?:not (?:applicable|relevant)|inapplicable|irrelevant|moot|void)`,
      `(?:makes|making|renders|rendering|leaves) ${CRITERION} (?:inapplicable|irrelevant|moot|not applicable)`,
    ],
  ],
  [
    'no',
    [
      `${CRITERION}${BE}${BETWEEN} ${BROKEN}`,
      `(?:fails?|failed|(?:miss|failure|breach|violation) of|miss(?:es|ed)?|violate[sd]?|breaks?|breaches|infringes|flouts|(?:falls?|fell) short of) (?:${CRITERION}|${WANTED})`,
      `(?:lacks|lacking) ${WANTED}`,
      `(?:rule|decide|find) against ${TEXT}`,
      `${CRITERION}${BETWEEN} fails${END}`,
      `${TEXT}${BETWEEN} fails${END}`,
    ],
  ],
  [
    'yes',
    [
      `${CRITERION}${BE}${BETWEEN} ${MET_BY_ALL}`,
      `${IT}${BE}${BETWEEN} ${MET}${END}`,
      `(?:consider|deem|regard|count|see|find|judge|call|mark|rate|treat) (?:${CRITERION}|it|this|that)(?: as| to be)?(?: not)? (?:${MET}|sufficient|enough)`,
      `(?:meet(?:s|ing)?|met|satisf(?:y|ies|ied|ying)|fulfill?(?:s|ed|ing)?|pass(?:es|ed)?|compl(?:y|ies|ied) with|clear(?:s|ed)?|lives? up to|conforms? to|adheres? to) ${CRITERION}`,
      `(?:do|does|did|delivers?|offers?|provides?) (?:exactly |just )?(?:${WANTED}|as ${CRITERION} (?:asks|demands|requires|wants))`,
      `${WANTED}(?: for)?${BE}${BETWEEN} (?:given|delivered|provided|done|present|there)`,
      `(?:rule|decide|find) (?:for|in favou?r of) ${TEXT}`,
      `(?:ticks?|checks?) (?:this|the) box`,
      `${CRITERION}${BETWEEN} (?:holds?|pass(?:es)?)${END}`,
      `${TEXT}${BETWEEN} (?:pass(?:es)?|qualif(?:y|ies))(?: (?:this one|this check))?${END}`,
    ],
  ],
];

const PATTERNS: readonly (readonly [Answer, RegExp])[] = [
  ...PREDICATES.map(
    ([answer, sources]) =>
      [answer, new RegExp(`(?<!\\p{L})(?:${sources.join('|')})(?!\\p{L})`, 'iu')] as const,
  ),
  ...ABROAD,
];
/** It is said of a part, or of how it looks. */
const ELSEWHERE =
  /\b(?:should|must|need(?:s|ed)?|partly|partially|mostly|largely|almost|nearly|half|seems?|appears?|arguably|first|second|third|in part|parts? of|one of|some of|each|both parts)\b|\?$|^["'(]*(?:yes|no|n\/a)["')]* means\b/iu;
const IN_PART =
  /^[\s,]*(?:but )?(?:only |just )?(?:halfway|half|in parts?|partly|partially|to some|to a|up to|for the|in the first|nearly)\b/iu;
/** "After going through each section, …" */
const LOOKING = /^(?:after|having|on|upon|looking|going|reading|checking)\b[^,.;:]*,\s*/iu;
/** It is said of what is not. */
const CONDITION = /\b(?:if|unless|whether|would|could|might|may)\b/iu;
const TWO_MINDS = /\b(?:but|however|although|though|while|whereas|except|yet|despite|nevertheless|still)\b/iu;
/** Where a conclusion begins, or a new thought: what was said before it is said of something else. */
const CLAUSE =
  /[;:–—]\s+|\s-\s|(?:,\s+(?:and\s+)?|\s+and\s+)(?:so|hence|thus|therefore|which means(?: that)?|meaning(?: that)?)(?=[\s,])/iu;

/** What a sentence says in its last clause that says anything; null where that is a condition, a part or somebody else's. */
export function readWording(sentence: string): Wording | null {
  const clauses = sentence
    .replace(LOOKING, '')
    .split(CLAUSE)
    .filter((clause) => clause.trim() !== '');
  const clause = clauses.findLast((part) => PATTERNS.some(([, pattern]) => pattern.test(part)));
  if (clause === undefined || ELSEWHERE.test(withoutModesty(clause))) return null;
  const found = PATTERNS.map(([reading, pattern]) => ({ reading, match: pattern.exec(clause) })).find(
    ({ match }) => match !== null,
  );
  if (found?.match == null) return null;
  const { reading, match } = found;
  const [before, said] = [clause.slice(0, match.index), match[0]];
  if (reading === 'yes' && IN_PART.test(clause.slice(match.index + said.length))) return null;
  const isFirm = !TWO_MINDS.test(clause) && !sentence.endsWith('?');
  // What makes it inapplicable is a denial itself.
  const stance = stanceOf(before, reading === 'not-applicable' ? '' : said);
  if (stance === 'open' || (stance === 'asserted' && CONDITION.test(withoutModesty(sentence)))) return null;
  if (stance === 'asserted') return { reading, isFirm };
  return { reading: reading === 'yes' ? 'no' : 'yes', isFirm: isFirm && reading !== 'not-applicable' };
}
