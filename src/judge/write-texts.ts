/** New texts by an engine, all at once, as one timed step. */
import { requireCapability } from '../domain/engine.ts';
import type { Writer } from '../domain/judging-steps.ts';
import { reasonsIn, type Outcome } from '../domain/outcome.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
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

/**
 * Responses to one task; several are drawn at a temperature above 0.
 * @param writer default: the model of the role and its own prompt
 * @throws InputError without a model; else as `writeTexts`
 */
export function sampleResponses(
  run: RunContext,
  ports: JudgePorts,
  task: Task,
  { samples, writer }: { readonly samples: number; readonly writer?: Writer | undefined },
): Promise<readonly Outcome<string>[]> {
  const { engine } = ports;
  requireCapability(engine, 'writes');
  const write = (sampleIndex: number) => engine.respond(run, { task, writer, sampleIndex, samples });
  const texts = Array.from({ length: samples }, (_, sampleIndex) => () => write(sampleIndex));
  return writeTexts(run, ports, { step: 'responding', what: 'responses written' }, texts);
}
