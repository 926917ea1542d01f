/** What the searches need to be told, and how messages call it. */

/** Null or absent: not set. */
export interface SearchSettings {
  readonly searxngUrl?: string | null;
  readonly braveKey?: string | null;
  readonly tavilyKey?: string | null;
  readonly exaKey?: string | null;
  readonly serperKey?: string | null;
  readonly googleKey?: string | null;
  readonly googleEngineId?: string | null;
}

export type SearchSetting = keyof SearchSettings;

/** What a user sets, in words that fit after “Set”: “BRAVE_API_KEY in the environment”. */
export type NameSetting = (setting: SearchSetting) => string;

/** By its own name, where nobody says how users set it. */
export const ownName: NameSetting = (setting) => `the setting “${setting}”`;
