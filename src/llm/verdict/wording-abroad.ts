/** Verdicts in other words, in other languages than English. */
import type { Answer } from '../../domain/judgement.ts';

/** A noun for the criterion, and what is said of it with or without a denial. */
const SPACED: readonly (readonly [denied: string, said: string])[] = [
  [
    '(?:kriterium|anforderung|bedingung)(?: (?:ist|wird|wurde)(?: \\p{L}+)?)? (?:nicht|un) ?erfüllt|erfüllt (?:das|dieses) kriterium(?: \\p{L}+)? nicht',
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
    '(?:critério|requisito) não (?:(?:é|foi|está) )?(?:atendido|cumprido|satisfeito)|não (?:atende|cumpre) (?:ao |o )(?:critério|requisito)',
    '(?:critério|requisito) (?:(?:é|foi|está) )?(?:atendido|cumprido|satisfeito)|(?:atende|cumpre) (?:ao |o )(?:critério|requisito)',
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

const any = (sources: readonly string[]) => new RegExp(`(?<!\\p{L})(?:${sources.join('|')})(?!\\p{L})`, 'iu');

export const ABROAD: readonly (readonly [Answer, RegExp])[] = [
  ['no', any(SPACED.map(([denied]) => denied))],
  ['yes', any(SPACED.map(([, said]) => said))],
  ...UNSPACED,
];
