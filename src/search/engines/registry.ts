/** The search engines that there are. A new one is a descriptor beside these, and a line here. */
import { brave } from './brave.ts';
import type { Need } from './engine.ts';
import { exa } from './exa.ts';
import { google } from './google.ts';
import { searxng } from './searxng.ts';
import { serper } from './serper.ts';
import { tavily } from './tavily.ts';

export const ENGINES = [searxng, brave, tavily, exa, serper, google] as const;
export type EngineName = (typeof ENGINES)[number]['name'];
type AnyNeed = (typeof ENGINES)[number]['needs'][number];
/** Names of the keys, as the library's `searchKeys` and the environment's variables bring them. */
export type SearchKeyName = Extract<AnyNeed, { readonly kind: 'key' }>['name'];
export type SearchAddressName = Extract<AnyNeed, { readonly kind: 'address' }>['name'];
/** What users have set; null or absent: not set. */
export type SearchAccess = Readonly<Partial<Record<SearchKeyName | SearchAddressName, string | null>>>;
/** How a user sets something, in words that fit after “Set”: “BRAVE_API_KEY in the environment”. */
export type HowToSet = (need: Need) => string;
/** All that engines need, by engine and in their order. */
export const NEEDS: readonly AnyNeed[] = ENGINES.flatMap(({ needs }): readonly AnyNeed[] => needs);

export const TEXT_SUPPLIERS: readonly string[] = ENGINES.flatMap(({ name, suppliesText }) =>
  suppliesText ? [name] : [],
);

/** The servers that users run themselves: the setting that holds the address, its variable, and whose it is. */
export const ADDRESSES = ENGINES.flatMap(({ name: engine, title, needs }) =>
  needs.flatMap((need) => (need.kind === 'address' ? [{ ...need, engine, title }] : [])),
);
