/** Changes of files and folders, for work that is repeated on each. */
import { EventEmitter, on } from 'node:events';
import { watch } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { InputError, messageOf } from '../domain/errors.ts';
import { filesOf, isFolder } from './read-responses.ts';

/** Debounce: editors write in several steps. */
const QUIET_MS = 100;

/** Yields once at the start, and after each change. */
export async function* changesOf(paths: readonly string[], signal: AbortSignal): AsyncGenerator<void> {
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
      yield;
    }
  } finally {
    for (const watcher of watchers) watcher.close();
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

/** The folders of files, and of the targets of links. */
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
