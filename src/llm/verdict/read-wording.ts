/** Reads verdicts in other words: "The criterion is not met." */
import type { Answer } from '../../domain/judgement.ts';

export interface Wording {
  readonly reading: Answer;
  /** False where the sentence is of two minds ("…, but …"). */
  readonly isFirm: boolean;
}

const CRITERION =
  '(?:the|this|that|your|said|its) (?:criterion|criteria|requirements?|condition|check|standard|constraint|question|item|test|rule)';
const STATE = '(?:met|satisfied|fulfilled|passed)';
const TEXT = '(?:it|this(?: \\p{L}+)?|the \\p{L}+)';
const ADVERBS =
  '(?: (?:therefore|thus|hence|clearly|indeed|simply|still|fully|entirely|completely|definitely|also|then)){0,3}';

const NOT_APPLICABLE = [
  `${CRITERION}${ADVERBS} (?:does not|doesn't|cannot|can't) (?:apply|be applied)`,
  `${CRITERION} (?:is|are)${ADVERBS} (?:not applicable|inapplicable|irrelevant here)`,
];
const NO = [
  `${CRITERION} (?:is|are|has been|have been|was|were)${ADVERBS} (?:not|never|un)${ADVERBS} ?(?:been )?${STATE}`,
  `${CRITERION} (?:isn't|aren't|hasn't been|wasn't)${ADVERBS} ${STATE}`,
  `${CRITERION} (?:is|are|has been|was)${ADVERBS} (?:violated|broken|missed|failed|unmet)`,
  `${CRITERION} (?:remains?|goes|is left) (?:unmet|unsatisfied|unfulfilled|not met)`,
  `(?:does not|doesn't|did not|didn't|do not|fails? to|failed to)${ADVERBS} (?:meet|satisfy|fulfill?|pass|comply with) ${CRITERION}`,
  `(?:fails?|failed|misses|violates|falls short of) ${CRITERION}`,
  `${CRITERION} cannot be (?:considered|regarded as|deemed|counted as) ${STATE}`,
  `${TEXT}${ADVERBS} (?:fails|does not pass|doesn't pass|does not qualify)[.!]*$`,
  `(?:it|this) is${ADVERBS} (?:not|un) ?${STATE}[.!]*$`,
];
const YES = [
  `${CRITERION} (?:is|are|has been|have been|was|were)${ADVERBS} ${STATE}`,
  `(?:meets|satisfies|fulfill?s|passes|complies with|met|satisfied) ${CRITERION}`,
  `${TEXT}${ADVERBS} (?:passes|qualifies)[.!]*$`,
  `(?:it|this) is${ADVERBS} ${STATE}[.!]*$`,
];

/** The same in other languages: a noun for the criterion, and what is said of it with or without a denial. */
const ABROAD: readonly (readonly [denied: string, said: string])[] = [
  [
    '(?:kriterium|anforderung|bedingung) (?:ist|wird|wurde)(?: \\p{L}+)? (?:nicht|un) ?erfüllt|erfüllt (?:das|dieses) kriterium(?: \\p{L}+)? nicht',
    '(?:kriterium|anforderung|bedingung) (?:ist|wird|wurde)(?: \\p{L}+)? erfüllt|erfüllt (?:das|dieses) kriterium',
  ],
  [
    "(?:critère|exigence|condition) n'est (?:donc )?pas (?:remplie?|satisfaite?|respectée?)|ne (?:remplit|respecte|satisfait) pas (?:le|ce) critère",
    '(?:critère|exigence|condition) est (?:donc |bien )?(?:remplie?|satisfaite?|respectée?)|(?:remplit|respecte|satisfait) (?:bien )?(?:le|ce) critère',
  ],
  [
    '(?:criterio|requisito) no (?:se cumple|está cumplido)|no cumple (?:con )?(?:el|este) (?:criterio|requisito)',
    '(?:criterio|requisito) (?:sí )?(?:se cumple|está cumplido)|cumple (?:con )?(?:el|este) (?:criterio|requisito)',
  ],
  [
    '(?:criterio|requisito) non è (?:soddisfatto|rispettato)|non soddisfa il criterio',
    '(?:criterio|requisito) è (?:soddisfatto|rispettato)|soddisfa il criterio',
  ],
  [
    '(?:critério|requisito) não (?:é|foi|está) (?:atendido|cumprido|satisfeito)|não (?:atende|cumpre) (?:ao |o )(?:critério|requisito)',
    '(?:critério|requisito) (?:é|foi|está) (?:atendido|cumprido|satisfeito)|(?:atende|cumpre) (?:ao |o )(?:critério|requisito)',
  ],
  [
    'criterium is niet (?:vervuld|voldaan)|voldoet niet aan het criterium|niet aan het criterium voldaan',
    'criterium is (?:vervuld|voldaan)|voldoet aan het criterium|aan het criterium voldaan',
  ],
  [
    '(?:критерий|требование|условие) не (?:выполнено?|соблюден[оа]?|соблюдён)',
    '(?:критерий|требование|условие) (?:выполнено?|соблюден[оа]?|соблюдён)',
  ],
];
/** Chinese and Japanese, where no space parts words. */
const UNSPACED: readonly (readonly [Answer, RegExp])[] = [
  [
    'no',
    /(?:标准|標準|要求|条件|準則|准则)(?:未|没有|沒有|並未|并未|不)(?:被|得到|能)?(?:满足|滿足|符合|达到|達到)|(?:不|未|没有|沒有)(?:满足|滿足|符合|达到|達到)(?:该|此|本|这个|這個|這項|这项)?(?:标准|標準|要求|条件|準則|准则)|(?:基準|条件|要件)を(?:満たしていません|満たしていない|満たさない|満たしません)/u,
  ],
  [
    'yes',
    /(?:标准|標準|要求|条件|準則|准则)(?:已|已经|已經|得到|被)?(?:满足|滿足|达到|達到)|(?:满足|滿足|符合|达到|達到)(?:了|该|此|本|这个|這個|這項|这项)*(?:标准|標準|要求|条件|準則|准则)|(?:基準|条件|要件)を(?:満たしています|満たしている|満たします|満たす)/u,
  ],
];

const any = (sources: readonly string[]) =>
  new RegExp(`(?<![\\p{L}])(?:${sources.join('|')})(?![\\p{L}])`, 'iu');
const PATTERNS: readonly (readonly [Answer, RegExp])[] = [
  ['not-applicable', any(NOT_APPLICABLE)],
  ['no', any([...NO, ...ABROAD.map(([denied]) => denied)])],
  ['yes', any([...YES, ...ABROAD.map(([, said]) => said)])],
  ...UNSPACED,
];
/** It is said of something else than what is, or of a part. */
const ELSEWHERE =
  /\b(?:if|unless|whether|would|could|might|may|should|must|can|need(?:s|ed)?|partly|partially|mostly|largely|almost|nearly|half|seems?|appears?|arguably|first|second|third|part|one of|some of)\b|\?$|^["'(]*(?:yes|no|n\/a)["')]* means\b/iu;
const TWO_MINDS = /\b(?:but|however|although|though|while|whereas|except|yet|despite|nevertheless|still)\b/iu;

export function readWording(sentence: string): Wording | null {
  if (ELSEWHERE.test(sentence)) return null;
  const found = PATTERNS.find(([, pattern]) => pattern.test(sentence));
  return found === undefined ? null : { reading: found[0], isFirm: !TWO_MINDS.test(sentence) };
}
