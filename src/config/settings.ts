/** Every setting once: its schema, beside its variable in the environment and its meaning. */
import { z } from 'zod';
import { Mode } from '../domain/criteria-set.ts';
import { LANGUAGES, languageOf } from '../domain/language.ts';
import { Capability } from '../domain/model.ts';
import { ADDRESSES, type SearchAddressName } from '../search/engines/registry.ts';
import { SETTING_TEXTS, type Bounds, type SettingName } from './setting-texts.ts';

const wholeNumber = ({ bounds }: { readonly bounds: Bounds }) =>
  z.coerce.number().int().min(bounds.min).max(bounds.max).default(bounds.default);

export interface SettingDescription {
  readonly schema: z.ZodType;
  readonly env: string;
  readonly meaning: string;
}

const optionalText = z.string().min(1).nullable().default(null);
const optionalLimit = z.coerce.number().positive().nullable().default(null);
const optionalCount = z.coerce.number().int().positive().nullable().default(null);

/** A list in the config file, or text with a separator. */
const list = (separator: string | RegExp, item: z.ZodType<string, string> = z.string()) =>
  z
    .union([
      z.array(z.string().min(1)),
      z
        .string()
        .min(1)
        .transform((text) => text.split(separator).map((part) => part.trim())),
    ])
    .default([])
    // After the union, which would not say what is wrong with an item.
    .pipe(z.array(item));

/** Without fragment, which names a place in a page and not a page. */
const webAddress = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/u.test(url.protocol))
    context.addIssue({ code: 'custom', message: `“${text}” is not an http or https URL` });
  else if (url.username !== '' || url.password !== '')
    context.addIssue({ code: 'custom', message: 'an address with a name or a password is never fetched' });
  else url.hash = '';
  return url?.href ?? text;
});

/** In lower case, and in ASCII as browsers write it. */
const domainName = z.string().transform((text, context) => {
  const address = `http://${text}/`;
  const host = URL.canParse(address) ? new URL(address).host : '';
  const name = host.replace(/^\*?\./u, '').replace(/\.$/u, '');
  if (name === '' || /[/@:?#\s]/u.test(text.replace(/^\[.*\]$/u, '')))
    context.addIssue({ code: 'custom', message: `“${text}” is not a domain or a host, such as example.org` });
  return name;
});

const language = z.string().transform((text, context) => {
  const found = languageOf(text);
  if (found === null)
    context.addIssue({
      code: 'custom',
      message: `“${text}” is none of the languages that pages can be told to be in: ${LANGUAGES.map(({ tag }) => tag).join(', ')}`,
    });
  return found?.tag ?? text;
});

const ADDRESS_SETTINGS = Object.fromEntries(
  ADDRESSES.map(({ name }) => [name, { ...SETTING_TEXTS[name], schema: optionalText }]),
) as Record<SearchAddressName, SettingDescription & { readonly schema: typeof optionalText }>;

/** Input is text from a flag or the environment, or a value of the config file. */
export const SETTINGS = {
  library: {
    ...SETTING_TEXTS.library,
    schema: list(':'),
  },
  queries: { ...SETTING_TEXTS.queries, schema: wholeNumber(SETTING_TEXTS.queries) },
  results: { ...SETTING_TEXTS.results, schema: wholeNumber(SETTING_TEXTS.results) },
  keep: { ...SETTING_TEXTS.keep, schema: wholeNumber(SETTING_TEXTS.keep) },
  minExpertise: { ...SETTING_TEXTS.minExpertise, schema: wholeNumber(SETTING_TEXTS.minExpertise) },
  minRelevance: { ...SETTING_TEXTS.minRelevance, schema: wholeNumber(SETTING_TEXTS.minRelevance) },
  store: { ...SETTING_TEXTS.store, schema: optionalText },
  concurrency: { ...SETTING_TEXTS.concurrency, schema: wholeNumber(SETTING_TEXTS.concurrency) },
  maxDocumentBytes: {
    ...SETTING_TEXTS.maxDocumentBytes,
    schema: wholeNumber(SETTING_TEXTS.maxDocumentBytes),
  },
  extractionTimeoutMs: {
    ...SETTING_TEXTS.extractionTimeoutMs,
    schema: wholeNumber(SETTING_TEXTS.extractionTimeoutMs),
  },
  mode: { ...SETTING_TEXTS.mode, schema: Mode.nullable().default(null) },
  model: { ...SETTING_TEXTS.model, schema: optionalText },
  modelByRole: {
    ...SETTING_TEXTS.modelByRole,
    schema: z.union([z.record(z.string(), z.string().min(1)), list(',').transform(pairs)]).default({}),
  },
  baseUrl: { ...SETTING_TEXTS.baseUrl, schema: optionalText },
  modelFormat: { ...SETTING_TEXTS.modelFormat, schema: Capability.nullable().default(null) },
  modelConcurrency: {
    ...SETTING_TEXTS.modelConcurrency,
    schema: wholeNumber(SETTING_TEXTS.modelConcurrency),
  },
  modelTimeoutMs: { ...SETTING_TEXTS.modelTimeoutMs, schema: wholeNumber(SETTING_TEXTS.modelTimeoutMs) },
  prompts: { ...SETTING_TEXTS.prompts, schema: optionalText },
  prices: { ...SETTING_TEXTS.prices, schema: optionalText },
  rounds: { ...SETTING_TEXTS.rounds, schema: wholeNumber(SETTING_TEXTS.rounds) },
  n: { ...SETTING_TEXTS.n, schema: wholeNumber(SETTING_TEXTS.n) },
  more: { ...SETTING_TEXTS.more, schema: wholeNumber(SETTING_TEXTS.more) },
  maxUsd: { ...SETTING_TEXTS.maxUsd, schema: optionalLimit },
  maxCalls: { ...SETTING_TEXTS.maxCalls, schema: optionalCount },
  maxTokens: { ...SETTING_TEXTS.maxTokens, schema: optionalCount },
  maxSeconds: { ...SETTING_TEXTS.maxSeconds, schema: optionalLimit },
  search: { ...SETTING_TEXTS.search, schema: list(',') },
  ...ADDRESS_SETTINGS,
  urls: { ...SETTING_TEXTS.urls, schema: list(/\s+/u, webAddress) },
  allowDomains: { ...SETTING_TEXTS.allowDomains, schema: list(',', domainName) },
  denyDomains: { ...SETTING_TEXTS.denyDomains, schema: list(',', domainName) },
  since: { ...SETTING_TEXTS.since, schema: z.iso.date().nullable().default(null) },
  language: { ...SETTING_TEXTS.language, schema: language.default('en') },
  providerText: {
    ...SETTING_TEXTS.providerText,
    schema: z.union([z.boolean(), z.stringbool()]).default(false),
  },
  maxAgeDays: { ...SETTING_TEXTS.maxAgeDays, schema: wholeNumber(SETTING_TEXTS.maxAgeDays) },
  allowHosts: { ...SETTING_TEXTS.allowHosts, schema: list(',') },
} as const satisfies Record<SettingName, SettingDescription>;

/** “role=model” texts as one table. */
function pairs(texts: readonly string[], context: z.RefinementCtx): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const [, role, model] = /^([a-z-]+)=(.+)$/.exec(text) ?? [];
      if (role === undefined || model === undefined)
        context.addIssue({ code: 'custom', message: `“${text}” is not of the form role=model` });
      return [role ?? text, model ?? ''];
    }),
  );
}

export type { SettingName } from './setting-texts.ts';
export type Settings = { readonly [Name in SettingName]: z.output<(typeof SETTINGS)[Name]['schema']> };

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}
