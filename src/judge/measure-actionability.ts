/** Edits a response towards each unmet item, alone, and judges it again (EvalAgent, actionability). */
import type { Actionability, Edit } from '../domain/actionability.ts';
import { requireCapability, type Engine } from '../domain/engine.ts';
import type { ChecklistItem } from '../domain/checklist.ts';
import type { JudgedResponse } from '../domain/judged-response.ts';
import type { Revision } from '../domain/judging-steps.ts';
import { unscored, type Outcome } from '../domain/outcome.ts';
import type { CallPlan } from '../domain/plan.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import { actionabilityFigures } from './actionability-figures.ts';
import { answerOf } from './cautious-rate.ts';
import { planJudge, type JudgeInput, type JudgeOptions, type JudgePorts } from './judge.ts';
import { judgeResponses } from './judge-responses.ts';
import type { JudgingSizes } from './judging-sizes.ts';
import { GROWTH, planMending } from './refine.ts';
import { timeStep } from '../run/run-step.ts';
import { withinLimits } from '../run/within-limits.ts';

/**
 * Every edit starts from the response as it was, and is judged by the whole checklist: what it breaks is counted too.
 * @param run an object of its own for each response: usage and calls are told apart by it
 * @throws InputError without a model; LimitError, CancelledError; UnavailableError where the model cannot be asked at all
 */
export async function measureActionability(
  run: RunContext,
  ports: JudgePorts,
  { name, response, checklist }: JudgeInput,
  options: JudgeOptions,
): Promise<Actionability> {
  const { engine } = ports;
  requireCapability(engine, 'writes');
  const judged = (responses: readonly { readonly name: string; readonly response: string }[]) =>
    judgeResponses(run, ports, responses, checklist, options);
  const first = await judged([{ name, response }]);
  const [start] = first.judged;
  if (start === undefined) throw new Error('One response has one judgement.');
  const unmet = checklist.items.filter(({ id }) => answersOf(start).get(id) === 'no');

  const revisions = await withinLimits(run, ports.model, () =>
    editTowards(run, engine, checklist.task, response, unmet),
  );
  const edits = await Promise.all(
    unmet.map(async (item, index): Promise<Edit> => {
      const revision = revisions[index] ?? unscored('It was not edited.');
      if (revision.status === 'unscored')
        return { itemId: item.id, judged: null, outcome: unscored(revision.reason), broken: [] };
      const edited = await judged([{ name: `${name}, ${item.id}`, response: revision.value.response }]);
      const [after] = edited.judged;
      if (after === undefined) throw new Error('One response has one judgement.');
      return editOf(item, start, after);
    }),
  );
  return {
    checklist,
    start,
    edits,
    figures: actionabilityFigures([{ start, edits }]),
    judge: first.judge,
    writers: unmet.length === 0 ? {} : engine.provenance('refine'),
    usage: [...(ports.model?.usage(run.runId) ?? [])],
  };
}

/** Each in the order of its item. */
async function editTowards(
  run: RunContext,
  engine: Engine,
  task: Task | null,
  response: string,
  unmet: readonly ChecklistItem[],
): Promise<readonly Outcome<Revision>[]> {
  if (unmet.length === 0) return [];
  return timeStep(run, {}, 'refining', unmet.length, async () => {
    const outcomes = await Promise.all(
      unmet.map(({ question }) =>
        engine.refine(run, { task, response, questions: [{ question, answer: 'no' }] }),
      ),
    );
    const lost = outcomes.filter(({ status }) => status === 'unscored').length;
    const summary = `${unmet.length - lost} of ${unmet.length} unmet items edited towards`;
    return { result: outcomes, unscored: lost, summary };
  });
}

function editOf({ id }: ChecklistItem, start: JudgedResponse, judged: JudgedResponse): Edit {
  const [before, after] = [answersOf(start), answersOf(judged)];
  const answer = after.get(id) ?? null;
  const verdict = judged.verdicts.find(({ itemId }) => itemId === id)?.verdict;
  const why = verdict?.status === 'unscored' ? verdict.reason : 'After the edit the item is not applicable.';
  return {
    itemId: id,
    judged,
    outcome: answer === null ? unscored(why) : { status: 'scored', repaired: answer === 'yes' },
    broken: start.verdicts.flatMap(({ itemId }) =>
      before.get(itemId) === 'yes' && after.get(itemId) === 'no' ? [itemId] : [],
    ),
  };
}

function answersOf({ verdicts }: JudgedResponse): ReadonlyMap<string, 'yes' | 'no' | null> {
  return new Map(verdicts.map(({ itemId, verdict }) => [itemId, answerOf(verdict)]));
}

/** Every item is taken to be unmet. @param response its length in tokens */
export function planActionability(plan: CallPlan, sizes: JudgingSizes, response: number): void {
  planJudge(plan, sizes, response);
  for (const question of sizes.questions) {
    planMending(plan, sizes, response, [question]);
    planJudge(plan, sizes, response * GROWTH);
  }
}
