/** Keeps results from taking the place of what the command reads. */
import { realPathOf } from '../../data/output-file.ts';
import { ReadingRefusedError } from '../../data/read-text.ts';

export interface InputKeeper {
  /** @throws ReadingRefusedError where an output that is open already is this file */
  readonly beforeReading: (path: string) => Promise<void>;
  /**
   * @param flag as messages call it
   * @throws ReadingRefusedError where this file was read
   */
  readonly beforeWriting: (path: string, flag?: string) => Promise<void>;
}

export function createInputKeeper(): InputKeeper {
  const read = new Set<string>();
  const refusals = new Map<string, ReadingRefusedError>();
  return {
    beforeReading: async (path) => {
      const place = await realPathOf(path);
      read.add(place);
      const refusal = refusals.get(place);
      if (refusal !== undefined) throw refusal;
    },
    beforeWriting: async (path, flag = '--out') => {
      const place = await realPathOf(path);
      const refusal = new ReadingRefusedError(
        `${flag} ${path} is a file that is read, which it would take the place of.`,
        {
          advice: `Name another file with ${flag}.`,
        },
      );
      if (read.has(place)) throw refusal;
      refusals.set(place, refusal);
    },
  };
}
