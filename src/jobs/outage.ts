/** Tells an outage of a server from an item that the server cannot answer. */
import { UnavailableError, type NoAnswerError } from '../domain/errors.ts';

/** A single item may be at fault itself, as where its text makes the server fail. */
const MAX_UNANSWERED = 3;

/**
 * Holds back items that the server fell silent at, until it answers anything.
 * @param release takes an item whose silence is its own failure
 */
export function createOutage<Item>(release: (item: Item) => void) {
  const held: { readonly item: Item; readonly error: NoAnswerError }[] = [];
  /** Items since the last answer. */
  let onEnd = 0;
  const releaseAll = () => held.splice(0).forEach(({ item }) => release(item));

  /** Of an item that waits for nothing. @throws UnavailableError as `hold` does */
  function met(error: NoAnswerError): void {
    onEnd += 1;
    if (onEnd >= MAX_UNANSWERED) throw serverIsDown(onEnd, error);
  }

  return {
    /** @throws UnavailableError where so many have met the silence that the server counts as down */
    hold: (item: Item, error: NoAnswerError): void => {
      held.push({ item, error });
      met(error);
    },
    met,
    answered: (): void => {
      onEnd = 0;
      releaseAll();
    },
    /**
     * When all items have ended: what is held still is released, which leaves a trace for the next run.
     * @throws UnavailableError where any was
     */
    end: (): void => {
      const last = held.at(-1);
      if (last === undefined) return;
      const count = held.length;
      releaseAll();
      throw serverIsDown(count, last.error);
    },
  };
}

function serverIsDown(count: number, error: NoAnswerError): UnavailableError {
  const rows = count === 1 ? 'A row' : `${count} rows on end`;
  return new UnavailableError(`${rows} met a server that does not answer. ${error.message.replace(/\.$/u, '')}.`, {
    advice: 'Mend it or wait, then run the same again: it does these rows, too.',
    cause: error,
  });
}
