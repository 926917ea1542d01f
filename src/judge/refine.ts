/** Refines a response round by round by its checklist, or by self-critique, and keeps the best round (STICK). */
import type { JudgedResponse } from '../domain/judged-response.ts';
import { requireCapability, type Engine } from '../domain/engine.ts';
import type { AnsweredQuestion, Revision, WrittenResponse } from '../domain/judging-steps.ts';
import { done, type Outcome } from '../domain/outcome.ts';
import type { Refinement, RefineMethod, Round, Stop } from '../domain/refinement.ts';
import type { CallPlan } from '../domain/plan.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Checklist } from '../domain/checklist.ts';
import { bestRound } from './best-round.ts';
import { answerOf } from './cautious-rate.ts';
import { planJudge, type JudgeInput, type JudgeOptions, type JudgePorts } from './judge.ts';
import { FENCE_TOKENS, listTokens, type JudgingSizes } from './judging-sizes.ts';
import { judgeResponses } from './judge-responses.ts';
import { timeStep } from '../run/run-step.ts';
import { withinLimits } from '../run/within-limits.ts';

export interface RefineOptions {
  /** 1 to `MAX_ROUNDS`. */
  readonly rounds: number;
  readonly method: RefineMethod;
  readonly judging: JudgeOptions;
}

/**
 * Each round goes on from the last one, and the record has them all. What is kept is never worse than the start, as far
 * as the judge can tell.
 * @param run an object of its own for each response: usage and calls are told apart by it
 * @throws InputError without a model; LimitError, CancelledError; UnavailableError where the model cannot be asked at all
 */
export async function refine(
  run: RunContext,
  ports: JudgePorts,
  { name, response, checklist }: JudgeInput,
  { rounds: maxRounds, method, judging }: RefineOptions,
): Promise<Refinement> {
  const { engine } = ports;
  requireCapability(engine, 'writes');
  let judge: Refinement['judge'] = null;
  const judged = async (text: string): Promise<JudgedResponse> => {
    const of = await judgeResponses(run, ports, [{ name, response: text }], checklist, judging);
    judge = of.judge ?? judge;
    const [only] = of.judged;
    if (only === undefined) throw new Error('One response has one judgement.');
    return only;
  };

  let last = await judged(response);
  const rounds: Round[] = [{ judged: last, plan: null }];
  let stop = reasonToStop(last);
  while (stop === null) {
    const revision = await withinLimits(run, ports.model, () => revise(run, engine, checklist, last, method));
    if (revision.status === 'unscored') stop = { why: 'no-revision', reason: revision.reason };
    else {
      last = await judged(revision.value.response);
      rounds.push({ judged: last, plan: revision.value.plan });
      stop = reasonToStop(last) ?? (rounds.length > maxRounds ? { why: 'rounds-done' } : null);
    }
  }
  const asked = rounds.length > 1 || stop.why === 'no-revision';
  return {
    method,
    checklist,
    rounds,
    kept: bestRound(rounds),
    stop,
    judge,
    writers: asked ? engine.provenance(...WRITERS[method]) : {},
    usage: [...(ports.model?.usage(run.runId) ?? [])],
  };
}

const WRITERS = {
  checklist: ['refine'],
  'self-critique': ['critique', 'rewrite'],
} as const satisfies Record<RefineMethod, readonly (keyof Engine)[]>;

/** A mended response is longer than the one before by so much: an assumption. */
export const GROWTH = 1.25;

/** Every round is taken to find something unmet. @param response its length in tokens */
export function planRefinement(
  plan: CallPlan,
  sizes: JudgingSizes,
  start: number,
  { rounds, method }: Pick<RefineOptions, 'rounds' | 'method'>,
): void {
  planJudge(plan, sizes, start);
  for (let round = 0, response = start; round < rounds; round += 1, response *= GROWTH) {
    if (method === 'checklist') planMending(plan, sizes, response, sizes.questions);
    else {
      const work = { items: 1, shownPerCall: sizes.task + response + 2 * FENCE_TOKENS };
      plan.add('critique', work);
      plan.add('rewrite', { ...work, answered: response * GROWTH });
    }
    planJudge(plan, sizes, response * GROWTH);
  }
}

/** One new response by the answers to these questions. @param response its length in tokens */
export function planMending(
  plan: CallPlan,
  { task }: JudgingSizes,
  response: number,
  questions: readonly number[],
): void {
  plan.add('refine', {
    items: questions.length,
    shownPerCall: task + response + 3 * FENCE_TOKENS,
    shown: listTokens(questions),
    answered: response * GROWTH,
  });
}

function reasonToStop({ verdicts, passRate }: JudgedResponse): Stop | null {
  if (verdicts.every(({ verdict }) => verdict.status === 'unscored')) return { why: 'nothing-scored' };
  return passRate.no === 0 ? { why: 'nothing-to-mend' } : null;
}

async function revise(
  run: RunContext,
  engine: Engine,
  { task, items }: Checklist,
  { response, verdicts }: JudgedResponse,
  method: RefineMethod,
): Promise<Outcome<Revision>> {
  return timeStep(run, {}, 'refining', 1, async () => {
    const outcome =
      method === 'checklist'
        ? await engine.refine(run, { task, response, questions: answered(items, verdicts) })
        : await selfCritique(run, engine, { task, response });
    const failed = outcome.status === 'unscored';
    return {
      result: outcome,
      unscored: failed ? 1 : 0,
      summary: failed ? 'no new response' : 'a new response',
    };
  });
}

async function selfCritique(
  run: RunContext,
  engine: Engine,
  written: WrittenResponse,
): Promise<Outcome<Revision>> {
  const critique = await engine.critique(run, written);
  if (critique.status === 'unscored') return critique;
  const rewrite = await engine.rewrite(run, { ...written, critique: critique.value });
  return rewrite.status === 'unscored' ? rewrite : done({ plan: critique.value, response: rewrite.value });
}

/** Those with a yes or a no, in the checklist's order: what is not applicable or unscored tells a writer nothing. */
function answered(
  items: Checklist['items'],
  verdicts: JudgedResponse['verdicts'],
): readonly AnsweredQuestion[] {
  const byItem = new Map(verdicts.map(({ itemId, verdict }) => [itemId, answerOf(verdict)]));
  return items.flatMap(({ id, question }) => {
    const answer = byItem.get(id) ?? null;
    return answer === null ? [] : [{ question, answer }];
  });
}
