/** The parameters of a discovery, as the settings say. */
import type { Settings } from '../config/settings.ts';
import type { DiscoveryParameters } from '../domain/criteria-set.ts';

export function discoveryParameters(settings: Settings): DiscoveryParameters {
  return {
    queries: settings.queries,
    resultsPerQuery: settings.results,
    keepPerQuery: settings.keep,
    minExpertise: settings.minExpertise,
    minRelevance: settings.minRelevance,
    language: 'eng',
    rounds: settings.rounds,
    modelCriteria: settings.n,
    moreModelCriteria: settings.more,
  };
}
