/** Why none of several samples could be read: each reason once. */
import type { Outcome } from '../domain/outcome.ts';

const MAX_REASONS = 3;

export function whyUnread(samples: readonly Outcome<unknown>[]): string {
  const reasons = samples.flatMap((sample) => (sample.status === 'unscored' ? [sample.reason] : []));
  return [...new Set(reasons)].slice(0, MAX_REASONS).join(' ') || 'No sample was drawn.';
}
