/** What `groundrule test` needs, so that it loads one module when it runs. */
import { unansweredItems } from '../judge/unanswered.ts';
import { verdictOn, type SuiteResult } from '../suite/run-suite.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';

export { renderSuite, renderSuitePlan } from '../report/suite.ts';
export { planSuite } from '../suite/plan-suite.ts';
export { runSuite } from '../suite/run-suite.ts';
export { unansweredText } from './output/report-minimum.ts';
export { loadSuite } from '../suite/load-suite.ts';
export { findChecklist } from './input/find-checklist.ts';
export { judgeOptions, openSessionPlanner } from './run-judging.ts';

/** Questions that a model was asked and did not answer weigh more than any minimum; a missed one more than one that is not decided. */
export function codeOfSuite({ responses }: SuiteResult): ExitCode {
  if (unansweredInSuite(responses) > 0) return EXIT.incomplete;
  const verdicts = responses.map(verdictOn);
  if (verdicts.includes('missed')) return EXIT.belowMinimum;
  const isOpen = responses.some(({ outcome }) => outcome.status === 'unscored' || outcome.value.passRate.rate === null);
  return isOpen || verdicts.includes('undecided') ? EXIT.notDecided : EXIT.done;
}

export function unansweredInSuite(responses: SuiteResult['responses']): number {
  return responses.reduce(
    (sum, { outcome }) => sum + (outcome.status === 'done' ? unansweredItems(outcome.value) : 0),
    0,
  );
}
