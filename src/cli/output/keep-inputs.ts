/** Keeps results from taking the place of what the command reads. */
import { existsSync } from 'node:fs';
import { sep } from 'node:path';
import { realPathOf } from '../../data/output-file.ts';
import { ReadingRefusedError } from '../../data/read-text.ts';
import { InputError } from '../../domain/errors.ts';

export interface InputKeeper {
  /** @throws ReadingRefusedError where an output that is open already is this file */
  readonly beforeReading: (path: string) => Promise<void>;
  /** The same of all files in a folder whose names say that they are read. */
  readonly beforeReadingFolder: (folder: string, isRead: (name: string) => boolean) => Promise<void>;
  /**
   * @param flag as messages call it
   * @throws ReadingRefusedError where this file was read; InputError where another output is this file
   */
  readonly beforeWriting: (path: string, flag?: string) => Promise<void>;
}

export function createInputKeeper(): InputKeeper {
  const read = new Set<string>();
  const folders: ((place: string) => boolean)[] = [];
  const refusals = new Map<string, ReadingRefusedError>();
  const flags = new Map<string, string>();
  return {
    beforeReading: async (path) => {
      const place = await realPathOf(path);
      read.add(place);
      const refusal = refusals.get(place);
      if (refusal !== undefined) throw refusal;
    },
    beforeReadingFolder: async (folder, isRead) => {
      const inside = `${await realPathOf(folder)}${sep}`;
      // What is not there yet takes the place of nothing.
      const holds = (place: string) => place.startsWith(inside) && isRead(place) && existsSync(place);
      folders.push(holds);
      for (const [place, refusal] of refusals) if (holds(place)) throw refusal;
    },
    beforeWriting: async (path, flag = '--out') => {
      const place = await realPathOf(path);
      const other = flags.get(place) ?? flag;
      const isOf = (use: string) => `${flag} ${path} is ${use}, which it would take the place of.`;
      const advice = `Name another file with ${flag}.`;
      if (other !== flag) throw new InputError(isOf(`the file of ${other}`), { advice });
      const refusal = new ReadingRefusedError(isOf('a file that is read'), { advice });
      if (read.has(place) || folders.some((holds) => holds(place))) throw refusal;
      refusals.set(place, refusal);
      flags.set(place, flag);
    },
  };
}
