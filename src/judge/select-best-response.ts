/** Judges candidates, given or sampled, by one checklist and picks the best (TICK, best-of-N). */
import { respond } from '../../agents/respond.ts';
import type { Checklist } from '../domain/checklist.ts';
import type { NamedResponse } from '../domain/comparison.ts';
import { InputError } from '../domain/errors.ts';
import type { JudgedResponse } from '../domain/judgement.ts';
import { done, type Outcome } from '../domain/outcome.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Candidate, Selection } from '../domain/judged-work.ts';
import type { Task } from '../domain/task.ts';
import { isAbove } from '../metrics/is-above.ts';
import { provenanceOf, type AgentModel } from '../llm/define-agent.ts';
import { judgeOne, usageOf } from './judge.ts';
import type { JudgeOptions } from './judge-options.ts';
import { countedItems, earnedRate } from './pass-rate.ts';
import { sharedRates, winnerByRates } from './protocols/pass-rate.ts';
import { sharedReason } from './unanswered.ts';
import { sampleResponses } from './write-texts.ts';

export interface SelectInput {
  /** At least one response, or how many to sample from the model for the checklist's task. */
  readonly candidates: readonly NamedResponse[] | number;
  readonly checklist: Checklist;
}

/**
 * @param run of this selection alone: usage and calls are told apart by it
 * @throws InputError where there are none, or they are to be sampled without a model or an instruction; LimitError, CancelledError;
 *   UnavailableError where the model cannot be asked at all
 */
export async function selectBestResponse(
  run: RunContext,
  agents: AgentModel | null,
  { candidates, checklist }: SelectInput,
  options: JudgeOptions,
): Promise<Selection> {
  const isSampled = typeof candidates === 'number';
  const responses = isSampled
    ? (await sampleResponses(run, agents, taskOf(checklist), { samples: candidates })).map((outcome, index) => ({
        name: `sample ${index + 1}`,
        outcome,
      }))
    : candidates.map(({ name, response }) => ({ name, outcome: done(response) }));
  if (responses.length === 0) throw new InputError('There is no response to choose from.');
  let judge: Selection['judge'] = null;
  const judged = await Promise.all(
    responses.map(async ({ name, outcome }): Promise<JudgedCandidate> => {
      if (outcome.status === 'unscored') return { name, outcome };
      const result = await judgeOne(run, agents, { name, response: outcome.value, checklist }, options);
      judge = result.judge ?? judge;
      return { name, outcome: done(result.judged) };
    }),
  );
  const writers = isSampled && agents !== null ? provenanceOf(agents, respond) : {};
  return { checklist, ...selectBest(judged), judge, writers, usage: usageOf(run, agents) };
}

function taskOf({ task }: Checklist): Task {
  if (task !== null) return task;
  throw new InputError('There is no instruction to sample responses for.', {
    advice: 'Give one with --instruction or --task.',
  });
}

export interface JudgedCandidate {
  readonly name: string;
  readonly outcome: Outcome<JudgedResponse>;
}

/**
 * The best are those that no other one is above. Which of two is above depends on their verdicts alone, so that no further
 * candidate can turn it round. Ties are kept. Where each is below another, over different items, none is best. Pure.
 */
export function selectBest(judged: readonly JudgedCandidate[]): Pick<Selection, 'candidates' | 'best'> {
  const candidates = judged.map(({ name, outcome }): Candidate => {
    if (outcome.status === 'unscored') return { status: 'unscored', name, reason: outcome.reason, judged: null };
    const rankedBy = earnedRate(outcome.value.verdicts, () => true);
    return rankedBy === null
      ? {
          status: 'unscored',
          name,
          reason: sharedReason(outcome.value.verdicts) ?? 'No item could be scored.',
          judged: outcome.value,
        }
      : { status: 'scored', judged: outcome.value, rankedBy };
  });
  const scored = candidates.flatMap((candidate, index) =>
    candidate.status === 'scored' ? [{ ...candidate, index }] : [],
  );
  const best = scored.filter((one) => !scored.some((other) => isBetter(other, one)));
  return { candidates, best: best.map(({ index }) => index) };
}

type Scored = Extract<Candidate, { status: 'scored' }>;

/** By comparison; where that tells them apart no further, an answer that was lost is no advantage. */
function isBetter(one: Scored, other: Scored): boolean {
  const result = winnerByRates(sharedRates(one.judged, other.judged));
  if (result.status === 'unscored' || result.winner === 'tie') return isAbove(one.rankedBy, other.rankedBy);
  // What the two share may be very little.
  return result.winner === 'a' && !isAbove(rateBeside(other, one), rateBeside(one, other));
}

/** What was lost is not met, if it counts for the other one. */
function rateBeside({ judged: { verdicts }, rankedBy }: Scored, { judged }: Scored): number {
  const counted = countedItems([judged]);
  return earnedRate(verdicts, (itemId) => counted.has(itemId)) ?? rankedBy;
}
