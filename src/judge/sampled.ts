/** Who is asked, and how often: the members of a panel, and several samples of each. */
import { InputError } from '../domain/errors.ts';
import type { AgentModel, Sample } from '../llm/define-agent.ts';

interface Member {
  /** Empty: the model of the role. */
  readonly model: string;
  readonly agents: AgentModel;
}

/**
 * Each member of a panel by itself; without a panel the judge alone. What prepares the judging is asked of the models of
 * their roles, whoever judges.
 * @throws InputError where a member is named twice
 */
export function membersOf(agents: AgentModel, panel: readonly string[]): readonly Member[] {
  const twice = panel.find((model, index) => panel.indexOf(model) < index);
  if (twice !== undefined) throw new InputError(`${twice} is named twice: each member of a panel is another model.`);
  if (panel.length === 0) return [{ model: '', agents }];
  return panel.map((model) => ({ model, agents: { ...agents, judge: model } }));
}

/** In the order of their sample index. */
export function sampled<Value>(samples: number, ask: (sample: Sample) => Promise<Value>): Promise<Value[]> {
  return Promise.all(Array.from({ length: samples }, (_, sampleIndex) => ask({ sampleIndex, samples })));
}
