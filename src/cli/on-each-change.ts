/** Works again whenever a file changes, until it is stopped: `judge --watch`. */
import { EventEmitter, on } from 'node:events';
import { watch } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CancelledError, GroundruleError, InputError, messageOf } from '../domain/errors.ts';
import { isSetId } from './input/find-set.ts';
import { filesOf, isFolder } from '../data/read-responses.ts';
import { reportError } from './output/report-error.ts';
import type { Session } from './session.ts';

/** Editors write in several steps: what stays so long as it is was written. */
const QUIET_MS = 100;

/**
 * An error of one round is said, and the next change begins another round.
 * @param references files and folders; ids of sets and what is undefined are passed over
 * @throws InputError where there is nothing to watch; CancelledError when it is stopped
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
  const events = new EventEmitter();
  // Folders, since most editors put a new file in the place of the old one.
  const watchers = (await foldersAround(paths)).map(({ folder, recursive }) => watchFolder(folder, recursive, events));
  try {
    const changes = on(events, 'change', { signal });
    for (let seen: string | null = null; ; await changes.next()) {
      let now = await stateOf(paths);
      if (now === seen) continue;
      for (; seen !== null && now !== seen; now = await stateOf(paths)) {
        seen = now;
        await sleep(QUIET_MS, undefined, { signal });
      }
      seen = now;
      await oneRound(work, shell);
      progress.note('watching for changes; Ctrl-C stops');
    }
  } catch (error) {
    if (signal.aborted) throw new CancelledError('Stopped watching.', { cause: signal.reason });
    throw error;
  } finally {
    for (const watcher of watchers) watcher.close();
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

function watchFolder(folder: string, recursive: boolean, events: EventEmitter) {
  try {
    return watch(folder, { recursive }, () => events.emit('change')).on('error', (error) =>
      events.emit('error', error),
    );
  } catch (error) {
    throw new InputError(`${folder} cannot be watched: ${messageOf(error)}.`, { cause: error });
  }
}

/** Those of files, and of what links lead to. */
async function foldersAround(paths: readonly string[]) {
  const folders = new Map<string, boolean>();
  for (const path of paths) {
    const target = await realpath(path).catch(() => path);
    if (await isFolder(path)) folders.set(target, true);
    else for (const folder of [dirname(path), dirname(target)]) folders.set(folder, folders.get(folder) ?? false);
  }
  return [...folders].map(([folder, recursive]) => ({ folder, recursive }));
}

/** Changes with each file that is written, replaced, added or taken away, and with nothing else. */
async function stateOf(paths: readonly string[]): Promise<string> {
  const files = await Promise.all(paths.map((path) => filesOf(path).catch(() => [])));
  const states = files.flat().map(async (file) => {
    const stats = await stat(file).catch(() => null);
    return `${file} ${stats === null ? 'is not there' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`}`;
  });
  return (await Promise.all(states)).join('\n');
}
