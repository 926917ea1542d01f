/** Calls that come together share a file, which goes when it is time and there is room for it at the server. */
import type { Counted } from '../reservation.ts';
import { createBatchRoom, type Place } from './batch-room.ts';
import type { BatchTiming } from './batch-timing.ts';

/** A server takes 50,000 requests and 200 MB; smaller files are done sooner, and lost with less. */
export const MAX_CALLS = 5_000;
const MAX_BYTES = 50_000_000;

export interface Line {
  readonly json: string;
  /** For the call, should its batch begin. */
  readonly counted: Counted;
}

export interface Gathered {
  /** By call. One that is cancelled may be taken out until the file goes. */
  readonly lines: Map<string, Line>;
  /** Null: it has become too large for the room, or is empty. */
  readonly go: (place: Place | null) => void;
}

interface Waiting<File> {
  readonly file: File;
  readonly firstMs: number;
  bytes: number;
  isDue: boolean;
  timer: NodeJS.Timeout | undefined;
}

export function createGathering<File extends Gathered>(timing: BatchTiming, newFile: () => File) {
  const room = createBatchRoom(letGo);
  /** First come, first served. Calls join the last. */
  const queue: Waiting<File>[] = [];

  function letGo(): void {
    for (let first = queue[0]; first?.isDue === true; first = queue[0]) {
      const calls = first.file.lines.size;
      const isOfUse = calls > 0 && calls <= room.mostCalls();
      if (isOfUse && !room.fits(calls)) return;
      queue.shift();
      clearTimeout(first.timer);
      first.file.go(isOfUse ? room.enter(calls) : null);
    }
  }

  function isFull({ file, bytes }: Waiting<File>): boolean {
    return file.lines.size >= Math.min(MAX_CALLS, room.mostCalls()) || bytes >= MAX_BYTES;
  }

  return {
    room,
    /** @returns the file that the call goes with */
    add: (call: string, line: Line): File => {
      const nowMs = performance.now();
      let last = queue.at(-1);
      if (last === undefined || isFull(last)) {
        last = { file: newFile(), firstMs: nowMs, bytes: 0, isDue: false, timer: undefined };
        queue.push(last);
      }
      const waiting = last;
      const letItGo = () => {
        waiting.isDue = true;
        letGo();
      };
      waiting.file.lines.set(call, line);
      waiting.bytes += Buffer.byteLength(line.json);
      clearTimeout(waiting.timer);
      const { quietMs, longestMs } = timing;
      if (isFull(waiting)) letItGo();
      else waiting.timer = setTimeout(letItGo, Math.min(quietMs, waiting.firstMs + longestMs - nowMs));
      return waiting.file;
    },
  };
}
