/** Which model answers for which role, and how it is asked, as the settings say. */
import type { Secrets } from '../config/environment.ts';
import type { Settings } from '../config/settings.ts';
import { InputError } from '../domain/errors.ts';
import type { LoadedPrompt } from '../domain/model.ts';
import { isAskedOfOpenAi, type ModelSpec } from '../llm/model-spec.ts';

export function modelSpec(name: string, settings: Settings, { modelKey, openaiKey }: Secrets): ModelSpec {
  const spec: ModelSpec = {
    name,
    baseUrl: settings.baseUrl,
    apiKey: modelKey,
    capability: settings.modelFormat,
    temperature: 'prompt',
    maxOutputTokens: null,
  };
  // Many have OPENAI_API_KEY set for other programs: it is not for whatever server a base URL names.
  if (modelKey !== null || !isAskedOfOpenAi(spec)) return spec;
  return { ...spec, apiKey: openaiKey };
}

/**
 * The model of every role, in the order of their names.
 * @throws InputError where a model is named for a role that no prompt has
 */
export function modelByRole(
  model: string,
  byRole: Settings['modelByRole'],
  prompts: ReadonlyMap<string, LoadedPrompt>,
): Readonly<Record<string, string>> {
  const roles = [...new Set([...prompts.values()].map(({ role }) => role))].sort();
  const unknown = Object.keys(byRole).find((role) => !roles.includes(role));
  if (unknown !== undefined)
    throw new InputError(`There is no role “${unknown}”.`, { advice: `Roles are ${roles.join(', ')}.` });
  return Object.fromEntries(roles.map((role) => [role, byRole[role] ?? model]));
}
