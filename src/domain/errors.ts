/** Errors named by what the caller should do. A bug is a plain Error. */
import type { StepName } from './step-name.ts';

interface ErrorOptions {
  readonly advice?: string;
  readonly command?: string;
  readonly cause?: unknown;
  /** HTTP status of the service that refused or failed. */
  readonly status?: number | null;
}

export abstract class GroundruleError extends Error {
  /** What to do about it, in one sentence; null if the message says it. */
  readonly advice: string | null;
  /** To be typed, where the advice leads up to it. */
  readonly command: string | null;
  /** HTTP status of the service that refused or failed; null if there was none. */
  readonly status: number | null;
  /** True if the same call may succeed later without any change. */
  readonly retryable: boolean = false;

  constructor(message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.advice = options.advice ?? null;
    this.command = options.command ?? null;
    this.status = options.status ?? null;
  }
}

/** Invalid input: fix it and run again. */
export class InputError extends GroundruleError {}

/** The user asked for work that no model is named for. @param message what needs a model */
export function needsModel(message: string): InputError {
  return new InputError(message, { advice: 'Name one with --model.' });
}

/** A setting (a key, a model, an address) is refused: every other call will fail, too. */
export class SettingError extends InputError {}

/** A dependency (a service, a disk, file permissions) is unavailable: fix it or try again later. */
export class UnavailableError extends GroundruleError {
  override readonly retryable = true;
}

/** The store is unavailable. It passes through every step: the work is neither done nor failed. */
export class StoreError extends UnavailableError {}

/** The store refuses its settings, such as user or database. It passes through every step, like a StoreError. */
export class StoreSettingError extends SettingError {}

export function isStoreError(error: unknown): error is StoreError | StoreSettingError {
  return error instanceof StoreError || error instanceof StoreSettingError;
}

/** A step failed for all its inputs: the run cannot continue. */
export class StepFailedError extends GroundruleError {
  /** Null if the failure belongs to no single step. */
  readonly step: StepName | null;
  /** Ids of the inputs that failed; empty if they have no ids. */
  readonly ids: readonly string[];

  constructor(
    message: string,
    options: ErrorOptions & { readonly step?: StepName | null; readonly ids?: readonly string[] } = {},
  ) {
    super(message, options);
    this.step = options.step ?? null;
    this.ids = options.ids ?? [];
  }
}

/** A step failed because a server fell silent: other work will fail, too, until it answers. */
export class NoAnswerError extends StepFailedError {
  override readonly retryable = true;
  /** True: other calls for the same work were answered, now or before. */
  readonly isHalfway: boolean;

  constructor(
    message: string,
    options: ConstructorParameters<typeof StepFailedError>[1] & { readonly isHalfway?: boolean } = {},
  ) {
    super(message, options);
    this.isHalfway = options.isHalfway ?? false;
  }
}

/** The user or the system cancelled the run. */
export class CancelledError extends GroundruleError {}

/** A limit of the user was reached: raise it and run again. Answers that are paid for are cached. */
export class LimitError extends GroundruleError {
  /** Name of the shared budget; null for a limit of the run or the client. */
  readonly budget: string | null;

  constructor(message: string, options: ErrorOptions & { readonly budget?: string } = {}) {
    super(message, options);
    this.budget = options.budget ?? null;
  }
}

/** True if only one item fails: a bug, a cancellation and a store error concern all items. */
export function concernsOneItem(error: unknown): error is GroundruleError {
  return error instanceof GroundruleError && !(error instanceof CancelledError) && !isStoreError(error);
}

/** The code of a system or driver error (`ENOENT`), which contains no path, unlike its message; null if it has none. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
