/** Reads verdicts in other words: "The criterion is not met." */
import type { Answer } from '../../domain/judgement.ts';
import { stanceOf } from './stance.ts';

export interface Wording {
  readonly reading: Answer;
  /** False where the sentence is of two minds ("…, but …"). */
  readonly isFirm: boolean;
}

const CRITERION =
  '(?:(?:the|this|that|your|said|its|whole) )?(?:criterion|criteria|requirements?|condition|check|standard|constraint|question|item|test|rule|bar)';
const STATE = '(?:met|satisfied|fulfilled|passed)';
const TEXT =
  '(?:it|this(?: \\p{L}+)?|the (?:response|text|answer|output|submission|essay|article|letter|e-?mail|message|reply|story|poem|summary|report|review|code|one))';
const ADVERBS =
  '(?: (?:therefore|thus|hence|clearly|indeed|simply|still|fully|entirely|completely|definitely|also|then)){0,3}';

const NOT_APPLICABLE = [
  `${CRITERION}${ADVERBS} (?:does not|doesn't|cannot|can't) (?:apply|be applied)`,
  `${CRITERION} (?:is|are)${ADVERBS} (?:not applicable|inapplicable|irrelevant|not relevant|moot|void)`,
  `${CRITERION} (?:does not|doesn't|cannot|can't)${ADVERBS} (?:arise|come up)`,
  `(?:makes|making|renders|rendering|leaves) ${CRITERION} (?:inapplicable|irrelevant|moot|not applicable)`,
];
const NO = [
  `${CRITERION} (?:is|are|has been|have been|was|were)${ADVERBS} (?:not|never|un)${ADVERBS} ?(?:been )?${STATE}`,
  `${CRITERION} (?:isn't|aren't|hasn't been|wasn't)${ADVERBS} ${STATE}`,
  `${CRITERION} (?:is|are|has been|was)${ADVERBS} (?:violated|broken|missed|failed|unmet)`,
  `(?:does not|doesn't|did not|didn't) do (?:what|as) ${CRITERION} (?:asks|demands|requires|wants)`,
  `(?:falls short of|misses|lacks|does not deliver|doesn't deliver) what (?:is|was) (?:asked|required|demanded|wanted|called for)`,
  `${CRITERION} (?:is|was)${ADVERBS} (?:anything but|far from|nowhere near) ${STATE}`,
  `${CRITERION} (?:remains?|goes|stays|is left) (?:unmet|unsatisfied|unfulfilled|not met)`,
  `(?:does not|doesn't|did not|didn't|do not|fails? to|failed to)${ADVERBS} (?:meet|satisfy|fulfill?|pass|comply with) ${CRITERION}`,
  `(?:fails?|failed|misses|violates|falls short of) ${CRITERION}`,
  `${CRITERION} cannot be (?:considered|regarded as|deemed|counted as) ${STATE}`,
  `${TEXT}${ADVERBS} (?:fails|does not pass|doesn't pass|does not qualify)(?: here)?[.!]*$`,
  `(?:fails|does not pass|doesn't pass) (?:this one|this check)`,
  `(?:it|this) is${ADVERBS} (?:not|un) ?${STATE}[.!]*$`,
];
const YES = [
  `${CRITERION} (?:is|are|has been|have been|was|were)${ADVERBS} ${STATE}`,
  `(?:meets|satisfies|fulfill?s|passes|complies with|met|satisfied) ${CRITERION}`,
  `does (?:what|exactly what|just what|as) ${CRITERION} (?:asks|demands|requires|wants)`,
  `(?:ticks|checks) (?:this|the) box`,
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
  [
    '(?:kriteriet|kravet) (?:är|er) (?:inte|ikke)(?: \\p{L}+)? (?:uppfyllt|oppfylt|opfyldt)|uppfyller inte (?:kriteriet|kravet)',
    '(?:kriteriet|kravet) (?:är|er)(?: \\p{L}+)? (?:uppfyllt|oppfylt|opfyldt)|uppfyller (?:kriteriet|kravet)',
  ],
  [
    '(?:kryterium|wymaganie|warunek) nie (?:jest|zostało|został) (?:spełnion[ey]|spełniony)|nie spełnia (?:kryterium|wymagania)',
    '(?:kryterium|wymaganie|warunek) (?:jest|zostało|został) (?:spełnion[ey]|spełniony)|spełnia (?:kryterium|wymaganie)',
  ],
  [
    'kriter(?:i|in)? (?:karşılanmıyor|karşılanmamıştır|karşılanmamış|sağlanmıyor)',
    'kriter(?:i|in)? (?:karşılanıyor|karşılanmıştır|karşılanmış|sağlanıyor)',
  ],
  ['kritérium (?:není|nie je) splněno|kritérium nesplněno', 'kritérium (?:je|bylo) splněno'],
];
/** Chinese, Japanese, where no space parts words. */
const UNSPACED: readonly (readonly [Answer, RegExp])[] = [
  [
    'no',
    /(?:标准|標準|要求|条件|準則|准则)(?:未|没有|沒有|並未|并未|不)(?:被|得到|能)?(?:满足|滿足|符合|达到|達到)|(?:不|未|没有|沒有)(?:满足|滿足|符合|达到|達到)(?:该|此|本|这个|這個|這項|这项)?(?:标准|標準|要求|条件|準則|准则)|(?:基準|条件|要件)を(?:満たしていません|満たしていない|満たさない|満たしません)|(?:基準|条件|要件)[はが](?:満たされていません|満たされていない|満たされません)|(?:기준|조건|요건)[을를이은] ?(?:충족하지|충족되지|만족하지|만족시키지)/u,
  ],
  [
    'yes',
    /(?:标准|標準|要求|条件|準則|准则)(?:已|已经|已經|得到|被)?(?:满足|滿足|达到|達到)|(?:满足|滿足|符合|达到|達到)(?:了|该|此|本|这个|這個|這項|这项)*(?:标准|標準|要求|条件|準則|准则)|(?:基準|条件|要件)を(?:満たしています|満たしている|満たします|満たす)|(?:基準|条件|要件)[はが]満たされて(?:います|いる)|(?:기준|조건|요건)[을를이은] ?(?:충족(?:합니다|한다|됩니다|했|함)|만족합니다)/u,
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
/** It is said of a part, or of how it looks. */
const ELSEWHERE =
  /\b(?:should|must|need(?:s|ed)?|partly|partially|mostly|largely|almost|nearly|half|seems?|appears?|arguably|first|second|third|part|one of|some of|each|both parts)\b|\?$|^["'(]*(?:yes|no|n\/a)["')]* means\b/iu;
const IN_PART =
  /^[\s,]*(?:but )?(?:only |just )?(?:halfway|half|in parts?|partly|partially|to some|to a|up to|for the|in the first|nearly)\b/iu;
/** It is said of what is not. */
const CONDITION = /\b(?:if|unless|whether|would|could|might|may)\b/iu;
const TWO_MINDS = /\b(?:but|however|although|though|while|whereas|except|yet|despite|nevertheless|still)\b/iu;
/** Where a conclusion begins, or a new thought: what was said before it is said of something else. */
const CLAUSE =
  /[;:–—]\s+|\s-\s|(?:,\s+(?:and\s+)?|\s+and\s+)(?:so|hence|thus|therefore|which means(?: that)?|meaning(?: that)?)(?=[\s,])/iu;

/** What a sentence says in its last clause that says anything; null where that is a condition, a part or somebody else's. */
export function readWording(sentence: string): Wording | null {
  const clauses = sentence.split(CLAUSE).filter((clause) => clause.trim() !== '');
  const clause = clauses.findLast((part) => PATTERNS.some(([, pattern]) => pattern.test(part)));
  if (clause === undefined || ELSEWHERE.test(clause)) return null;
  const found = PATTERNS.flatMap(([reading, pattern]) => {
    const match = pattern.exec(clause);
    return match === null
      ? []
      : [
          {
            reading,
            before: clause.slice(0, match.index),
            after: clause.slice(match.index + match[0].length),
          },
        ];
  })[0];
  if (found === undefined) return null;
  if (found.reading === 'yes' && IN_PART.test(found.after)) return null;
  const stance = stanceOf(found.before);
  if (stance === 'open' || (CONDITION.test(sentence) && stance !== 'denied' && !isUndoubted(found.before)))
    return null;
  const isFirm = !TWO_MINDS.test(clause) && !sentence.endsWith('?');
  if (stance === 'asserted') return { reading: found.reading, isFirm };
  return found.reading === 'yes' ? { reading: 'no', isFirm } : { reading: 'yes', isFirm: false };
}

/** "No one could deny that …" */
function isUndoubted(before: string): boolean {
  return /\b(?:deny|doubt|dispute|denied|doubted)\b/iu.test(before);
}
