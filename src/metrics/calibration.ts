/** Whether a judge is right as often as it is sure (Guo et al. 2017). */
import { InputError } from '../domain/errors.ts';
import { mean, requireSome } from './mean.ts';

export interface Forecast {
  /** [0, 1]: how sure the judge is of its answer. */
  readonly confidence: number;
  readonly isRight: boolean;
}

/** Of the forecasts whose confidence lies in [from, to), the last bin holding 1 as well. */
export interface CalibrationBin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** Null where the bin is empty. */
  readonly confidence: number | null;
  readonly accuracy: number | null;
}

export interface Calibration {
  /** Expected calibration error: Σ count / n · |accuracy − confidence| over the bins, in [0, 1]. */
  readonly error: number;
  /** Of equal width, from 0 to 1: the reliability picture. */
  readonly bins: readonly CalibrationBin[];
}

/** @throws InputError where there are no forecasts, or a confidence lies outside 0–1 */
export function calibration(forecasts: readonly Forecast[], binCount = 10): Calibration {
  requireSome(forecasts, 'forecasts');
  const members = Array.from({ length: binCount }, (): Forecast[] => []);
  for (const forecast of forecasts) {
    const { confidence } = forecast;
    if (!(confidence >= 0 && confidence <= 1)) throw new InputError(`A confidence lies outside 0–1: ${confidence}.`);
    members[Math.min(binCount - 1, Math.floor(confidence * binCount))]?.push(forecast);
  }
  const bins = members.map((bin, index) => ({
    from: index / binCount,
    to: (index + 1) / binCount,
    count: bin.length,
    confidence: mean(bin.map(({ confidence }) => confidence)),
    accuracy: mean(bin.map(({ isRight }) => (isRight ? 1 : 0))),
  }));
  const gap = ({ count, confidence, accuracy }: CalibrationBin) =>
    count * Math.abs((accuracy ?? 0) - (confidence ?? 0));
  return { error: bins.reduce((sum, bin) => sum + gap(bin), 0) / forecasts.length, bins };
}
