/** Calibration of a judge's confidence (Guo et al. 2017). */
import { InputError } from '../domain/errors.ts';
import { mean, requireSome } from './mean.ts';

interface Forecast {
  /** The judge's confidence, in [0, 1]. */
  readonly confidence: number;
  readonly isRight: boolean;
}

/** The forecasts with a confidence in [from, to); the last bin includes 1. */
interface CalibrationBin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** Null for an empty bin. */
  readonly confidence: number | null;
  readonly accuracy: number | null;
}

export interface Calibration {
  /** Expected calibration error: Σ count / n · |accuracy − confidence| over the bins, in [0, 1]. */
  readonly error: number;
  /** Bins of equal width from 0 to 1, for the reliability diagram. */
  readonly bins: readonly CalibrationBin[];
}

const BINS = 10;

/** @throws InputError without forecasts, or for a confidence outside 0–1 */
export function calibration(forecasts: readonly Forecast[]): Calibration {
  requireSome(forecasts, 'forecasts');
  const members = Array.from({ length: BINS }, (): Forecast[] => []);
  for (const forecast of forecasts) {
    const { confidence } = forecast;
    if (!(confidence >= 0 && confidence <= 1)) throw new InputError(`A confidence lies outside 0–1: ${confidence}.`);
    members[Math.min(BINS - 1, Math.floor(confidence * BINS))]?.push(forecast);
  }
  const bins = members.map((bin, index) => ({
    from: index / BINS,
    to: (index + 1) / BINS,
    count: bin.length,
    confidence: mean(bin.map(({ confidence }) => confidence)),
    accuracy: mean(bin.map(({ isRight }) => (isRight ? 1 : 0))),
  }));
  const gap = ({ count, confidence, accuracy }: CalibrationBin) =>
    count * Math.abs((accuracy ?? 0) - (confidence ?? 0));
  return { error: bins.reduce((sum, bin) => sum + gap(bin), 0) / forecasts.length, bins };
}
