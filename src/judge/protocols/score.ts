/** By scores: a judge scores each response from 1 to 5; the higher score wins, equal is a tie (TICK, direct scoring). */
import type { Checklist } from '../../domain/checklist.ts';
import type { Comparison, NamedResponse, ResponseScore } from '../../domain/comparison.ts';
import type { GivenScore } from '../../domain/judging-steps.ts';
import { reasonsIn, unscored, type Outcome } from '../../domain/outcome.ts';
import { contextWarnings } from '../judge.ts';
import { readableOf, whyUnread } from '../tally-votes.ts';
import { pairNames, type PairNames } from '../pair-names.ts';
import { comparing, higher, sampled, type Compared, type ComparisonProtocol, type ComparisonWork } from './protocol.ts';

export const score: ComparisonProtocol = {
  title: 'scores from 1 to 5',
  needs: 'compares',
  judgesItems: false,
  usesChecklist: false,
  compare: (work) => compareByScores(work, null),
};

/** With a checklist as a guide, which is shown and not answered item by item (TICK, check-then-score). */
export const checkThenScore: ComparisonProtocol = {
  title: 'scores from 1 to 5 with the checklist as a guide',
  needs: 'compares',
  judgesItems: false,
  usesChecklist: true,
  compare: compareByScores,
};

/** @param checklist shown as a guide; null: none is */
function compareByScores(
  { run, ports: { engine }, task, a, b, judging: { votes, analysis } }: ComparisonWork,
  checklist: Checklist | null,
): Promise<Compared> {
  const guide = checklist?.items.map(({ question }) => question) ?? null;
  const scoreOf = async ({ response }: NamedResponse) =>
    tallyScores(
      await sampled(votes, (sampleIndex) =>
        engine.score(run, { task, response, guide, analysis, sampleIndex, samples: votes }),
      ),
    );
  const names = pairNames({ a, b });
  return comparing(run, names, async () => {
    const [ofA, ofB] = await Promise.all([scoreOf(a), scoreOf(b)]);
    return {
      compared: {
        result: winnerByScores(ofA, ofB, names),
        grounds: { kind: 'scores', checklist, a: ofA, b: ofB },
        comparers: engine.provenance('score'),
        warnings: contextWarnings(task),
      },
      lost: reasonsIn([ofA, ofB]),
    };
  });
}

/** @param samples in the order of their sample index, at least one */
export function tallyScores(samples: readonly Outcome<GivenScore>[]): ResponseScore {
  const readable = readableOf(samples);
  const [first] = readable;
  if (first === undefined) return unscored(whyUnread(samples));
  const scores = readable.map((given) => given.score);
  return {
    status: 'scored',
    score: scores.reduce((sum, each) => sum + each, 0) / scores.length,
    samples: scores,
    reason: first.analysis,
  };
}

export function winnerByScores(a: ResponseScore, b: ResponseScore, names: PairNames): Comparison['result'] {
  if (a.status === 'unscored') return unscored(`${names.a}: ${a.reason}`);
  if (b.status === 'unscored') return unscored(`${names.b}: ${b.reason}`);
  return { status: 'scored', winner: higher(a.score, b.score), flipped: null };
}
