/** What a search is narrowed to, where a service takes it; what a service lets through all the same is dropped later. */
import type { Language } from '../../domain/language.ts';
import type { Clock } from '../../domain/run-context.ts';

export interface SearchScope {
  /** Null: any. */
  readonly language: Language | null;
  /** Pages since this day (YYYY-MM-DD) are wanted; null: of any age. */
  readonly since: string | null;
  /** Pages of these domains alone are wanted; empty: of any. */
  readonly domains: readonly string[];
  /** Whether services that supply the text of pages are asked to. */
  readonly pageText: boolean;
}

const DAY_MS = 86_400_000;

/** Whole days from `since` until now, today included; at least 1. */
export function daysSince(since: string, clock: Clock): number {
  return Math.max(1, Math.ceil((clock.now().getTime() - Date.parse(since)) / DAY_MS));
}

/** YYYY-MM-DD. */
export function today(clock: Clock): string {
  return clock.now().toISOString().slice(0, 10);
}
