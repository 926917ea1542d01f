/** Calls checks of one's own. One that fails, takes too long or says anything but yes or no decides nothing. */
import { z } from 'zod';
import type { CheckFunctions, CheckSubject } from '../../domain/check.ts';
import { CancelledError, messageOf } from '../../domain/errors.ts';
import { printableLine, shorten } from '../../text/printable.ts';

export interface FunctionResult {
  readonly met: boolean | null;
  /** Its name, and what it said or why it said nothing. */
  readonly found: string;
}
/** @param part of the response; all of it outside of `each` */
export type CallFunction = (name: string, part: string) => Promise<FunctionResult>;

const CALL_MS = 10_000;
const MAX_REASON_CHARS = 300;

const Answer = z.union([
  z.boolean().transform((met) => ({ met, reason: '' })),
  z.object({ met: z.boolean().nullable(), reason: z.string().default('') }),
]);

/** One after the other: none spends the time of another. */
const queues = new WeakMap<CheckFunctions, Promise<unknown>>();

/** @throws CancelledError where the signal of what they are told about stops them */
export function functionCaller(
  functions: CheckFunctions,
  { signal, ...about }: CheckSubject,
  limitMs = CALL_MS,
): CallFunction {
  return (name, part) => {
    const call = async (): Promise<FunctionResult> => {
      const open = (why: string): FunctionResult => ({
        met: null,
        found: `the function “${name}” ${shorten(printableLine(why), MAX_REASON_CHARS)}`,
      });
      const check = Object.hasOwn(functions, name) ? functions[name] : undefined;
      if (check === undefined) return open(unknownFunction(Object.keys(functions)));
      const timeUp = new AbortController();
      // The program waits for it: a function may leave nothing else to wait for.
      const timer = setTimeout(() => timeUp.abort(), limitMs);
      const ends = AbortSignal.any([timeUp.signal, signal]);
      try {
        const answer = Answer.safeParse(await untilAborted(ends, async () => check(part, { ...about, signal: ends })));
        if (!answer.success) return open('gave something else than true, false or { met, reason }');
        const { met } = answer.data;
        const reason = shorten(printableLine(answer.data.reason), MAX_REASON_CHARS);
        if (met === null) return open(`cannot tell${reason === '' ? '' : `: ${reason}`}`);
        return { met, found: `${name}: ${met ? 'yes' : 'no'}${reason === '' ? '' : ` (${reason})`}` };
      } catch (error) {
        if (signal.aborted)
          throw new CancelledError(`Stopped while the function “${name}” ran.`, { cause: signal.reason });
        return open(timeUp.signal.aborted ? `took longer than ${limitMs / 1000} s` : failureOf(error));
      } finally {
        clearTimeout(timer);
      }
    };
    const result = (queues.get(functions) ?? Promise.resolve()).then(call);
    queues.set(
      functions,
      result.catch(() => null),
    );
    return result;
  };
}

function failureOf(thrown: unknown): string {
  try {
    return `failed: ${messageOf(thrown)}`;
  } catch {
    return 'failed: what it threw is no text';
  }
}

const unknownFunction = (known: readonly string[]): string =>
  known.length === 0
    ? 'is not there: whoever judges names the module that has it (--checks)'
    : `is none of those that are there: ${known.join(', ')}`;

/** Where nobody named any. */
export const NO_FUNCTIONS: CallFunction = async (name) => ({
  met: null,
  found: `the function “${name}” ${unknownFunction([])}`,
});

function untilAborted<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) {
      abort();
      return;
    }
    signal.addEventListener('abort', abort, { once: true });
    const end = () => signal.removeEventListener('abort', abort);
    work().then(resolve, reject).finally(end);
  });
}
