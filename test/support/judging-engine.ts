/** An engine put together from doubles of its judging steps; what no double does needs a model. */
import type { AgentProvenance } from '../../src/domain/model.ts';
import type { Capability, Engine } from '../../src/domain/engine.ts';
import { AGENTS } from '../../src/engines/model/engine.ts';
import { scriptedEngine } from './scripted-engine.ts';

/** Steps of an engine, and what they make it able to do. */
export type EnginePart = Partial<Engine> & { readonly capabilities: ReadonlySet<Capability> };

export function judgingEngine(...parts: readonly (EnginePart | null)[]): Engine {
  const given = parts.filter((part) => part !== null);
  const provenance: Engine['provenance'] = (...steps) =>
    Object.fromEntries<AgentProvenance[string]>(
      steps.map((step) => [AGENTS[step].name, { model: 'scripted', promptHash: 'hash' }]),
    );
  const capabilities = new Set(given.flatMap((part) => [...part.capabilities]));
  const steps = given.reduce<Partial<Engine>>((all, part) => ({ ...all, ...part }), { provenance });
  return scriptedEngine({ ...steps, capabilities });
}
