/** The protocols of judging: a new one is its object, its id in `domain/protocols.ts`, and a line here. */
import type { Protocol, ScoringProtocol as ScoringProtocolName } from '../../domain/comparison.ts';
import { passRate } from './pass-rate.ts';
import { camieval, checklistPreference, cot, metrics, ownChoice, preference, vanilla } from './preference.ts';
import type { ComparisonProtocol, ScoringProtocol } from './protocol.ts';
import {
  camievalScore,
  checklistScore,
  checkThenScore,
  comparedByScores,
  gEval,
  metricsScore,
  ownGrade,
  score,
  wbScore,
} from './score.ts';

/** Of one response by itself. */
export const SCORING: Readonly<Record<ScoringProtocolName, ScoringProtocol>> = {
  score,
  'check-then-score': checkThenScore,
  'checklist-score': checklistScore,
  'metrics-score': metricsScore,
  'wb-score': wbScore,
  'g-eval': gEval,
  'camieval-score': camievalScore,
  'own-grade': ownGrade,
};

export const COMPARISON_PROTOCOLS: Readonly<Record<Protocol, ComparisonProtocol>> = {
  'pass-rate': passRate,
  preference,
  vanilla,
  cot,
  metrics,
  'checklist-preference': checklistPreference,
  camieval,
  'own-choice': ownChoice,
  ...(Object.fromEntries(
    Object.entries(SCORING).map(([name, protocol]) => [name, comparedByScores(protocol)]),
  ) as Readonly<Record<ScoringProtocolName, ComparisonProtocol>>),
};
