/** Every setting once: its schema, beside its variable in the environment and its meaning. */
import { z } from 'zod';
import { SETTING_TEXTS, type Bounds, type SettingName } from './setting-texts.ts';

const wholeNumber = ({ bounds }: { readonly bounds: Bounds }) =>
  z.coerce.number().int().min(bounds.min).max(bounds.max).default(bounds.default);

export interface SettingDescription {
  readonly schema: z.ZodType;
  readonly env: string;
  readonly meaning: string;
}

/** Input is text from a flag or the environment, or a value of the config file. */
export const SETTINGS = {
  library: {
    ...SETTING_TEXTS.library,
    schema: z
      .union([
        z.array(z.string().min(1)),
        z
          .string()
          .min(1)
          .transform((text) => text.split(':')),
      ])
      .default([]),
  },
  queries: { ...SETTING_TEXTS.queries, schema: wholeNumber(SETTING_TEXTS.queries) },
  results: { ...SETTING_TEXTS.results, schema: wholeNumber(SETTING_TEXTS.results) },
  keep: { ...SETTING_TEXTS.keep, schema: wholeNumber(SETTING_TEXTS.keep) },
  minExpertise: { ...SETTING_TEXTS.minExpertise, schema: wholeNumber(SETTING_TEXTS.minExpertise) },
  minRelevance: { ...SETTING_TEXTS.minRelevance, schema: wholeNumber(SETTING_TEXTS.minRelevance) },
  store: { ...SETTING_TEXTS.store, schema: z.string().min(1).nullable().default(null) },
  concurrency: { ...SETTING_TEXTS.concurrency, schema: wholeNumber(SETTING_TEXTS.concurrency) },
  maxDocumentBytes: {
    ...SETTING_TEXTS.maxDocumentBytes,
    schema: wholeNumber(SETTING_TEXTS.maxDocumentBytes),
  },
  extractionTimeoutMs: {
    ...SETTING_TEXTS.extractionTimeoutMs,
    schema: wholeNumber(SETTING_TEXTS.extractionTimeoutMs),
  },
} as const satisfies Record<SettingName, SettingDescription>;

export type { SettingName } from './setting-texts.ts';
export type Settings = { readonly [Name in SettingName]: z.output<(typeof SETTINGS)[Name]['schema']> };

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}
