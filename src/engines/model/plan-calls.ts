/** Sums what the agents declare of their calls over the sizes of a piece of work. Pure. */
import type { CallPlan, PlannedCalls, PlannedStep, PlannedWork } from '../../domain/plan.ts';
import { StepName } from '../../domain/step-name.ts';
import { AGENTS } from './engine.ts';

export interface ModelCallPlan extends CallPlan {
  /** By agent, in the order of the steps; agents that are never called are left out. */
  readonly rows: () => readonly PlannedCalls[];
}

/** @param frameTokens tokens of a call of this agent before it shows anything: its prompt and the form of the answer */
export function createCallPlan(frameTokens: (agent: string) => number): ModelCallPlan {
  const planned = new Map<PlannedStep, PlannedCalls>();
  return {
    add: (step, work) => {
      const before = planned.get(step);
      const { calls, inputTokens, outputTokens, webSearches, ...agent } = plannedCalls(step, work, frameTokens);
      if (calls === 0) return;
      planned.set(step, {
        ...agent,
        calls: calls + (before?.calls ?? 0),
        inputTokens: Math.ceil(inputTokens) + (before?.inputTokens ?? 0),
        outputTokens: Math.ceil(outputTokens) + (before?.outputTokens ?? 0),
        webSearches: webSearches + (before?.webSearches ?? 0),
      });
    },
    rows: () => {
      const steps = StepName.options;
      return [...planned.values()].sort((a, b) => steps.indexOf(a.step) - steps.indexOf(b.step));
    },
  };
}

function plannedCalls(
  plannedStep: PlannedStep,
  { items, calls: given, shownPerCall = 0, shown = 0, answered = 0, isBare = false }: PlannedWork,
  frameTokens: (agent: string) => number,
): PlannedCalls {
  const { name, step, cost } = AGENTS[plannedStep];
  const { itemsPerCall = Infinity, shownPerItem = 0, answeredPerItem = 0, answeredPerCall = 0 } = cost;
  const calls = given ?? (itemsPerCall === Infinity ? Math.min(1, items) : Math.ceil(items / itemsPerCall));
  const perItem = isBare ? (cost.answeredPerItemBare ?? answeredPerItem) : answeredPerItem;
  return {
    step,
    role: name,
    calls,
    inputTokens: calls * (frameTokens(name) + shownPerCall) + items * shownPerItem + shown,
    outputTokens: calls * answeredPerCall + items * perItem + answered,
    webSearches: items * (cost.webSearchesPerItem ?? 0),
  };
}
