/** Runs synchronous work with a real time limit. */
import { isNativeError } from 'node:util/types';
import { createContext, Script, type Context } from 'node:vm';
import { UnreadableError } from './draft.ts';

const SCRIPT = new Script('work()');
/** One context for all calls (making one takes longer than extracting a small page); it holds nothing between them. */
let sandbox: Context | null = null;

/**
 * V8 stops the work wherever it is: a check between steps would not help against one slow step.
 * @param limitMs milliseconds, at least 1.
 * @throws UnreadableError when the time is over; whatever the work throws.
 */
export function withTimeLimit<Value>(limitMs: number, work: () => Value): Value {
  const context = (sandbox ??= createContext());
  const results: Value[] = [];
  context['work'] = (): void => {
    results.push(work());
  };
  try {
    SCRIPT.runInContext(context, { timeout: limitMs });
  } catch (error) {
    // The error is made in the context, whose `Error` is another.
    if (isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      throw new UnreadableError(`took longer than ${limitMs} ms`);
    throw error;
  } finally {
    delete context['work'];
  }
  for (const result of results) return result;
  throw new Error('the work did not run');
}
