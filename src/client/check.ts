/** One check of what a run needs from outside. */
import { CancelledError, GroundruleError } from '../domain/errors.ts';
import type { ProxySettings } from '../domain/proxy-settings.ts';
import type { Fetch } from '../web/trusted-fetch.ts';

export interface DiagnosisContext {
  /** Where the store lies if the settings name none. */
  readonly defaultStorePath: string;
  /** Null: none is named. */
  readonly proxy: ProxySettings | null;
  readonly signal: AbortSignal;
  /** In place of the real one. */
  readonly fetch?: Fetch;
}

export interface Check {
  readonly name: string;
  readonly ok: boolean;
  /** What was found. */
  readonly detail: string;
  /** How to mend it; null where there is nothing to mend. */
  readonly advice: string | null;
}

/** What a check throws because of the outside is its finding; a bug stays one, and a stop a stop. */
export async function check(
  name: string,
  advice: string | null,
  find: () => Promise<string>,
): Promise<Check> {
  try {
    return { name, ok: true, detail: await find(), advice: null };
  } catch (error) {
    if (error instanceof CancelledError) throw error;
    if (error instanceof GroundruleError)
      return { name, ok: false, detail: error.message, advice: error.advice ?? advice };
    if (error instanceof Error && 'code' in error) return { name, ok: false, detail: error.message, advice };
    throw error;
  }
}
