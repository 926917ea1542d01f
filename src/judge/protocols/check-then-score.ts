/** By scores with a checklist as a guide, which is shown and not answered item by item (TICK, check-then-score). */
import { listTokens } from '../judging-sizes.ts';
import type { ComparisonProtocol } from './protocol.ts';
import { compareByScores, planScores } from './score.ts';

export const checkThenScore: ComparisonProtocol = {
  title: 'scores from 1 to 5 with the checklist as a guide',
  needs: 'compares',
  judgesItems: false,
  usesChecklist: true,
  compare: compareByScores,
  plan: (plan, pair, sizes) => planScores(plan, pair, sizes, listTokens(sizes.questions)),
};
