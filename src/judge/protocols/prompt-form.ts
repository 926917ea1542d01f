/** The prompt of one protocol, in place of the one that an agent has for all. */
import { InputError } from '../../domain/errors.ts';
import type { AgentModel } from '../../llm/define-agent.ts';
import { formKey } from '../../llm/prompt-forms.ts';

/**
 * @param shown what this run has to show, by the prompt’s variables: whether there is any
 * @throws InputError where the form leaves out what there is to show
 */
export function inForm(
  agents: AgentModel,
  agent: string,
  form: string,
  shown: Readonly<Record<string, boolean>> = {},
): AgentModel {
  const prompt = agents.prompts.get(formKey(agent, form));
  if (prompt === undefined) return agents;
  const lacking = Object.keys(shown).find((name) => shown[name] === true && !prompt.variables.includes(name));
  if (lacking !== undefined)
    throw new InputError(
      `The prompt ${formKey(agent, form)} does not show {{${lacking}}}, and this run has it to show.`,
      {
        advice: `Add {{${lacking}}} to the prompt, or leave out what it is for.`,
      },
    );
  const ofAll = agents.prompts.get(agent)?.variables ?? [];
  const leavesOut = ofAll.filter((name) => !prompt.variables.includes(name));
  return { ...agents, prompts: new Map(agents.prompts).set(agent, { ...prompt, leavesOut }) };
}
