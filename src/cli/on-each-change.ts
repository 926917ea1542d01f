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
export async function onEachChange<Flags>(
  session: Session<Flags>,
  references: readonly (string | undefined)[],
  work: (round: Session<Flags>) => Promise<unknown>,
): Promise<never> {
  const { signal, progress, config } = session;
  const paths = references.flatMap((path) => (path === undefined || isSetId(path) ? [] : [path]));
  if (paths.includes('-'))
    throw new InputError('--watch needs files: stdin does not change.', { advice: 'Give files in place of “-”.' });
  await config();
  const changes = changesOf(paths, signal);
  try {
    for (;;) {
      await changes.next();
      await oneRound(session, work);
      progress.note('watching for changes; Ctrl-C stops');
    }
  } catch (error) {
    if (signal.aborted) throw new CancelledError('Stopped watching.', { cause: signal.reason });
    throw error;
  } finally {
    await changes.return(undefined);
  }
}

/** What it opens is closed with it: rounds are many. */
async function oneRound<Flags>(session: Session<Flags>, work: (round: Session<Flags>) => Promise<unknown>) {
  const opened: Parameters<typeof session.closing>[0][] = [];
  const closing: typeof session.closing = (one) => {
    opened.push(one);
    return one;
  };
  try {
    await work({ ...session, closing });
  } catch (error) {
    if (error instanceof CancelledError || !(error instanceof GroundruleError)) throw error;
    reportError(error, session.shell);
  } finally {
    for (const one of opened.reverse()) await one.close();
  }
}
