/** What the exit code tells a script. The one table: help prints it, the program returns from it. */

export const EXIT = {
  done: 0,
  checkFailed: 1,
  badInput: 2,
  noGuidance: 3,
  textMissing: 4,
  unavailable: 5,
  stepFailed: 6,
  limitReached: 7,
  belowMinimum: 8,
  notDecided: 9,
  bug: 70,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Of a verification, and of sources that were read again. */
export const VERDICT_CODES = {
  passed: EXIT.done,
  failed: EXIT.checkFailed,
  'cannot-verify': EXIT.textMissing,
} as const;

/** Takes an action's exit code. */
export type Finish = (exitCode: ExitCode) => void;

const MEANINGS: Readonly<Record<ExitCode, string>> = {
  [EXIT.done]: 'done; with a verification: every rule holds',
  [EXIT.checkFailed]:
    'a verification: a rule of a record fails; audit --live: a quote or its page is gone; precompute: some rows failed; library add: a page was not saved',
  [EXIT.badInput]: 'the input or a flag cannot be used',
  [EXIT.noGuidance]: 'discover: no guidance found (the record is kept all the same)',
  [EXIT.textMissing]:
    'a verification: a text that a record cites is not there; audit --live: a source cannot be read now',
  [EXIT.unavailable]: 'something outside does not work: the store, the disk, the SQLite driver',
  [EXIT.stepFailed]: 'a step failed for all its inputs; refine: no new response could be had',
  [EXIT.limitReached]: 'a limit on cost, calls, tokens or time was reached; what was paid for is kept',
  [EXIT.belowMinimum]:
    'judge, best-of: a pass rate, or the best one, is below --min, whatever unscored items would come to',
  [EXIT.notDecided]:
    'judge, compare, refine, best-of, actionability: nothing could be scored, so there is no rate or winner; judge, best-of: unscored items could decide about --min',
  [EXIT.bug]: 'a bug in groundrule',
  [EXIT.interrupted]: 'stopped by SIGINT (Ctrl-C)',
  [EXIT.terminated]: 'stopped by SIGTERM',
};

export function exitCodeHelp(): string {
  const lines = Object.entries(MEANINGS).map(([code, meaning]) => `  ${code.padStart(3)}  ${meaning}`);
  return ['Exit codes:', ...lines].join('\n');
}
