/** A judge without a model: a script says what it answers, sample by sample. */
import type { JudgedItem, JudgeRequest, JudgingSteps } from '../../src/domain/judging-steps.ts';
import type { Capability } from '../../src/domain/engine.ts';
import type { Answer } from '../../src/domain/judgement.ts';
import { done, unscored, type Outcome } from '../../src/domain/outcome.ts';

export interface ScriptedJudge extends Pick<JudgingSteps, 'judge' | 'generateChecklist'> {
  readonly capabilities: ReadonlySet<Capability>;
  readonly requests: JudgeRequest[];
}

/** @param say null: no verdict; an answer alone stands for one with an analysis and no quotes */
export function scriptedJudge(
  say: (itemId: string, request: JudgeRequest) => Partial<JudgedItem> | Answer | null,
): ScriptedJudge {
  const requests: JudgeRequest[] = [];
  return {
    requests,
    capabilities: new Set(['judges', 'generatesChecklists']),
    judge: async (_run, request) => {
      requests.push(request);
      return new Map(
        request.items.map(({ id }): [string, Outcome<JudgedItem>] => {
          const said = say(id, request);
          if (said === null) return [id, unscored('It could not be read.')];
          const given = typeof said === 'string' ? { answer: said } : said;
          return [id, done({ answer: 'yes', analysis: `On ${id}.`, quotes: [], yesProbability: null, ...given })];
        }),
      );
    },
    generateChecklist: async () => unscored('It writes no checklists.'),
  };
}
