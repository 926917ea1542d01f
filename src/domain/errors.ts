/** Errors named by what the caller should do. A bug stays a plain Error. */

export abstract class GroundruleError extends Error {
  /** What to do about it, in one sentence; null where the message says it all. */
  readonly advice: string | null;

  constructor(message: string, options: { readonly advice?: string; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.advice = options.advice ?? null;
  }
}

/** The user gave something that cannot be used: fix the input and run again. */
export class InputError extends GroundruleError {}

/** The user asked for work that no model is named for. @param message what needs a model */
export function needsModel(message: string): InputError {
  return new InputError(message, { advice: 'Name one with --model.' });
}

/** What was set for all the work (a key, a model, an address) is refused: whatever else is asked will fail as well. */
export class SettingError extends InputError {}

/** Something outside (a service, a disk, a file's rights) does not work now: mend it or try again later. */
export class UnavailableError extends GroundruleError {}

/** The store does not work now. No step makes an outcome of it: whatever it stops is neither done nor failed. */
export class StoreError extends UnavailableError {}

/** The store refuses what is set for it: its user, its database. Passes through every step, as a StoreError does. */
export class StoreSettingError extends SettingError {}

export function isStoreError(error: unknown): error is StoreError | StoreSettingError {
  return error instanceof StoreError || error instanceof StoreSettingError;
}

/** A step failed for all its inputs: the run cannot go on. */
export class StepFailedError extends GroundruleError {}

/** A step failed because the model's server answered none of its calls: as long as that is so, other work will fail as well. */
export class NoAnswerError extends StepFailedError {}

/** The user or the system stopped the run. */
export class CancelledError extends GroundruleError {}

/** A limit that the user set was reached: raise it and run again; what was paid for is kept. */
export class LimitError extends GroundruleError {
  /** The name of the shared budget whose limit it is; null: it is one of this run, or of the client. */
  readonly budget: string | null;

  constructor(
    message: string,
    options: { readonly advice?: string; readonly cause?: unknown; readonly budget?: string } = {},
  ) {
    super(message, options);
    this.budget = options.budget ?? null;
  }
}

/** Whether one item may be left out for this reason: a bug, a stop and the store concern all items. */
export function concernsOneItem(error: unknown): error is GroundruleError {
  return error instanceof GroundruleError && !(error instanceof CancelledError) && !isStoreError(error);
}

/** What the system or a driver calls an error (`ENOENT`), without the path that its message may name; null where it has no name for it. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
