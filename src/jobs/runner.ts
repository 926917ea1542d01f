/** Works on many items side by side. An error fails its own item, or ends the run for all; those under way still end. */
import pLimit from 'p-limit';
import {
  CancelledError,
  GroundruleError,
  isStoreError,
  LimitError,
  NoAnswerError,
  SettingError,
  UnavailableError,
} from '../domain/errors.ts';

export type ItemResult<Value> =
  | { readonly status: 'done'; readonly value: Value }
  | { readonly status: 'failed'; readonly error: GroundruleError }
  /** The run was stopped before. */
  | { readonly status: 'not-begun'; readonly stoppedBy: Error };

export interface RunnerOptions {
  readonly concurrency: number;
  /** Whether an error of one item ends the run for all. A cancellation and a bug always do. */
  readonly endsRun: (error: GroundruleError) => boolean;
}

export function createRunner({ concurrency, endsRun }: RunnerOptions) {
  const limit = pLimit(concurrency);
  let stoppedBy: Error | null = null;

  /** The first error counts. */
  const stop = (error: unknown): void => {
    stoppedBy ??= error instanceof Error ? error : new Error(String(error));
  };

  /** Begins nothing once the run is stopped. @throws CancelledError, and errors that are bugs */
  async function attempt<Value>(work: () => Promise<Value>): Promise<ItemResult<Value>> {
    if (stoppedBy !== null) return { status: 'not-begun', stoppedBy };
    try {
      return { status: 'done', value: await work() };
    } catch (error) {
      const isItsOwn = error instanceof GroundruleError && !(error instanceof CancelledError);
      if (!isItsOwn || endsRun(error)) stop(error);
      if (!isItsOwn) throw error;
      return { status: 'failed', error };
    }
  }

  return {
    attempt,
    /** @returns one result for each item, in order @throws what `attempt` throws, when all under way has ended */
    run: async <Item, Value>(
      items: readonly Item[],
      work: (item: Item, index: number) => Promise<Value>,
      onProgress?: (ended: number) => void,
    ): Promise<readonly ItemResult<Value>[]> => {
      let ended = 0;
      const settled = await Promise.allSettled(
        items.map((item, index) =>
          limit(() => attempt(() => work(item, index))).finally(() => onProgress?.((ended += 1))),
        ),
      );
      return settled.map((outcome) => {
        if (outcome.status === 'rejected') throw outcome.reason;
        return outcome.value;
      });
    },
    stop,
    stoppedBy: (): Error | null => stoppedBy,
  };
}

/** An error of one item that every other one would meet: for items that are all done with the same settings. */
export function concernsAll(error: unknown): boolean {
  return [CancelledError, LimitError, SettingError, UnavailableError].some((kind) => error instanceof kind);
}

/** The same for items that are done with different models and settings, each of which may be at fault. */
export function isLimitOrStoreError(error: unknown): boolean {
  return error instanceof LimitError || isStoreError(error);
}

/** Whether an item has no result for want of an answer: its own, or one that ended the run. */
export function isSilence(result: ItemResult<unknown>): boolean {
  if (result.status === 'done') return false;
  const error = result.status === 'failed' ? result.error : result.stoppedBy;
  return error instanceof NoAnswerError || error instanceof UnavailableError;
}

/** Why an item has no result, and what to do about it. */
export function reasonOf(result: Exclude<ItemResult<unknown>, { status: 'done' }>): string {
  if (result.status === 'not-begun') return `Not done: ${result.stoppedBy.message}`;
  const { message, advice } = result.error;
  return advice === null ? message : `${message} ${advice}`;
}
