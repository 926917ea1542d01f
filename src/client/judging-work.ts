/** Work that rests on judging (comparing, refining, selecting, actionability) with the model of the settings, or nobody. */
import type { Actionability } from '../domain/actionability.ts';
import type { Comparison } from '../domain/comparison.ts';
import type { StorePort } from '../domain/ports.ts';
import type { Refinement } from '../domain/refinement.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Selection } from '../domain/selection.ts';
import type { RecordPrefix } from '../judge/record-id.ts';
import type { CompareInput, CompareOptions } from '../judge/compare.ts';
import type { JudgeInput, JudgeOptions } from '../judge/judge.ts';
import type { RefineOptions } from '../judge/refine.ts';
import type { SelectInput } from '../judge/select-best-response.ts';
import type { EngineInUse } from './create-engine.ts';

/** The model calls of each piece of work are kept under its record's id (`recordId`). */
export interface JudgingWork {
  compare(input: CompareInput, options: CompareOptions): Promise<Comparison>;
  refine(input: JudgeInput, options: RefineOptions): Promise<Refinement>;
  selectBest(input: SelectInput, options: JudgeOptions): Promise<Selection>;
  measureActionability(input: JudgeInput, options: JudgeOptions): Promise<Actionability>;
}

/** @param engineInUse made once, on first use */
export function judgingWork(
  run: RunContext,
  engineInUse: () => Promise<EngineInUse>,
  store: StorePort,
): JudgingWork {
  async function recorded<Work extends { readonly usage: readonly unknown[] }>(
    prefix: RecordPrefix,
    work: (ownRun: RunContext, ports: EngineInUse) => Promise<Work>,
  ): Promise<Work> {
    const ownRun = { ...run };
    const engine = await engineInUse();
    const record = await work(ownRun, engine);
    const calls = engine.callsOf(ownRun);
    if (calls.length > 0) {
      const [{ recordId }, { keepCalls }] = await Promise.all([
        import('../judge/record-id.ts'),
        import('../run/call-records.ts'),
      ]);
      await keepCalls(recordId(prefix, record), calls, store);
    }
    return record;
  }

  return {
    compare: async (input, options) => {
      const { compare } = await import('../judge/compare.ts');
      return recorded('cp', (ownRun, ports) => compare(ownRun, ports, input, options));
    },
    refine: async (input, options) => {
      const { refine } = await import('../judge/refine.ts');
      return recorded('rf', (ownRun, ports) => refine(ownRun, ports, input, options));
    },
    selectBest: async (input, options) => {
      const { selectBestResponse } = await import('../judge/select-best-response.ts');
      return recorded('bo', (ownRun, ports) => selectBestResponse(ownRun, ports, input, options));
    },
    measureActionability: async (input, options) => {
      const { measureActionability } = await import('../judge/measure-actionability.ts');
      return recorded('ac', (ownRun, ports) => measureActionability(ownRun, ports, input, options));
    },
  };
}
