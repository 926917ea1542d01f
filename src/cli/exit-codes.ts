/** What the exit code tells a script. The one table: help prints it, the program returns from it. */

const CODES = {
  done: [0, 'done; with a verification: every rule holds'],
  checkFailed: [
    1,
    'a verification: a rule of a record fails; audit --live: a quote or its page is gone; precompute, judge --data: some rows failed; library add: a page was not saved',
  ],
  badInput: [2, 'the input or a flag cannot be used'],
  noGuidance: [3, 'discover: no guidance found (the record is kept all the same); precompute: none for some rows'],
  textMissing: [
    4,
    'a verification: a text that a record cites is not there; audit --live: a source cannot be read now',
  ],
  unavailable: [5, 'something outside does not work: the store, the disk, the SQLite driver'],
  stepFailed: [6, 'a step failed for all its inputs; refine: no new response could be had'],
  limitReached: [7, 'a limit on cost, calls, tokens or time was reached; what was paid for is kept'],
  belowMinimum: [
    8,
    'judge, best-of, test: a pass rate, or the best one, is below its minimum, whatever unscored items would come to',
  ],
  notDecided: [
    9,
    'judge, compare, refine, best-of, actionability: nothing could be scored without a model, so there is no rate or winner; best-of: each is below another; measure judge, categories, labels, experiment: no figure; judge, best-of, test: unscored items could decide about a minimum; test: a response is missing',
  ],
  incomplete: [
    10,
    'a server did not answer some questions, or verdicts could not be read, so criteria, lists or verdicts may be missing, whatever a minimum says; run again: only what is missing is asked',
  ],
  bug: [70, 'a bug in groundrule'],
  interrupted: [130, 'stopped by SIGINT (Ctrl-C)'],
  terminated: [143, 'stopped by SIGTERM'],
} as const;

type Codes = typeof CODES;
export type ExitCode = Codes[keyof Codes][0];
export const EXIT = Object.fromEntries(Object.entries(CODES).map(([name, [code]]) => [name, code])) as {
  readonly [Name in keyof Codes]: Codes[Name][0];
};

/** Of a verification, and of sources that were read again. */
export const VERDICT_CODES = {
  passed: EXIT.done,
  failed: EXIT.checkFailed,
  'cannot-verify': EXIT.textMissing,
};

export type Finish = (exitCode: ExitCode) => void;

export function exitCodeHelp(): string {
  const lines = Object.values(CODES).map(([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning}`);
  return ['Exit codes:', ...lines].join('\n');
}
