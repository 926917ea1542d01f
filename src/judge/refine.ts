/** Refines a response round by round by its checklist, or by self-critique, and keeps the best round (STICK). */
import type { JudgedResponse } from '../domain/judged-response.ts';
import { done, type Outcome } from '../domain/outcome.ts';
import type { Refinement, RefineMethod, Round, Stop } from '../domain/refinement.ts';
import type { AnsweredQuestion, Responder, Revision } from '../domain/responder.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Checklist } from '../domain/checklist.ts';
import { bestRound } from './best-round.ts';
import { answerOf } from './cautious-rate.ts';
import { pickAgents } from './asked-agents.ts';
import type { JudgeInput, JudgeOptions, JudgePorts } from './judge.ts';
import { judgeResponses } from './judge-responses.ts';
import { needsModel } from './needs-model.ts';
import { timeStep } from '../run/run-step.ts';
import { withinLimits } from '../run/within-limits.ts';

export interface RefinePorts extends JudgePorts {
  /** Null: nobody can write. */
  readonly responder: Responder | null;
}

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
  ports: RefinePorts,
  { name, response, checklist }: JudgeInput,
  { rounds: maxRounds, method, judging }: RefineOptions,
): Promise<Refinement> {
  const responder = requireResponder(ports);
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
    const revision = await withinLimits(run, ports.model, () =>
      revise(run, responder, checklist, last, method),
    );
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
    writers: asked ? pickAgents(responder.description, WRITERS[method]) : {},
    usage: [...(ports.model?.usage(run.runId) ?? [])],
  };
}

const WRITERS: Readonly<Record<RefineMethod, readonly string[]>> = {
  checklist: ['refine-response'],
  'self-critique': ['critique-response', 'rewrite-response'],
};

/** @throws InputError where there is none */
export function requireResponder({ responder }: Pick<RefinePorts, 'responder'>): Responder {
  if (responder !== null) return responder;
  throw needsModel('writing');
}

function reasonToStop({ verdicts, passRate }: JudgedResponse): Stop | null {
  if (verdicts.every(({ verdict }) => verdict.status === 'unscored')) return { why: 'nothing-scored' };
  return passRate.no === 0 ? { why: 'nothing-to-mend' } : null;
}

async function revise(
  run: RunContext,
  responder: Responder,
  { task, items }: Checklist,
  { response, verdicts }: JudgedResponse,
  method: RefineMethod,
): Promise<Outcome<Revision>> {
  return timeStep(run, {}, 'refining', 1, async () => {
    const outcome =
      method === 'checklist'
        ? await responder.refine(run, { task, response, questions: answered(items, verdicts) })
        : await selfCritique(run, responder, { task, response });
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
  responder: Responder,
  written: Parameters<Responder['critique']>[1],
): Promise<Outcome<Revision>> {
  const critique = await responder.critique(run, written);
  if (critique.status === 'unscored') return critique;
  const rewrite = await responder.rewrite(run, { ...written, critique: critique.value });
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
