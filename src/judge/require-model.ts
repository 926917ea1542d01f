/** Work that only a model can do, refused where none is named. */
import { needsModel } from '../domain/errors.ts';
import type { AgentModel } from '../llm/define-agent.ts';

const MESSAGES = {
  compares: 'Preferring or scoring responses needs a model; pass rates need none for what code can check.',
  panel: 'A panel needs models to judge.',
  writes: 'Writing a new response needs a model.',
  asksAnother:
    'A model that a source or a call names is asked at the address and with the key of --model, which is missing.',
  generatesChecklists: 'Writing or reviewing a checklist needs a model; judging by a checklist of your own needs none.',
} as const;

/** @throws InputError that says what needs a model, and how to name one */
export function requireModel(agents: AgentModel | null, work: keyof typeof MESSAGES): AgentModel {
  if (agents === null) throw needsModel(MESSAGES[work]);
  return agents;
}
