/** What is under way, in words that move: the steps with their items and model calls, and how many inputs are done. */
import type { RunEvent } from '../../domain/run-context.ts';
import type { StepName } from '../../domain/step-name.ts';
import { countText } from '../../report/words.ts';

interface StepUnderWay {
  /** Several inputs may be at the same step. 0: calls without a step. */
  runs: number;
  items: number;
  done: number;
  asked: number;
  answered: number;
}

export interface Line {
  readonly name: string;
  readonly text: string;
}

export function createUnderWay() {
  const steps = new Map<StepName, StepUnderWay>();
  let inputs: { readonly ended: number; readonly total: number } | null = null;
  const stepOf = (name: StepName): StepUnderWay => {
    const step = steps.get(name) ?? { runs: 0, items: 0, done: 0, asked: 0, answered: 0 };
    steps.set(name, step);
    return step;
  };

  return {
    take: (event: RunEvent) => {
      if (event.type === 'step-start') {
        const step = stepOf(event.step);
        step.runs += 1;
        step.items += event.items;
      } else if (event.type === 'step-progress') {
        const step = stepOf(event.step);
        step.done = event.done;
        step.items = event.total;
        // A library is read before the steps.
        if (step.runs === 0 && event.done >= event.total) steps.delete(event.step);
      } else if (event.type === 'step-end') {
        const step = stepOf(event.step);
        step.runs -= 1;
        step.done += event.items;
        if (step.runs <= 0) steps.delete(event.step);
      } else if (event.type === 'model-call-start') stepOf(event.step).asked += 1;
      else if (event.type === 'model-call') stepOf(event.step).answered += 1;
    },
    /** So many of the command's inputs have ended. */
    inputs: (ended: number, total: number) => {
      inputs = ended < total ? { ended, total } : null;
    },
    /** Null: nothing is under way. */
    line: (): Line | null => {
      const open = [...steps].filter(([, { runs }]) => runs > 0);
      const [first, ...others] = open.length > 0 ? open : [...steps];
      if (first === undefined) return null;
      const [name, step] = first;
      const isOneInput = inputs === null || inputs.total === 1;
      const ofInputs = isOneInput || inputs === null ? [] : [countText(inputs.ended, inputs.total, 'input')];
      const ofOthers = others.map(([other, its]) => [other, ...textOf(its, isOneInput)].join(' '));
      return { name, text: [...ofInputs, ...textOf(step, isOneInput), ...ofOthers].join('; ') };
    },
    /** Of all steps; empty: none. */
    calls: () => {
      const sumOf = (field: 'asked' | 'answered') => [...steps.values()].reduce((sum, step) => sum + step[field], 0);
      return callsText({ asked: sumOf('asked'), answered: sumOf('answered') });
    },
    isIdle: () => steps.size === 0 && inputs === null,
  };
}

/** @param isOneInput of several, not all have begun: the sum of their items is not the whole */
function textOf({ items, done, ...calls }: StepUnderWay, isOneInput: boolean): string[] {
  const parts = [isOneInput && items > 1 ? countText(done, items, 'item') : '', callsText(calls)];
  const text = parts.filter((part) => part !== '').join(', ');
  return text === '' ? [] : [text];
}

function callsText({ asked, answered }: Pick<StepUnderWay, 'asked' | 'answered'>): string {
  return asked === 0 ? '' : countText(answered, asked, 'call');
}
