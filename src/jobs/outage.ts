/** Tells an outage of the model's server from an item that the server cannot answer. */
import { UnavailableError, type NoAnswerError } from '../domain/errors.ts';

/** A single item may be at fault itself, as where its text makes the server fail. */
const MAX_UNANSWERED = 3;

/**
 * Holds back items that the server answered nothing for, until it answers another one.
 * @param release takes an item whose silence is its own failure
 */
export function createOutage<Item>(release: (item: Item) => Promise<void>) {
  let held: { readonly item: Item; readonly error: NoAnswerError }[] = [];
  let isAnswered = false;

  async function releaseAll(): Promise<void> {
    const released = held;
    held = [];
    await Promise.all(released.map(({ item }) => release(item)));
  }

  return {
    /** @throws UnavailableError where so many are held that the server counts as down */
    hold: (item: Item, error: NoAnswerError): void => {
      held.push({ item, error });
      if (held.length >= MAX_UNANSWERED) throw serverIsDown(held.length, error);
    },
    answered: async (): Promise<void> => {
      isAnswered = true;
      await releaseAll();
    },
    /** When all items have ended. @throws UnavailableError where the server answered none of them */
    end: async (): Promise<void> => {
      const last = held.at(-1);
      if (!isAnswered && last !== undefined) throw serverIsDown(held.length, last.error);
      await releaseAll();
    },
  };
}

function serverIsDown(count: number, error: NoAnswerError): UnavailableError {
  const rows = count === 1 ? 'a row' : `${count} rows on end`;
  return new UnavailableError(
    `The model’s server answered nothing for ${rows}. ${error.message.replace(/\.$/u, '')}.`,
    {
      advice: 'Mend it or wait, then run again: these rows are still missing, and are run then.',
      cause: error,
    },
  );
}
