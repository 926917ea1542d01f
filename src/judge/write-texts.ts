/** New texts by an engine, all at once, as one timed step. */
import { reasonsIn, type Outcome } from '../domain/outcome.ts';
import type { RunContext } from '../domain/run-context.ts';
import { timeStep } from '../run/run-step.ts';
import { withinLimits } from '../run/within-limits.ts';
import type { JudgePorts } from './judge.ts';

/** @throws LimitError, CancelledError; UnavailableError where the model cannot be asked at all */
export async function writeTexts<Value>(
  run: RunContext,
  { model }: JudgePorts,
  { step, what }: { readonly step: 'refining' | 'responding'; readonly what: string },
  texts: readonly (() => Promise<Outcome<Value>>)[],
): Promise<readonly Outcome<Value>[]> {
  if (texts.length === 0) return [];
  return withinLimits(run, model, () =>
    timeStep(run, {}, step, texts.length, async () => {
      const result = await Promise.all(texts.map((write) => write()));
      const lost = reasonsIn(result);
      return { result, lost, summary: `${texts.length - lost.length} of ${texts.length} ${what}` };
    }),
  );
}
