/** Judging for agents: each verdict with its reason, and the id of the whole record. */
import type { Checklist } from '../domain/checklist.ts';
import type { Comparison, Grounds, ResponseScore } from '../domain/comparison.ts';
import type { JudgedResponse, Judgement, Verdict } from '../domain/judgement.ts';
import type { Refinement } from '../domain/judged-work.ts';
import { restsOn } from '../report/verdict.ts';

type Kept<Value> = Value & { readonly id: string };

export function judgementView({ id, checklist, judge, ...judged }: Kept<Judgement>) {
  return { record: id, judge: judge?.model ?? 'code', ...judgedView(judged, checklist) };
}

function judgedView(
  { verdicts, passRate, score, warnings }: Omit<JudgedResponse, 'name' | 'response'>,
  checklist: Checklist,
) {
  return {
    passRate,
    ...(score === undefined ? {} : { score }),
    items: checklist.items.map((item) => {
      const verdict = verdicts.find(({ itemId }) => itemId === item.id)?.verdict ?? NOT_JUDGED;
      return {
        item: item.id,
        question: item.question,
        ...verdictView(verdict),
        ...(item.from === null ? {} : { criterion: item.from.criterion }),
        /** Of what is unmet: the words of the source behind it. */
        restsOn: restsOn({ item, verdict }),
      };
    }),
    warnings,
  };
}

const NOT_JUDGED: Verdict = { status: 'unscored', reason: 'It was not judged.', votes: null };

function verdictView(verdict: Verdict) {
  if (verdict.status === 'unscored') return { answer: 'unscored', reason: verdict.reason };
  const { answer, by, reason, quotes } = verdict;
  return { answer, by, reason, quotes: quotes.map(({ quote }) => quote) };
}

export function comparisonView({ id, a, b, by, result, grounds, warnings }: Kept<Comparison>) {
  return {
    record: id,
    by,
    a: a.name,
    b: b.name,
    result,
    grounds: grounds === null ? null : groundsView(grounds),
    warnings,
  };
}

function groundsView(grounds: Grounds): object {
  switch (grounds.kind) {
    case 'pass-rates': {
      const { checklist, a, b, rates } = grounds;
      return { rates, a: judgedView(a, checklist), b: judgedView(b, checklist) };
    }
    case 'preferences':
      return {
        orders: grounds.orders.map(({ first, verdict }) =>
          verdict.status === 'unscored'
            ? { first, unscored: verdict.reason }
            : { first, winner: verdict.winner, reason: verdict.reason },
        ),
      };
    case 'scores':
      return { a: scoreView(grounds.a), b: scoreView(grounds.b) };
    case 'selective': {
      const { selective, without, with: used } = grounds;
      const decisive = used ?? without.grounds;
      return { checklistUsed: selective.used, ...(decisive === null ? {} : groundsView(decisive)) };
    }
    case 'panel':
      return { members: grounds.members.map(({ model, result }) => ({ model, result })) };
  }
}

function scoreView(score: ResponseScore) {
  return score.status === 'unscored' ? { unscored: score.reason } : { score: score.score, reason: score.reason };
}

export function refinementView({ id, checklist, rounds, kept, stop, method }: Kept<Refinement>) {
  const best = rounds[kept]?.judged;
  return {
    record: id,
    method,
    /** The best round; 0 is the response that was given. */
    keptRound: kept,
    text: best?.response ?? null,
    rounds: rounds.map(({ judged, plan }) => ({ passRate: judged.passRate.rate, plan })),
    stop,
    judged: best === undefined ? null : judgedView(best, checklist),
  };
}
