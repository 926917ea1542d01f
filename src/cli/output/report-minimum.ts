/** Says where a response does not reach `--min`, or nobody can tell; and the exit code of it. */
import { needsModel } from '../../domain/errors.ts';
import type { JudgedResponse } from '../../domain/judgement.ts';
import { decideRating, ratingOf } from '../../judge/pass-rate.ts';
import { percent, plural } from '../../report/words.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Progress } from './progress.ts';

export type Rated = Pick<JudgedResponse, 'passRate' | 'score'>;

/** Nothing where it is reached. */
export function reportMinimum(progress: Progress, name: string, judged: Rated, min?: number): void {
  const { passRate, score } = judged;
  const value = ratingOf(judged);
  if (passRate.rate === null) progress.warn(`${name}: nothing could be scored.`);
  else if (value === null) progress.warn(`${name}: no score “${score?.by ?? ''}”: ${score?.reason ?? ''}`);
  if (min === undefined || value === null) return;
  const { verdict, lowest, highest } = decideRating(judged, min);
  const most = highest ?? value;
  const [rate, wanted] = [percent(most), percent(min)];
  const below = rate === wanted ? `${most} is below ${min}` : `${rate} is below ${wanted}`;
  if (verdict === 'missed') progress.note(`${name}: ${most === value ? '' : 'at most '}${below}`);
  if (verdict === 'undecided')
    progress.warn(
      `${name}: whether it reaches ${wanted} is not decided: ${plural(passRate.unscored, 'unscored item')} could bring the rate anywhere from ${percent(lowest)} to ${percent(highest)}.`,
    );
}

/** What to do where nothing could be scored for want of a model. */
export function adviseModel(progress: Progress, model: string | null): void {
  const { message, advice } = needsModel('Judging what no check by code decides needs a model.');
  if (model === null) progress.note(`${message} ${advice ?? ''}`);
}

/**
 * Without a minimum, a judgement succeeds whatever it says, as long as it says anything; with one, a response that
 * misses it weighs more than one that nobody can tell of.
 */
export function codeOfRates(judged: readonly Rated[], min: number | undefined): ExitCode {
  // Also of none, where no candidate is best.
  if (judged.every((each) => ratingOf(each) === null)) return EXIT.notDecided;
  if (min === undefined) return EXIT.done;
  const verdicts = judged.map((each) => decideRating(each, min).verdict);
  if (verdicts.includes('missed')) return EXIT.belowMinimum;
  return verdicts.includes('undecided') ? EXIT.notDecided : EXIT.done;
}

/** What is not answered weighs more than any minimum. */
export function codeUnlessOpen(progress: Progress, unanswered: number, otherwise: ExitCode): ExitCode {
  if (unanswered === 0) return otherwise;
  progress.warn(unansweredText(unanswered));
  return EXIT.incomplete;
}

/** @param count of questions that a model was asked and did not answer */
export function unansweredText(count: number): string {
  const were = count === 1 ? 'question was' : 'questions were';
  return `Incomplete: ${count} ${were} not answered, and rates leave them out. Run the same again: only what is missing is asked.`;
}
