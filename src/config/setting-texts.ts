/** What each setting means, its variable in the environment and its bounds. Without a schema, so that help is quick. */

/** Inclusive; whole numbers. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly default: number;
}

function bounded(env: string, meaning: string, bounds: Bounds, unit = '') {
  const range = `${bounds.min}–${bounds.max}${unit}; default ${bounds.default}`;
  return { env, meaning: `${meaning} (${range})`, bounds };
}

export const SETTING_TEXTS = {
  library: {
    env: 'GROUNDRULE_LIBRARY',
    meaning: 'Folders of guides, separated by “:” in the environment; none: the bundled guides',
  },
  queries: bounded('GROUNDRULE_QUERIES', 'Queries per instruction', { min: 1, max: 10, default: 3 }),
  results: bounded('GROUNDRULE_RESULTS', 'Search results per query', { min: 1, max: 100, default: 10 }),
  keep: bounded('GROUNDRULE_KEEP', 'Pages kept per query', { min: 1, max: 50, default: 5 }),
  minExpertise: bounded('GROUNDRULE_MIN_EXPERTISE', 'Lowest expertise rating of a page that is kept', {
    min: 1,
    max: 5,
    default: 3,
  }),
  minRelevance: bounded('GROUNDRULE_MIN_RELEVANCE', 'Lowest relevance rating of a page that is kept', {
    min: 0,
    max: 2,
    default: 1,
  }),
  store: {
    env: 'GROUNDRULE_STORE',
    meaning: 'Path of the SQLite store, or “memory”; default: in the user’s data folder',
  },
  concurrency: bounded('GROUNDRULE_CONCURRENCY', 'Documents read at once', { min: 1, max: 256, default: 8 }),
  maxDocumentBytes: bounded(
    'GROUNDRULE_MAX_DOCUMENT_BYTES',
    'Larger documents are recorded as too large',
    { min: 1_000, max: 500_000_000, default: 10_000_000 },
    ' bytes',
  ),
  extractionTimeoutMs: bounded(
    'GROUNDRULE_EXTRACTION_TIMEOUT_MS',
    'Time for extracting one document',
    { min: 100, max: 600_000, default: 20_000 },
    ' milliseconds',
  ),
} as const satisfies Record<
  string,
  { readonly env: string; readonly meaning: string; readonly bounds?: Bounds }
>;

export type SettingName = keyof typeof SETTING_TEXTS;
