/** The parameters of a discovery, as the settings say. */
import type { Settings } from '../config/settings.ts';
import { languageOf } from '../domain/language.ts';
import type { DiscoveryParameters } from '../domain/criteria-set.ts';

export function discoveryParameters(settings: Settings): DiscoveryParameters {
  const { urls, allowDomains, denyDomains, since, language, providerText } = settings;
  return {
    queries: settings.queries,
    resultsPerQuery: settings.results,
    keepPerQuery: settings.keep,
    minExpertise: settings.minExpertise,
    minRelevance: settings.minRelevance,
    language: languageOf(language)?.iso6393 ?? language,
    // What does not restrict anything is left out, so that it changes no id.
    ...(urls.length > 0 ? { urls: distinct(urls) } : {}),
    ...(allowDomains.length > 0 ? { allowDomains: distinct(allowDomains) } : {}),
    ...(denyDomains.length > 0 ? { denyDomains: distinct(denyDomains) } : {}),
    ...(since === null ? {} : { since }),
    ...(providerText ? { providerText } : {}),
    rounds: settings.rounds,
    modelCriteria: settings.n,
    moreModelCriteria: settings.more,
  };
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
