/** Rows that a model's server answered nothing for: held back until it is known whether it is down. */
import { UnavailableError, type NoAnswerError } from '../domain/errors.ts';

/** One may be the row's own fault, as where its text is what the server stumbles over. */
const MAX_ROWS_ON_END = 3;

interface Outage<Row> {
  /** @throws UnavailableError where so many in a row say that the server is down: they stay missing, and are run again */
  hold(row: Row, error: NoAnswerError): void;
  /** The server has answered since: what it did not answer is their own failure. */
  release(): readonly Row[];
  /** At the end. @throws UnavailableError where something is held */
  stop(): void;
}

export function createOutage<Row>(): Outage<Row> {
  let held: Row[] = [];
  let last: NoAnswerError | null = null;
  const stop = (): void => {
    if (last === null) return;
    const rows = held.length === 1 ? 'a row' : `${held.length} rows on end`;
    throw new UnavailableError(
      `The model’s server answered nothing for ${rows}. ${last.message.replace(/\.$/u, '')}.`,
      {
        advice: 'Mend it or wait, then run again: these rows are still missing, and are run then.',
        cause: last,
      },
    );
  };
  return {
    hold: (row, error) => {
      held.push(row);
      last = error;
      if (held.length >= MAX_ROWS_ON_END) stop();
    },
    release: () => {
      const released = held;
      held = [];
      last = null;
      return released;
    },
    stop,
  };
}
