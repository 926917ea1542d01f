/** What two or more verdicts on a pair say together: by rates, by scores, and by the two orders. Pure. */
import type { Checklist } from '../domain/checklist.ts';
import type { Comparison, Grounds, OrderedPreference, ResponseScore, Winner } from '../domain/comparison.ts';
import type { JudgedResponse } from '../domain/judged-response.ts';
import { unscored } from '../domain/outcome.ts';
import { passRateOf } from './pass-rate.ts';

export type Result = Comparison['result'];
type Rates = Extract<Grounds, { kind: 'pass-rates' }>['rates'];

/** Pass rates over the items that both have a verdict on. */
export function sharedRates({ items }: Checklist, a: JudgedResponse, b: JudgedResponse): Rates {
  const scoredIn = ({ verdicts }: JudgedResponse) =>
    new Set(verdicts.flatMap(({ itemId, verdict }) => (verdict.status === 'scored' ? [itemId] : [])));
  const [inA, inB] = [scoredIn(a), scoredIn(b)];
  const shared = items.filter(({ id }) => inA.has(id) && inB.has(id));
  return {
    a: passRateOf(shared, a.verdicts).rate,
    b: passRateOf(shared, b.verdicts).rate,
    items: shared.length,
  };
}

/** The higher rate wins, equal is a tie (TICK). */
export function winnerByRates({ a, b }: Rates): Result {
  if (a === null || b === null) return unscored('No item has a yes or a no on both sides.');
  return { status: 'scored', winner: higher(a, b), flipped: null };
}

/** The higher score wins, equal is a tie. */
export function winnerByScores(a: ResponseScore, b: ResponseScore): Result {
  if (a.status === 'unscored') return unscored(`A: ${a.reason}`);
  if (b.status === 'unscored') return unscored(`B: ${b.reason}`);
  return { status: 'scored', winner: higher(a.score, b.score), flipped: null };
}

/** What both orders say; where they disagree, a tie and a flip. An order without a verdict leaves the pair without one. */
export function winnerByOrders(orders: readonly [OrderedPreference, OrderedPreference]): Result {
  const [one, other] = orders.map(({ verdict }) => verdict);
  for (const { first, verdict } of orders)
    if (verdict.status === 'unscored')
      return unscored(`With ${first.toUpperCase()} shown first: ${verdict.reason}`);
  if (one?.status !== 'scored' || other?.status !== 'scored') throw new Error('There must be two orders.');
  const flipped = one.winner !== other.winner;
  return { status: 'scored', winner: flipped ? 'tie' : one.winner, flipped };
}

function higher(a: number, b: number): Winner {
  if (a === b) return 'tie';
  return a > b ? 'a' : 'b';
}
