/** By pass rates: of the rates by one checklist the higher wins, equal is a tie (TICK). */
import type { Comparison, Grounds, NamedResponse } from '../../domain/comparison.ts';
import type { JudgedResponse } from '../../domain/judgement.ts';
import { unscored } from '../../domain/outcome.ts';
import { judgeOne } from '../judge.ts';
import { earnedRate } from '../pass-rate.ts';
import { sharedReason } from '../unanswered.ts';
import { higher, type ComparisonProtocol } from './protocol.ts';

export const passRate: ComparisonProtocol = {
  title: 'pass rates',
  needsModel: false,
  judgesItems: true,
  takes: ['analysis'],
  usesChecklist: true,
  compare: async ({ run, agents, judging, ...pair }, checklist) => {
    const judged = ({ name, response }: NamedResponse) => judgeOne(run, agents, { name, response, checklist }, judging);
    const [first, second] = await Promise.all([judged(pair.a), judged(pair.b)]);
    const a = first.judged;
    const b = second.judged;
    const rates = sharedRates(a, b);
    return {
      result: winnerByRates(rates, sharedReason([...a.verdicts, ...b.verdicts])),
      grounds: { kind: 'pass-rates', checklist, a, b, judge: first.judge ?? second.judge, rates },
      comparers: {},
      warnings: [a, b].flatMap(({ name, warnings }) => warnings.map((warning) => `${name}: ${warning}`)),
    };
  },
};

type Rates = Extract<Grounds, { kind: 'pass-rates' }>['rates'];

type Judged = Pick<JudgedResponse, 'verdicts'>;

/** Rates over the items that both have a verdict on. */
export function sharedRates(a: Judged, b: Judged): Rates {
  const scoredIn = ({ verdicts }: Judged) =>
    new Set(verdicts.flatMap(({ itemId, verdict }) => (verdict.status === 'scored' ? [itemId] : [])));
  const [inA, inB] = [scoredIn(a), scoredIn(b)];
  const shared = ({ verdicts }: Judged) => verdicts.filter(({ itemId }) => inA.has(itemId) && inB.has(itemId));
  return { a: earnedRate(shared(a)), b: earnedRate(shared(b)), items: shared(a).length };
}

/** @param reason why nothing was scored, if that is the same for all items */
export function winnerByRates({ a, b }: Rates, reason: string | null = null): Comparison['result'] {
  if (a === null || b === null)
    return unscored(reason ?? 'One side has neither a yes nor a no on the items that both have a verdict on.');
  return { status: 'scored', winner: higher(a, b), flipped: null };
}
