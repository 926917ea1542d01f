/** Repeats work whenever a file changes, until it is stopped: `judge --watch`. */
import { isSetId } from '../client/find-set.ts';
import { changesOf } from '../data/watch-files.ts';
import { CancelledError, GroundruleError, InputError } from '../domain/errors.ts';
import { reportError } from './output/report-error.ts';
import type { Session } from './session.ts';

/**
 * An error of one round is reported, and the next change begins another round.
 * @param references files and folders; ids of sets and undefined are ignored
 */
export async function onEachChange(
  { signal, progress, shell, config }: Session<unknown>,
  references: readonly (string | undefined)[],
  work: () => Promise<unknown>,
): Promise<never> {
  const paths = references.flatMap((path) => (path === undefined || isSetId(path) ? [] : [path]));
  if (paths.includes('-'))
    throw new InputError('--watch needs files: stdin does not change.', { advice: 'Give files in place of “-”.' });
  await config();
  const changes = changesOf(paths, signal);
  try {
    for (;;) {
      await changes.next();
      await oneRound(work, shell);
      progress.note('watching for changes; Ctrl-C stops');
    }
  } catch (error) {
    if (signal.aborted) throw new CancelledError('Stopped watching.', { cause: signal.reason });
    throw error;
  } finally {
    await changes.return(undefined);
  }
}

async function oneRound(work: () => Promise<unknown>, shell: Session<unknown>['shell']): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof CancelledError || !(error instanceof GroundruleError)) throw error;
    reportError(error, shell);
  }
}
