/** Judges candidates, given or sampled, by one checklist and picks the best (TICK, best-of-N). */
import type { Checklist } from '../domain/checklist.ts';
import { requireCapability } from '../domain/engine.ts';
import type { NamedResponse } from '../domain/comparison.ts';
import { InputError } from '../domain/errors.ts';
import { done, type Outcome } from '../domain/outcome.ts';
import type { CallPlan } from '../domain/plan.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Selection } from '../domain/selection.ts';
import { selectBest } from './select-best.ts';
import { planJudge, type JudgeOptions, type JudgePorts } from './judge.ts';
import { judgeResponses } from './judge-responses.ts';
import type { JudgingSizes } from './judging-sizes.ts';
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
  ports: JudgePorts,
  { candidates, checklist }: SelectInput,
  options: JudgeOptions,
): Promise<Selection> {
  const isSampled = typeof candidates === 'number';
  if ((isSampled ? candidates : candidates.length) < 1)
    throw new InputError('There is no candidate to judge.');
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
    writers: isSampled ? ports.engine.provenance('respond') : {},
    usage: [...(ports.model?.usage(run.runId) ?? [])],
  };
}

interface GivenCandidate {
  readonly name: string;
  readonly outcome: Outcome<string>;
}

async function sampleResponses(
  run: RunContext,
  ports: JudgePorts,
  { task }: Checklist,
  count: number,
): Promise<readonly GivenCandidate[]> {
  const { engine } = ports;
  requireCapability(engine, 'writes');
  if (task === null)
    throw new InputError('There is no instruction to sample responses for.', {
      advice: 'Give one with --instruction or --task.',
    });
  return timeStep(run, {}, 'responding', count, async () => {
    const sampled = await Promise.all(
      Array.from({ length: count }, async (_, sampleIndex) => {
        const outcome = await engine.respond(run, { task, sampleIndex, samples: count });
        return { name: `sample ${sampleIndex + 1}`, outcome };
      }),
    );
    const lost = sampled.filter(({ outcome }) => outcome.status === 'unscored').length;
    return { result: sampled, unscored: lost, summary: `${count - lost} of ${count} responses written` };
  });
}

/** A page of text: nobody knows how long a sampled response will be. */
const SAMPLE_TOKENS = 800;

export function planSamples(plan: CallPlan, sizes: JudgingSizes, samples: number): void {
  plan.add('respond', { items: samples, shownPerCall: sizes.task, answered: samples * SAMPLE_TOKENS });
  for (let sample = 0; sample < samples; sample += 1) planJudge(plan, sizes, SAMPLE_TOKENS);
}
