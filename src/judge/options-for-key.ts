/** How judging is chosen, as kept work is compared by. */
import { sha256Hex } from '../text/hash.ts';
import type { JudgeOptions } from './judge-options.ts';

/** Functions stand for what they are now. */
export function optionsForKey({ checks, ...options }: Partial<JudgeOptions>) {
  if (checks === undefined) return options;
  const versions = Object.entries(checks).map(([name, check]) => [name, check.version ?? sha256Hex(String(check))]);
  return { ...options, checks: Object.fromEntries(versions) as Readonly<Record<string, string>> };
}
