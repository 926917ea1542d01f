/** What `groundrule test` needs, so that it loads one module when it runs. */
import { verdictOn, type SuiteResult } from '../suite/run-suite.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';

export { readSecrets } from '../config/environment.ts';
export { renderSuite, renderSuitePlan } from '../report/suite.ts';
export { planSuite } from '../suite/plan-suite.ts';
export { runSuite } from '../suite/run-suite.ts';
export { loadSuite } from './input/load-suite.ts';
export { judgeOptions, refuseIdleFlags } from './run-judging.ts';

/** A response below its minimum weighs more than one that nobody can tell of. */
export function codeOfSuite({ responses }: SuiteResult): ExitCode {
  const verdicts = responses.map(verdictOn);
  if (verdicts.includes('missed')) return EXIT.belowMinimum;
  const isOpen = responses.some(({ outcome }) => outcome.status === 'unscored' || outcome.value.passRate.rate === null);
  return isOpen || verdicts.includes('undecided') ? EXIT.notDecided : EXIT.done;
}
