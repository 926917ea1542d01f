/** Runs synchronous work with a real time limit. */
import { createContext, Script } from 'node:vm';

export class TimeLimitError extends Error {}

const SCRIPT = new Script('work()');

/**
 * V8 stops the work wherever it is: a check between steps would not help against one slow step.
 * @param limitMs milliseconds, at least 1.
 * @throws TimeLimitError when the time is over; whatever the work throws.
 */
export function withTimeLimit<Value>(limitMs: number, work: () => Value): Value {
  let result: { readonly value: Value } | null = null;
  const context = createContext({
    work: () => {
      result = { value: work() };
    },
  });
  try {
    SCRIPT.runInContext(context, { timeout: limitMs });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') {
      throw new TimeLimitError(`took longer than ${limitMs} ms`);
    }
    throw error;
  }
  return finished(result);
}

function finished<Value>(result: { readonly value: Value } | null): Value {
  if (result === null) throw new Error('the work did not run');
  return result.value;
}
