/** Names the model and the prompt of agents, for records. */
import type { AskedAgents } from '../../domain/asked-agents.ts';
import type { Prompts } from '../../llm/agent-kit/ask.ts';

/**
 * @param modelNames by role
 * @throws Error (a bug) where a prompt is missing
 */
export function askedAgents(
  agents: readonly string[],
  prompts: Prompts,
  modelNames: Readonly<Record<string, string>>,
): AskedAgents {
  return Object.fromEntries(
    agents.map((agent) => {
      const prompt = prompts.get(agent);
      if (prompt === undefined) throw new Error(`There is no prompt for the agent ${agent}.`);
      return [agent, { model: modelNames[prompt.role] ?? '', promptHash: prompt.hash }];
    }),
  );
}
