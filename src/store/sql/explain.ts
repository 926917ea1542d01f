/** What a database or its disk reports, in words that say what to do. */
import { StoreError, StoreSettingError } from '../../domain/errors.ts';

export interface Explanation {
  readonly codes: readonly string[];
  /** Follows "The store LOCATION …". */
  readonly what: string;
  readonly advice: string;
  /** True where the address or what it grants has to change, so that whatever else is asked will fail as well. */
  readonly isSetting?: true;
}

export function explained({ what, advice, isSetting }: Explanation, location: string, detail: string, cause?: unknown) {
  const type = isSetting === true ? StoreSettingError : StoreError;
  return new type(`The store ${location} ${what} (${detail})`, { advice, cause });
}
