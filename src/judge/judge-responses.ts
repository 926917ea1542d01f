/** Judges several responses by one checklist, for work that goes on from their verdicts. */
import type { Checklist } from '../domain/checklist.ts';
import type { NamedResponse } from '../domain/comparison.ts';
import type { JudgedResponse } from '../domain/judged-response.ts';
import type { Judgement } from '../domain/judgement.ts';
import type { RunContext } from '../domain/run-context.ts';
import { judge, type JudgeOptions, type JudgePorts } from './judge.ts';

export interface JudgedResponses {
  /** In the order of the responses. */
  readonly judged: readonly JudgedResponse[];
  /** Null where code alone judged. */
  readonly judge: Judgement['judge'];
}

/** All at once: the model's client limits what is under way. @throws what `judge` throws */
export async function judgeResponses(
  run: RunContext,
  ports: JudgePorts,
  responses: readonly NamedResponse[],
  checklist: Checklist,
  options: JudgeOptions,
): Promise<JudgedResponses> {
  const judgements = await Promise.all(
    responses.map(({ name, response }) => judge(run, ports, { name, response, checklist }, options)),
  );
  return {
    judged: judgements.map(({ name, response, verdicts, passRate, warnings }) => ({
      name,
      response,
      verdicts,
      passRate,
      warnings,
    })),
    judge: judgements.find((judgement) => judgement.judge !== null)?.judge ?? null,
  };
}
