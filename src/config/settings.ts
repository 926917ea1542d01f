/** Every setting once: its type and bounds, default, unit, environment variable and meaning. */
import { z } from 'zod';

const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

export interface SettingDescription {
  readonly schema: z.ZodType;
  readonly env: string;
  readonly meaning: string;
}

/** Input is text from a flag or the environment, or a value of the config file. */
export const SETTINGS = {
  library: {
    schema: z
      .union([
        z.array(z.string().min(1)),
        z
          .string()
          .min(1)
          .transform((text) => text.split(':')),
      ])
      .default([]),
    env: 'GROUNDRULE_LIBRARY',
    meaning: 'Folders of guides, separated by “:” in the environment; empty: the bundled guides',
  },
  queries: {
    schema: wholeNumber(1, 10).default(3),
    env: 'GROUNDRULE_QUERIES',
    meaning: 'Queries per instruction (1–10)',
  },
  results: {
    schema: wholeNumber(1, 100).default(10),
    env: 'GROUNDRULE_RESULTS',
    meaning: 'Search results per query (1–100)',
  },
  keep: {
    schema: wholeNumber(1, 50).default(5),
    env: 'GROUNDRULE_KEEP',
    meaning: 'Pages kept per query (1–50)',
  },
  minExpertise: {
    schema: wholeNumber(1, 5).default(3),
    env: 'GROUNDRULE_MIN_EXPERTISE',
    meaning: 'Lowest expertise rating of a page that is kept (1–5)',
  },
  minRelevance: {
    schema: wholeNumber(0, 2).default(1),
    env: 'GROUNDRULE_MIN_RELEVANCE',
    meaning: 'Lowest relevance rating of a page that is kept (0–2)',
  },
  store: {
    schema: z.string().min(1).nullable().default(null),
    env: 'GROUNDRULE_STORE',
    meaning: 'Path of the SQLite store, or “memory”; default: in the user’s data folder',
  },
  concurrency: {
    schema: wholeNumber(1, 256).default(8),
    env: 'GROUNDRULE_CONCURRENCY',
    meaning: 'Documents read at once (1–256)',
  },
  maxDocumentBytes: {
    schema: wholeNumber(1_000, 500_000_000).default(10_000_000),
    env: 'GROUNDRULE_MAX_DOCUMENT_BYTES',
    meaning: 'Larger documents are recorded as too large (bytes)',
  },
  extractionTimeoutMs: {
    schema: wholeNumber(100, 600_000).default(20_000),
    env: 'GROUNDRULE_EXTRACTION_TIMEOUT_MS',
    meaning: 'Time for extracting one document (milliseconds)',
  },
} as const satisfies Record<string, SettingDescription>;

export type SettingName = keyof typeof SETTINGS;
export type Settings = { readonly [Name in SettingName]: z.output<(typeof SETTINGS)[Name]['schema']> };

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}
