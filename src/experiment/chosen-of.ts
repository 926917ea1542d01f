/** The options of a protocol, as its calls take them. */
import type { ExperimentProtocol, JudgedItems } from './experiment-file.ts';

/** What a call of the protocol is given, whatever the row. */
export function chosenOf({ reference, ...given }: ExperimentProtocol) {
  const {
    votes = 1,
    panel = [],
    top,
    analysis = true,
    ties,
    bothOrders,
    reconsider,
    selective,
    dimensions,
    dimensionsFrom,
    basics,
    concrete,
    score,
    batch,
    codeChecks,
  } = given;
  const ofDimensions = { basics, concrete, dimensions, dimensionsFrom };
  const options = { votes, panel, top, analysis, ties, bothOrders, reconsider, selective, ...ofDimensions };
  return {
    ...options,
    ...(score === undefined ? {} : { score }),
    ...itemOptions({ batch, codeChecks }),
    ...(reference === undefined ? {} : { writeReference: reference === 'written' }),
  };
}

/** How items are judged. */
export function itemOptions({ batch, codeChecks }: JudgedItems) {
  return {
    ...(batch === undefined ? {} : { itemsPerCall: batch }),
    ...(codeChecks === undefined ? {} : { codeChecks }),
  };
}
