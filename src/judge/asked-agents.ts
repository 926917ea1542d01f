/** What records say of the agents that a piece of work asked. */
import type { AskedAgents } from '../domain/asked-agents.ts';

/** @throws Error (a bug) where one is not described */
export function pickAgents(described: AskedAgents, names: readonly string[]): AskedAgents {
  return Object.fromEntries(
    names.map((name) => {
      const agent = described[name];
      if (agent === undefined) throw new Error(`The agent ${name} is not described.`);
      return [name, agent];
    }),
  );
}
