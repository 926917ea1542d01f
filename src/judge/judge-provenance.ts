/** Which models and prompts a judgement of rows depends on. */
import { generateChecklist } from '../../agents/generate-checklist.ts';
import { judgeLevels } from '../../agents/judge-levels.ts';
import { judgeResponse } from '../../agents/judge-response.ts';
import { refineChecklist } from '../../agents/refine-checklist.ts';
import type { AgentProvenance } from '../domain/model.ts';
import { provenanceOf, type AgentModel } from '../llm/define-agent.ts';

/** @param lists whether the checklist is written by a model, too, and whether it has items with levels */
export function judgeProvenance(
  agents: AgentModel | null,
  lists: { readonly areWritten: boolean; readonly haveLevels: boolean },
): AgentProvenance {
  if (agents === null) return {};
  const writers = lists.areWritten ? [generateChecklist, refineChecklist] : [];
  return provenanceOf(agents, judgeResponse, ...(lists.haveLevels ? [judgeLevels] : []), ...writers);
}
