/** One rating of a judge that sees the whole checklist with what each item matters (Rubrics as Rewards, implicit aggregation). */
import { scoreResponse } from '../../agents/score-response.ts';
import type { Checklist, ChecklistItem } from '../domain/checklist.ts';
import type { RunContext } from '../domain/run-context.ts';
import { questionInFull } from '../llm/agent-kit/question.ts';
import type { AgentModel } from '../llm/define-agent.ts';
import { timeStep } from '../run/run-step.ts';
import { withinLimits } from '../run/within-limits.ts';
import type { JudgeOptions } from './judge-options.ts';
import { panelScore } from './panel.ts';
import { requireModel } from './require-model.ts';
import { membersOf, sampled } from './sampled.ts';
import { tallyScores } from './tally-scores.ts';

const [LOWEST, HIGHEST] = [1, 5];

/**
 * @returns its value in 0–1, the mean over members of the means of their samples; or why there is none
 * @throws InputError without a model
 */
export async function implicitScore(
  run: RunContext,
  agents: AgentModel | null,
  { response, checklist }: { readonly response: string; readonly checklist: Checklist },
  { votes, analysis, panel }: Pick<JudgeOptions, 'votes' | 'analysis' | 'panel'>,
): Promise<{ readonly value: number | string }> {
  const judge = requireModel(agents, 'compares');
  const { task, items } = checklist;
  const shown = { task, response, analysis, reference: null, guide: items.map(guideLine), guideUse: 'weigh' } as const;
  return withinLimits(run, judge.model, () =>
    timeStep(run, {}, 'comparing', 1, async () => {
      const scores = await Promise.all(
        membersOf(judge, panel).map(async ({ agents: member }) =>
          tallyScores(await sampled(votes, (sample) => scoreResponse.ask(member, run, shown, sample))),
        ),
      );
      const [alone] = scores;
      const rating = panel.length === 0 && alone !== undefined ? alone : panelScore(scores);
      const value = rating.status === 'unscored' ? rating.reason : (rating.score - LOWEST) / (HIGHEST - LOWEST);
      return { result: { value }, lost: typeof value === 'string' ? [value] : [], summary: 'rated as a whole' };
    }),
  );
}

function guideLine(item: ChecklistItem): string {
  return `(${item.importance ?? `${Math.abs(item.weight)} points`}) ${questionInFull(item)}`;
}
