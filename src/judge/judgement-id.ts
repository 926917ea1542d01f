/** The id of a judgement: by it its model calls are found again. */
import type { Judgement } from '../domain/judgement.ts';
import { canonicalJson, sha256Hex } from '../text/hash.ts';

const ID_HEX_DIGITS = 24;

/** `jg_` and the first 24 hex digits of the SHA-256 of what was judged, by what, by whom, and the verdicts. */
export function judgementId({
  response,
  checklist,
  judge,
  verdicts,
}: Pick<Judgement, 'response' | 'checklist' | 'judge' | 'verdicts'>): string {
  return `jg_${sha256Hex(canonicalJson({ response, checklist, judge, verdicts })).slice(0, ID_HEX_DIGITS)}`;
}
