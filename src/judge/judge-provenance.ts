/** Which models and prompts a judgement of rows depends on. */
import { generateChecklist } from '../../agents/generate-checklist.ts';
import { judgeResponse } from '../../agents/judge-response.ts';
import { refineChecklist } from '../../agents/refine-checklist.ts';
import type { AgentProvenance } from '../domain/model.ts';
import { provenanceOf, type AgentModel } from '../llm/define-agent.ts';

/** @param isListWritten whether the checklist is written by a model, too */
export function judgeProvenance(agents: AgentModel | null, isListWritten: boolean): AgentProvenance {
  if (agents === null) return {};
  return provenanceOf(agents, judgeResponse, ...(isListWritten ? [generateChecklist, refineChecklist] : []));
}
