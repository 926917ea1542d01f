/** All search engines. To add one, write a descriptor and add a line here. */
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
/** Names of the keys in the library's `searchKeys`. */
export type SearchKeyName = Extract<AnyNeed, { readonly kind: 'key' }>['name'];
export type SearchAddressName = Extract<AnyNeed, { readonly kind: 'address' }>['name'];
/** Keys and addresses of the user; null or absent if not set. */
export type SearchAccess = Readonly<Partial<Record<SearchKeyName | SearchAddressName, string | null>>>;
/** How to set a key or address, in words after “Set”: “BRAVE_API_KEY in the environment”. */
export type HowToSet = (need: Need) => string;
export const NEEDS: readonly AnyNeed[] = ENGINES.flatMap(({ needs }): readonly AnyNeed[] => needs);

export const TEXT_SUPPLIERS: readonly string[] = ENGINES.flatMap(({ name, suppliesText }) =>
  suppliesText ? [name] : [],
);

/** Address settings of self-hosted servers. */
export const ADDRESSES = ENGINES.flatMap(({ name: engine, title, needs }) =>
  needs.flatMap((need) => (need.kind === 'address' ? [{ ...need, engine, title }] : [])),
);
