/** The search “openai”: the web search of the model's own server, with the model's key. It gives addresses, and nothing else. */
import { searchWeb } from '../../agents/search-web.ts';
import { OPENAI, SEARCH_WITHOUT_MODEL } from '../config/refuse-contradictions.ts';
import type { Secrets } from '../config/environment.ts';
import { defaultOf } from '../config/setting-kinds.ts';
import { SETTINGS, type Settings } from '../config/settings.ts';
import { InputError, UnavailableError } from '../domain/errors.ts';
import type { SearchPort } from '../domain/ports.ts';
import { resolveModel } from '../llm/model-spec.ts';
import { hitsOf } from '../search/search-engine.ts';
import { modelSpec, type LoadedEngine } from './engine.ts';

/** Asks nobody yet. */
export function createModelSearch(
  settings: Settings,
  secrets: Secrets,
  { agents }: Pick<LoadedEngine, 'agents'>,
  maxAgeMs: number,
): SearchPort {
  const [message, advice] = SEARCH_WITHOUT_MODEL;
  const { model, modelByRole, webSearchTool, allowDomains: domains, since } = settings;
  if (model === null || agents === null) throw new InputError(message, { advice });
  const { provider, endpoint } = resolveModel(modelSpec(modelByRole['search-web'] ?? model, settings, secrets));
  if (provider !== OPENAI)
    throw new InputError(`The search “${OPENAI}” needs OpenAI’s Responses API, and models of ${provider} have none.`, {
      advice: 'Name a model that has it with --role-model search-web=…, or another search.',
    });
  const request = { tool: webSearchTool ?? defaultOf(SETTINGS.webSearchTool), domains, since, maxAgeMs };
  return {
    name: OPENAI,
    search: async (run, query, limit) => {
      const outcome = await searchWeb.ask(agents, run, { ...request, query, limit });
      if (outcome.status === 'done') return hitsOf(outcome.value).slice(0, limit);
      throw new UnavailableError(`${endpoint} found no pages. ${outcome.reason.replace(/[.\s]*$/u, '.')}`, {
        advice: 'Try again later, choose a model that searches the web, or name another search as well.',
      });
    },
  };
}
