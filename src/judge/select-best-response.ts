/** Judges candidates, given or sampled, by one checklist and picks the best (TICK, best-of-N). */
import type { Checklist } from '../domain/checklist.ts';
import type { NamedResponse } from '../domain/comparison.ts';
import { InputError } from '../domain/errors.ts';
import { done, unscored, type Outcome } from '../domain/outcome.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Selection } from '../domain/selection.ts';
import { selectBest } from './select-best.ts';
import { pickAgents } from './asked-agents.ts';
import type { JudgeOptions } from './judge.ts';
import { judgeResponses } from './judge-responses.ts';
import { requireResponder, type RefinePorts } from './refine.ts';
import { timeStep } from '../run/run-step.ts';
import { withinLimits } from '../run/within-limits.ts';

export interface SelectInput {
  /** At least one response, or how many to sample from the model for the checklist's task. */
  readonly candidates: readonly NamedResponse[] | number;
  readonly checklist: Checklist;
}

/**
 * @param run an object of its own for each selection: usage and calls are told apart by it
 * @throws InputError where responses are to be sampled without a model or an instruction; LimitError, CancelledError;
 *   UnavailableError where the model cannot be asked at all
 */
export async function selectBestResponse(
  run: RunContext,
  ports: RefinePorts,
  { candidates, checklist }: SelectInput,
  options: JudgeOptions,
): Promise<Selection> {
  const isSampled = typeof candidates === 'number';
  const given = isSampled
    ? await withinLimits(run, ports.model, () => sampleResponses(run, ports, checklist, candidates))
    : candidates.map(({ name, response }) => ({ name, outcome: done(response) }));
  const written = given.flatMap(({ name, outcome }) =>
    outcome.status === 'done' ? [{ name, response: outcome.value }] : [],
  );
  const { judged, judge } = await judgeResponses(run, ports, written, checklist, options);
  const inOrder = judged.values();
  const picked = selectBest(
    given.map(({ name, outcome }) => {
      if (outcome.status === 'unscored') return { name, outcome };
      const next = inOrder.next();
      if (next.done === true) throw new Error('Each response has a judgement.');
      return { name, outcome: done(next.value) };
    }),
  );
  return {
    checklist,
    ...picked,
    judge,
    writers: isSampled ? pickAgents(requireResponder(ports).description, ['respond']) : {},
    usage: [...(ports.model?.usage(run.runId) ?? [])],
  };
}

interface GivenCandidate {
  readonly name: string;
  readonly outcome: Outcome<string>;
}

async function sampleResponses(
  run: RunContext,
  ports: RefinePorts,
  { task }: Checklist,
  count: number,
): Promise<readonly GivenCandidate[]> {
  const responder = requireResponder(ports);
  if (task === null)
    throw new InputError('There is no instruction to sample responses for.', {
      advice: 'Give one with --instruction or --task.',
    });
  return timeStep(run, {}, 'responding', count, async () => {
    const sampled = await Promise.all(
      Array.from({ length: count }, async (_, sampleIndex) => {
        const outcome = await responder.respond(run, { task, sampleIndex, samples: count });
        const isBlank = outcome.status === 'done' && outcome.value.trim() === '';
        return {
          name: `sample ${sampleIndex + 1}`,
          outcome: isBlank ? unscored('The model wrote an empty text.') : outcome,
        };
      }),
    );
    const lost = sampled.filter(({ outcome }) => outcome.status === 'unscored').length;
    return { result: sampled, unscored: lost, summary: `${count - lost} of ${count} responses written` };
  });
}
