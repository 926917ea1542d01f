/** Edits a response towards each unmet item, alone, and judges it again (EvalAgent, actionability). */
import { refineResponse } from '../../agents/refine-response.ts';
import type { Actionability, Edit } from '../domain/judged-work.ts';
import type { ChecklistItem } from '../domain/checklist.ts';
import type { JudgedResponse } from '../domain/judgement.ts';
import { unscored } from '../domain/outcome.ts';
import type { RunContext } from '../domain/run-context.ts';
import { questionInFull } from '../llm/agent-kit/question.ts';
import { provenanceOf, type AgentModel } from '../llm/define-agent.ts';
import { actionabilityFigures } from './actionability-figures.ts';
import { judgeOne, usageOf, type JudgeInput } from './judge.ts';
import type { JudgeOptions } from './judge-options.ts';
import { answerOf } from './pass-rate.ts';
import { requireModel } from './require-model.ts';
import { writeTexts } from './write-texts.ts';

/**
 * Every edit starts from the response as it was, and is judged by the whole checklist: what it breaks is counted too.
 * @param run of this response alone: usage and calls are told apart by it
 * @throws InputError without a model; LimitError, CancelledError; UnavailableError where the model cannot be asked at all
 */
export async function measureActionability(
  run: RunContext,
  agents: AgentModel | null,
  input: JudgeInput,
  options: JudgeOptions,
): Promise<Actionability> {
  const { name, response, checklist } = input;
  const writers = requireModel(agents, 'writes');
  const { judged: start, judge } = await judgeOne(run, agents, input, options);
  const unmet = checklist.items.filter(({ id }) => answersOf(start).get(id) === 'no');

  const { task } = checklist;
  const revisions = await writeTexts(
    run,
    writers,
    { step: 'refining', what: 'unmet items edited towards' },
    unmet,
    (item) => {
      const questions = [{ question: questionInFull(item), answer: 'no', reason: '' }] as const;
      return refineResponse.ask(writers, run, { task, response, questions });
    },
  );
  const edits = await Promise.all(
    unmet.map(async (item, index): Promise<Edit> => {
      const revision = revisions[index] ?? unscored('It was not edited.');
      if (revision.status === 'unscored')
        return { itemId: item.id, judged: null, outcome: unscored(revision.reason), broken: [] };
      const edited = { name: `${name}, ${item.id}`, response: revision.value.response, checklist };
      return editOf(item, start, (await judgeOne(run, agents, edited, options)).judged);
    }),
  );
  return {
    checklist,
    start,
    edits,
    figures: actionabilityFigures([{ start, edits }]),
    judge,
    writers: unmet.length === 0 ? {} : provenanceOf(writers, refineResponse),
    usage: usageOf(run, agents),
  };
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
