/** A judged response with the checklist and the judge that stand beside it, as one judgement. */
import type { Checklist } from '../domain/checklist.ts';
import type { JudgedResponse } from '../domain/judged-response.ts';
import type { Judgement } from '../domain/judgement.ts';

/** What it took is known of the whole work alone. */
export function asJudgement(
  judged: JudgedResponse,
  checklist: Checklist,
  judge: Judgement['judge'],
): Judgement {
  return { ...judged, checklist, judge, usage: [] };
}
