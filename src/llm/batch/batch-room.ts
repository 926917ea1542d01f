/** How many calls fit at a server at once. It tells by nothing but the files that it takes, or refuses for their tokens. */

/** Of one file, from its upload to the end of its batch. */
export interface Place {
  /** Its batch has ended: twice as many may fit. */
  readonly taken: () => void;
  /** @returns false: it does not fit, though it was alone and cannot be divided */
  readonly refused: () => boolean;
  /** Nothing is known of it. Does nothing where one of the others was called. */
  readonly leave: () => void;
}

/** @param onChange other files may fit now */
export function createBatchRoom(onChange: () => void) {
  let room = Infinity;
  let used = 0;
  let ended = 0;
  return {
    /** Of a file that is alone. */
    mostCalls: (): number => room,
    fits: (calls: number): boolean => used + calls <= room,
    enter: (calls: number): Place => {
      const endedBefore = ended;
      let isIn = true;
      const leave = (update: () => void) => {
        if (!isIn) return;
        isIn = false;
        used -= calls;
        update();
        onChange();
      };
      used += calls;
      return {
        leave: () => leave(() => undefined),
        taken: () =>
          leave(() => {
            ended += 1;
            room += calls;
          }),
        refused: () => {
          let mayFit = true;
          leave(() => {
            // Beside others, which may have ended since, it may have been one too many.
            if (used > 0 || ended > endedBefore) room = Math.min(room, Math.max(used, calls));
            else if (calls > 1) room = Math.min(room, Math.floor(calls / 2));
            else mayFit = false;
          });
          return mayFit;
        },
      };
    },
  };
}
