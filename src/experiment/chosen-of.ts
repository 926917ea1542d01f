/** The options of a protocol, as its calls take them. */
import type { ExperimentProtocol } from './experiment-file.ts';

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
  } = given;
  const ofDimensions = { basics, concrete, dimensions, dimensionsFrom };
  const options = { votes, panel, top, analysis, ties, bothOrders, reconsider, selective, ...ofDimensions };
  return {
    ...options,
    ...(score === undefined ? {} : { score }),
    ...(reference === undefined ? {} : { writeReference: reference === 'written' }),
  };
}
