/** What `groundrule test` needs, so that it loads one module when it runs. */
import { InputError } from '../domain/errors.ts';
import { verdictOn, type LoadedSuite, type SuiteResult } from '../suite/run-suite.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';

export { readSecrets } from '../config/environment.ts';
export { renderSuite, renderSuitePlan } from '../report/suite.ts';
export { planSuite } from '../suite/plan-suite.ts';
export { runSuite } from '../suite/run-suite.ts';
export { loadSuite } from './input/load-suite.ts';
export { judgeOptions, refuseIdleFlags } from './run-judging.ts';

/** @throws InputError where a source or a checklist asks a model, and none is named */
export function refuseModelless({ cells }: LoadedSuite, model: string | null): void {
  if (model !== null) return;
  const cell = cells.find(({ source, checklist }) => source.kind === 'model' || checklist === 'generated');
  if (cell === undefined) return;
  const what = cell.source.kind === 'model' ? `The source ${cell.source.id}` : `The checklist of ${cell.task.id}`;
  throw new InputError(`${what} needs a model.`, {
    advice: 'Name the one that judges with --model: without it nothing is spent. --filter leaves out what needs one.',
  });
}

/** A response below its minimum weighs more than one that nobody can tell of. */
export function codeOfSuite({ responses }: SuiteResult): ExitCode {
  const verdicts = responses.map(verdictOn);
  if (verdicts.includes('missed')) return EXIT.belowMinimum;
  const isOpen = responses.some(({ outcome }) => outcome.status === 'unscored' || outcome.value.passRate.rate === null);
  return isOpen || verdicts.includes('undecided') ? EXIT.notDecided : EXIT.done;
}
