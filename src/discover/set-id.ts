/** The id of a set is the hash of its content. */
import { CriteriaSetId } from '../domain/ids.ts';
import type { CriteriaSetContent } from '../domain/criteria-set.ts';
import { canonicalJson, sha256Hex } from '../text/hash.ts';

export function criteriaSetId(content: CriteriaSetContent | Readonly<Record<string, unknown>>): CriteriaSetId {
  const prefix = content['guideTo'] === undefined ? 'cs' : 'kg';
  return CriteriaSetId.parse(`${prefix}_${sha256Hex(canonicalJson(content)).slice(0, 24)}`);
}
