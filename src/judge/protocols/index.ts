/** The protocols of comparison: a new one is its file, its id in `domain/protocols.ts`, and a line here. */
import type { Protocol } from '../../domain/comparison.ts';
import { passRate } from './pass-rate.ts';
import { preference } from './preference.ts';
import type { ComparisonProtocol } from './protocol.ts';
import { checkThenScore, score } from './score.ts';

export const COMPARISON_PROTOCOLS: Readonly<Record<Protocol, ComparisonProtocol>> = {
  'pass-rate': passRate,
  preference,
  score,
  'check-then-score': checkThenScore,
};
